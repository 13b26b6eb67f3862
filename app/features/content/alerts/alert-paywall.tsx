import { LockedBars, Paywall } from "~/access/paywall";
import type { PaywallText } from "~/access/paywall-text";
import type { PriceNote } from "~/access/price-note";
import { PaywallCallExhibit } from "~/features/calls/call-exhibit";
import { PageHead } from "~/ui/head";
import { Time } from "~/ui/time";
import { PAYWALLED_CLASS } from "~/web/structured-data";
import { CRUMBS } from "./alert-article";

type AlertPaywallProps = {
  lock: PaywallText;
  createdAt: Date;
  /** The range of the chart's axis, yyyy-mm-dd. */
  axis: { from: string; to: string };
  note?: PriceNote;
  /** The sign-in link, for visitors. */
  signIn?: string;
  zone: string;
};

/** An alert behind the paywall: only its time is public. */
export function AlertPaywall({ lock, createdAt, axis, note, signIn, zone }: AlertPaywallProps) {
  return (
    <>
      <PageHead
        crumbs={CRUMBS}
        title={
          <>
            Trade alert of <Time at={createdAt} style="datetime" zone={zone} />
          </>
        }
        meta="A call to buy or sell, with its target, stop and reason."
      />
      <div className={`grid gap-6 ${PAYWALLED_CLASS}`}>
        <PaywallCallExhibit {...axis} />
        <LockedBars lines={4} />
        <Paywall
          {...lock}
          points={[
            "Which stock, and whether to buy or to sell",
            "Target and stop, with their distances in per cent",
            "The analysis, and how long to hold",
          ]}
          note={note}
          signIn={signIn}
        />
      </div>
    </>
  );
}
