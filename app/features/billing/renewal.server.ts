import type { Tier } from "~/features/auth/viewer.server";
import { addDays } from "~/features/entitlements/entitlement.rules";
import type { RequestArgs } from "~/web/request-args.server";
import { comparedLengths } from "./offered-plans.server";
import { type PackageOnSale, priceText } from "./packages.queries.server";
import { askedLengths } from "./plan-choice.server";
import { lengthValue, plansOf } from "./plan-lengths.rules";

/**
 * What adds days to a membership: the least expensive package of its tier, with all lengths of that plan where it has several. The one
 * that the address names is ticked, or the shortest.
 * @param bonusDays that come with the first payment of who was invited
 */
export function renewalOf(
  args: Pick<RequestArgs, "request">,
  packages: readonly PackageOnSale[],
  { tier, until, bonusDays }: { tier: Tier; until: Date | null; bonusDays: number },
) {
  const asked = askedLengths(args);
  const sold = packages.filter((offered) => offered.tier === tier && offered.days !== null);
  const [least] = sold;
  if (!least) return undefined;
  const plans = plansOf(sold);
  const plan =
    plans.find((lengths) => lengths.some(({ id }) => asked.includes(id))) ??
    plans.find((lengths) => lengths.includes(least)) ??
    [];
  const [shown = least] = plan;
  const chosen = plan.find(({ id }) => asked.includes(id)) ?? shown;
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
