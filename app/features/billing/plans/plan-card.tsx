import type { ReactNode } from "react";
import { longestTrial } from "~/access/trials/trial.rules";
import { TrialOffer } from "~/access/trials/trial-offer";
import { LengthChoice, LengthList, type PlanLength } from "./length-choice";
import type { OfferedLength } from "./offered-plans.server";
import { PackageCard } from "./package-card";
import { isHeld } from "./package-state.rules";
import { lengthValue } from "./plan-lengths.rules";
import { planTexts } from "./plan-texts.rules";

/** The page's form. It holds all chosen lengths and the code, and each of its buttons submits all of them. */
export const PLANS_FORM = "plans-form";

type PlanCardProps = {
  lengths: readonly OfferedLength[];
  /** Its index among the plans. */
  place: number;
  /** Earlier choices, the most relevant first. */
  chosen: readonly string[];
  zone: string;
  /** The form's address: the page's own, with its code. */
  action: string;
  /** The label of a disabled button, and its note. */
  disabledLabel?: string;
  note: (shown: OfferedLength, refusal?: string) => ReactNode;
};

/** A plan with several lengths. */
export function PlanCard({ lengths, place, chosen, zone, action, disabledLabel, note }: PlanCardProps) {
  const [shortest] = lengths;
  if (!shortest) return null;
  const ticked = chosen.map((id) => lengths.find((length) => length.id === id)).find(Boolean) ?? shortest;
  const [least = shortest] = [...lengths].sort((one, other) => Number(one.cost) - Number(other.cost));
  const tried = longestTrial(lengths);
  const refusals = new Set(lengths.map(couponRefusal));
  const [refusal] = refusals.size === 1 ? refusals : [];
  const drawn = lengths.map((length) => planLength(length, refusals.size > 1));
  return (
    <PackageCard
      name={shortest.name}
      price={least.paid}
      from
      term={`for ${least.days} days`}
      {...planTexts(lengths)}
      active={isHeld(shortest.state)}
      engraved={shortest.tier === "Private"}
      choice={
        disabledLabel === undefined ? (
          <LengthChoice
            lengths={drawn}
            name={`length-${place}`}
            form={PLANS_FORM}
            chosen={ticked.id}
            zone={zone}
          />
        ) : (
          <LengthList lengths={drawn} zone={zone} />
        )
      }
      note={note(ticked, refusal)}
      trial={tried?.trial && <TrialOffer packageId={tried.id} {...tried.trial} zone={zone} />}
      action={
        disabledLabel === undefined
          ? {
              label: "Select plan",
              busy: "Redirecting...",
              sends: {
                name: "plan",
                value: place,
                form: PLANS_FORM,
                formMethod: "post",
                formAction: action,
                // A code that was typed but not applied must not block the purchase.
                formNoValidate: true,
              },
            }
          : { label: disabledLabel, disabled: true }
      }
    />
  );
}

const couponRefusal = ({ state, coupon }: OfferedLength) =>
  state.kind === "open" && coupon && "refusal" in coupon ? coupon.refusal : undefined;

function planLength(length: OfferedLength, tellRefusal: boolean): PlanLength {
  const { id, days, paid, month, saved, state, reduced, priceLabel } = length;
  return {
    id,
    days,
    paid,
    month,
    saved,
    was: reduced && priceLabel,
    until: state.kind === "open" ? state.until : undefined,
    refusal: tellRefusal ? couponRefusal(length) : undefined,
    value: lengthValue(id, reduced),
  };
}

/**
 * The form itself, before the cards. Enter presses its first button, which applies the code and buys nothing.
 */
export const PlansForm = ({ from }: { from?: string }) => (
  <form id={PLANS_FORM} method="get" action="/subscription">
    {from && <input type="hidden" name="from" value={from} />}
    <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" formNoValidate>
      Apply
    </button>
  </form>
);
