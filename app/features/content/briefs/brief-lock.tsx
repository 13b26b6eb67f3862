import { LockBars, LockPanel } from "~/features/entitlements/lock";

type BriefLockProps = {
  companyName: string;
  note?: string;
  /** The way in, for who is not signed in. */
  signIn?: string;
};

/** Stands where the analysis would. */
export function BriefLock({ companyName, note, signIn }: BriefLockProps) {
  return (
    <>
      <LockBars lines={4} />
      <LockPanel
        title="Premium Content - This daily brief is available to Premium or Private subscribers only."
        points={[
          "The full analysis",
          "The buy zone: from which price, to which price",
          `Every other brief, on ${companyName} and all the rest`,
        ]}
        note={note}
        signIn={signIn}
      />
    </>
  );
}
