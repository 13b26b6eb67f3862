import { useId } from "react";
import "./package-card.css";

type BeforeYouPayProps = {
  supportPhone: string;
  /** The bar above has the number, where it has room. */
  inBar: boolean;
  /** Beside the plans where there is a right column, else right below them: each of the two is there for one of these. */
  place: "beside" | "below";
};

export function BeforeYouPay({ supportPhone, inBar, place }: BeforeYouPayProps) {
  const id = useId();
  return (
    <div className={`order-${place}`}>
      <section className="order" aria-labelledby={id}>
        <h2 id={id}>Before you pay</h2>
        <p>PayPal takes one payment in US dollars. We keep no card and start no subscription there.</p>
        <p>Your account shows the days left, and we write to you a week before they end.</p>
        <p>
          The receipt is a certificate you can print; it is under <a href="/dashboard">Manage Account</a>.
        </p>
        <p>
          A person helps. We answer messages, not calls
          <span className={inBar ? "no-desk" : undefined}>
            : <strong>{supportPhone}</strong>
          </span>
          .
        </p>
        <p className="meta">There is no advertising on this page.</p>
      </section>
    </div>
  );
}
