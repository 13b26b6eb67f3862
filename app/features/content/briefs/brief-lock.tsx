import type { Audience } from "~/access/access.server";
import { paywallText } from "~/access/audience.rules";
import { LockedBars, Paywall } from "~/access/paywall";
import type { PriceNote } from "~/access/price-note";
import { OurSample, SampleLink } from "./sample-link";

type BriefLockProps = {
  audience: Audience;
  companyName: string;
  /** What of our briefs is free: this one, another one, or nothing. */
  sample?: "this" | "another";
  note?: PriceNote;
  /** The way in, for who is not signed in. */
  signIn?: string;
};

/** Stands where the analysis would. */
export function BriefLock({ audience, companyName, sample, note, signIn }: BriefLockProps) {
  const lock = paywallText("daily brief", audience);
  return (
    <>
      <LockedBars lines={4} />
      {sample === "this" && <OurSample />}
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
          New here? <SampleLink>Read a whole brief, free</SampleLink>
        </p>
      )}
    </>
  );
}
