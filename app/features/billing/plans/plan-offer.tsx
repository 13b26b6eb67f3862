import type { ReactNode } from "react";
import { pluralize } from "~/ui/format";
import { Time } from "~/ui/time";
import type { OfferedLength } from "./offered-plans.server";
import type { PackageState } from "./package-state.rules";
import { PlanCard } from "./plan-card";

type OpenState = Extract<PackageState, { kind: "open" }>;

type PlanOfferProps = {
  lengths: readonly OfferedLength[];
  place: number;
  chosen: readonly string[];
  zone: string;
  action: string;
  /** Button labels for a plan that cannot be chosen. */
  labels: Record<Exclude<PackageState["kind"], "open">, string>;
  /** The note for a plan that cannot be chosen. */
  otherNote: (length: OfferedLength) => ReactNode;
};

/** A plan with several lengths and this reader's options, which are the same for all lengths. */
export function PlanOffer({ labels, otherNote, ...plan }: PlanOfferProps) {
  const kind = plan.lengths[0]?.state.kind ?? "included";
  return (
    <PlanCard
      {...plan}
      disabledLabel={kind === "open" ? undefined : labels[kind]}
      note={(ticked, refusal) => (
        <>
          {refusal && <strong>{refusal} </strong>}
          {ticked.state.kind === "open" ? (
            <StartNote state={ticked.state} zone={plan.zone} />
          ) : (
            otherNote(ticked)
          )}
          {ticked.state.kind === "current" && ticked.state.until && (
            <>
              {" "}
              <a href={`/dashboard/subscription?package=${ticked.id}`}>Add days</a>
            </>
          )}
        </>
      )}
    />
  );
}

/** The effect of choosing any length. Each length shows its own end. */
function StartNote({ state, zone }: { state: OpenState; zone: string }) {
  const { replaces, bonusDays, trialUntil } = state;
  if (trialUntil)
    return (
      <>
        Your free trial runs until <Time at={trialUntil} style="short-date" zone={zone} />. If you buy today,
        your days start after it.
      </>
    );
  return (
    <>
      Starts today{replaces && ` and replaces ${replacedTerm(replaces)}`}.
      {bonusDays && ` The dates include the ${pluralize(bonusDays, "day")} from your referral.`}
    </>
  );
}

/** "your 20 Premium days". */
export const replacedTerm = ({ tier, daysLeft }: NonNullable<OpenState["replaces"]>): string =>
  `your ${daysLeft === undefined ? tier : pluralize(daysLeft, `${tier} day`)}`;
