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

/** The way into a plan for nothing, and all there is to know about it. */
export function TrialOffer({ packageId, days, until, zone }: TrialOfferProps) {
  return (
    <form method="post" className="trial">
      <input type="hidden" name="packageId" value={packageId} />
      <input type="hidden" name="trialDays" value={days} />
      <Button block busyText="Beginning...">
        Try it free for {pluralize(days, "day")}
      </Button>
      <p className="meta">
        Nothing is charged and no payment details are asked for. It ends by itself on{" "}
        <Time at={until} style="short-date" zone={zone} />.
      </p>
    </form>
  );
}

/** What a purchase during one's own trial will do. */
export function AfterTrial(props: { trialUntil: Date | string; until: Date | string; zone: string }) {
  const { trialUntil, until, zone } = props;
  return (
    <>
      Your free trial runs until <Time at={trialUntil} style="short-date" zone={zone} />. Bought today, the
      days come after it: access until{" "}
      <strong>
        <Time at={until} style="short-date" zone={zone} />
      </strong>
      .
    </>
  );
}
