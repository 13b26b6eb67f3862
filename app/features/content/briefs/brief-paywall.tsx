import type { Audience } from "~/access/access.server";
import { LockedBars, Paywall } from "~/access/paywall";
import { paywallText } from "~/access/paywall-text";
import type { PriceNote } from "~/access/price-note";
import { SampleLink, SampleNote } from "./sample-link";

type BriefPaywallProps = {
  audience: Audience;
  companyName: string;
  /** Which brief is free: this one, another one, or none. */
  sample?: "this" | "another";
  note?: PriceNote;
  /** The sign-in link, for visitors. */
  signIn?: string;
};

/** Replaces the analysis behind the paywall. */
export function BriefPaywall({ audience, companyName, sample, note, signIn }: BriefPaywallProps) {
  const lock = paywallText("daily brief", audience);
  return (
    <>
      <LockedBars lines={4} />
      {sample === "this" && <SampleNote />}
      <Paywall
        {...lock}
        title={`${audience === "private" ? "Private" : "Premium"} Content - ${lock.title}`}
        points={[
          "The full analysis",
          "The buy zone: from which price, to which price",
          `Our other briefs, on ${companyName} and all the rest`,
        ]}
        note={note}
        showsButtonAlways
        signIn={signIn}
      />
      {sample === "another" && (
        <p className="meta">
          New here? <SampleLink>Read a full brief for free</SampleLink>
        </p>
      )}
    </>
  );
}
