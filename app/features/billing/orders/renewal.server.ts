import { addDays } from "~/access/entitlement.rules";
import type { Tier } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import { comparedLengths } from "../plans/offered-plans.server";
import { type PackageOnSale, priceText } from "../plans/packages.queries.server";
import { askedLengths } from "../plans/plan-choice.server";
import { lengthValue, plansOf } from "../plans/plan-lengths.rules";

/**
 * What adds days to a membership: the least expensive package of its tier, with all lengths of that plan where it has several. The one
 * that the address names is ticked, else the one that was bought last, else the shortest.
 * @param had the package that was bought last
 * @param bonusDays that come with the first payment of who was invited
 */
export function renewalOf(
  args: Pick<RequestArgs, "request">,
  packages: readonly PackageOnSale[],
  {
    tier,
    until,
    bonusDays,
    had,
  }: { tier: Tier; until: Date | null; bonusDays: number; had: string | undefined },
) {
  const asked = [...askedLengths(args), ...(had ? [had] : [])];
  const sold = packages.filter((offered) => offered.tier === tier && offered.days !== null);
  const [least] = sold;
  if (!least) return undefined;
  const plans = plansOf(sold);
  const wanted = asked.map((id) => sold.find((offered) => offered.id === id)).find(Boolean);
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
