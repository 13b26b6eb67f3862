import type { Audience } from "~/access/access.server";
import { lockWords } from "~/access/audience.rules";
import { LockBars, LockPanel } from "~/access/lock";
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
  const lock = lockWords("daily brief", audience);
  return (
    <>
      <LockBars lines={4} />
      {sample === "this" && <OurSample />}
      <LockPanel
        {...lock}
        title={`${audience === "private" ? "Private" : "Premium"} Content - ${lock.title}`}
        points={[
          "The full analysis",
          "The buy zone: from which price, to which price",
          `Our other briefs, on ${companyName} and all the rest`,
        ]}
        note={note}
        alwaysLeads
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
