import type { Audience } from "~/features/entitlements/access.server";
import { lockWords } from "~/features/entitlements/audience.rules";
import { LockBars, LockPanel } from "~/features/entitlements/lock";

type BriefLockProps = {
  audience: Audience;
  companyName: string;
  note?: string;
  /** The way in, for who is not signed in. */
  signIn?: string;
};

/** Stands where the analysis would. */
export function BriefLock({ audience, companyName, note, signIn }: BriefLockProps) {
  const lock = lockWords("daily brief", audience);
  return (
    <>
      <LockBars lines={4} />
      <LockPanel
        {...lock}
        title={`${audience === "private" ? "Private" : "Premium"} Content - ${lock.title}`}
        points={[
          "The full analysis",
          "The buy zone: from which price, to which price",
          `Our other briefs, on ${companyName} and all the rest`,
        ]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
