import { daysText } from "~/access/referrals.rules";
import { AfterTrial, TrialOffer } from "~/access/trials/trial-offer";
import { Time } from "~/ui/time";
import type { OfferedPackage } from "./offered-plans.server";
import { PackageCard } from "./package-card";
import { isHeld } from "./package-state.rules";
import { replacedTerm } from "./plan-offer";

type PackageOfferProps = {
  offered: OfferedPackage;
  zone: string;
  /** The form's address, if it differs from the page's. */
  to?: string;
};

/** A single package on its card, with this reader's options. */
export function PackageOffer({ offered, zone, to }: PackageOfferProps) {
  const { id, name, priceLabel, tagline, benefits, tier, days, price, state, coupon, trial } = offered;
  const reduced = state.kind === "open" && coupon && "price" in coupon ? coupon : undefined;
  return (
    <PackageCard
      name={name}
      price={reduced?.price ?? (Number(price) === 0 ? "Free" : priceLabel)}
      was={reduced && priceLabel}
      term={days === null ? undefined : `for ${days} days`}
      tagline={tagline}
      benefits={benefits}
      active={isHeld(state)}
      engraved={tier === "Private"}
      note={
        <>
          {state.kind === "open" && coupon && "refusal" in coupon && <strong>{coupon.refusal} </strong>}
          <OfferNote offered={offered} zone={zone} />
        </>
      }
      trial={trial && <TrialOffer packageId={id} {...trial} zone={zone} />}
      action={
        state.kind === "open"
          ? {
              label: "Select plan",
              busy: "Redirecting...",
              to,
              fields: { packageId: id, ...(reduced && { coupon: reduced.code }) },
            }
          : { label: CLOSED_LABELS[state.kind], disabled: true }
      }
    />
  );
}

/** Button labels for a plan that cannot be chosen. */
export const CLOSED_LABELS = {
  included: "Included",
  current: "Current plan",
  waits: "After Private ends",
} as const;

/** The effect of choosing it, or why it cannot be chosen. */
export function OfferNote({
  offered: { state, tier, days },
  zone,
}: {
  offered: OfferedPackage;
  zone: string;
}) {
  if (state.kind === "included" || tier === "Basic") return <>Comes with every account.</>;
  if (!state.until) return <>You have access without an end date.</>;
  const end = (
    <strong>
      <Time at={state.until} style="short-date" zone={zone} />
    </strong>
  );
  if (state.kind === "current")
    return (
      <>
        You have access until {end}. <a href="/subscription/success">Your last payment</a>
      </>
    );
  if (state.kind === "waits") return <>Your Private days last until {end}.</>;
  if (state.trialUntil) return <AfterTrial trialUntil={state.trialUntil} until={state.until} zone={zone} />;
  const sum = state.bonusDays ? `: ${daysText(days ?? 0, state.bonusDays)}` : "";
  if (!state.replaces)
    return (
      <>
        If you buy today, you have access until {end}
        {sum}.
      </>
    );
  return (
    <>
      Starts today and replaces {replacedTerm(state.replaces)}. Access until {end}
      {sum}.
    </>
  );
}
