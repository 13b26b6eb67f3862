import { useId } from "react";
import { SupportAddress } from "../receipts/support-address";
import "../plans/package-card.css";

type BeforeYouPayProps = {
  supportPhone: string;
  supportEmail?: string;
  /** The bar above has the number, where it has room. */
  inBar: boolean;
  /** Beside the plans where there is a right column, else right below them: each of the two is there for one of these. */
  place: "beside" | "below";
};

export function BeforeYouPay({ supportPhone, supportEmail, inBar, place }: BeforeYouPayProps) {
  const id = useId();
  return (
    <div className={`order-${place}`}>
      <section className="order" aria-labelledby={id}>
        <h2 id={id}>Before you pay</h2>
        <p>You pay once, with PayPal, in US dollars. We keep no card details, and nothing renews.</p>
        <p>Your account shows the days left. A week before they end we send you a mail.</p>
        <p>
          You get a receipt to print. It is under <a href="/dashboard">Manage Account</a>.
        </p>
        <p>
          Questions? A person answers messages, not calls
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
