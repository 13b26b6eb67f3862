import { addDays } from "~/access/entitlement.rules";
import type { Tier } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import { comparedLengths } from "../plans/offered-plans.server";
import { type PackageOnSale, priceText } from "../plans/packages.queries.server";
import { requestedLengths } from "../plans/plan-choice.server";
import { groupByPlan, lengthValue } from "../plans/plan-lengths.rules";

/**
 * The packages that extend a membership: the cheapest of its tier, with all lengths of that plan. Preselected
 * is the one in the address, else the last one bought, else the shortest.
 * @param had the last package bought
 * @param bonusDays of an invited member's first payment
 */
export function renewalOffer(
  args: Pick<RequestArgs, "request">,
  packages: readonly PackageOnSale[],
  {
    tier,
    until,
    bonusDays,
    had,
  }: { tier: Tier; until: Date | null; bonusDays: number; had: string | undefined },
) {
  const preferred = [...requestedLengths(args), ...(had ? [had] : [])];
  const sold = packages.filter((offered) => offered.tier === tier && offered.days !== null);
  const [least] = sold;
  if (!least) return undefined;
  const plans = groupByPlan(sold);
  const wanted = preferred.map((id) => sold.find((offered) => offered.id === id)).find(Boolean);
  const plan = plans.find((lengths) => lengths.includes(wanted ?? least)) ?? [];
  const [shown = least] = plan;
  const chosen = wanted ?? shown;
  const lengths = comparedLengths(plan).map((length) => ({
    ...length,
    value: lengthValue(length.id),
    until: until ? addDays(until, length.days + bonusDays) : undefined,
  }));
  return {
    packageId: shown.id,
    days: shown.days,
    price: priceText(shown),
    lengths: plan.length > 1 ? { lengths, chosen: chosen.id } : undefined,
  };
}
