import { Button } from "~/ui/button";
import { pluralize } from "~/ui/format";
import { Time } from "~/ui/time";
import "./trial-offer.css";

type TrialOfferProps = {
  packageId: string;
  days: number;
  until: Date | string;
  zone: string;
};

/** The offer of a free trial, with its terms. */
export function TrialOffer({ packageId, days, until, zone }: TrialOfferProps) {
  return (
    <form method="post" className="trial">
      <input type="hidden" name="packageId" value={packageId} />
      <input type="hidden" name="trialDays" value={days} />
      <Button block busyText="Starting...">
        Try it free for {pluralize(days, "day")}
      </Button>
      <p className="meta">
        No charge, and no payment details needed. The trial ends automatically on{" "}
        <Time at={until} style="short-date" zone={zone} />.
      </p>
    </form>
  );
}

/** What a purchase during the member's trial does. */
export function AfterTrial(props: { trialUntil: Date | string; until: Date | string; zone: string }) {
  const { trialUntil, until, zone } = props;
  return (
    <>
      Your free trial runs until <Time at={trialUntil} style="short-date" zone={zone} />. If you buy today,
      the days are added after it: access until{" "}
      <strong>
        <Time at={until} style="short-date" zone={zone} />
      </strong>
      .
    </>
  );
}
