import { useId } from "react";
import { SupportAddress } from "../receipts/support-address";
import "../plans/package-card.css";

type BeforeYouPayProps = {
  supportPhone: string;
  supportEmail?: string;
  /** Whether the bar above has the number, on screens with room for it. */
  inBar: boolean;
  /**
   * Next to the plans if there is a right column, else below them. Each placement is shown in one of these
   * layouts.
   */
  place: "beside" | "below";
};

export function BeforeYouPay({ supportPhone, supportEmail, inBar, place }: BeforeYouPayProps) {
  const id = useId();
  return (
    <div className={`order-${place}`}>
      <section className="order" aria-labelledby={id}>
        <h2 id={id}>Before you pay</h2>
        <p>You pay once, with PayPal, in US dollars. We do not store card details, and nothing renews.</p>
        <p>Your account shows how many days you have left. We’ll email you a week before your access ends.</p>
        <p>
          You will find a receipt to print under <a href="/dashboard">Manage Account</a>.
        </p>
        <p>
          Questions? Message us and a person will answer (no calls)
          <span className={inBar ? "no-desk" : undefined}>
            : <strong className="whitespace-nowrap">{supportPhone}</strong>
          </span>
          .
          <SupportAddress email={supportEmail} />
        </p>
      </section>
    </div>
  );
}
