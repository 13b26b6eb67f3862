import { browserIntent } from "~/auth/intents/intents.server";
import { packagesOnSale, priceText } from "~/features/billing/plans/packages.queries.server";
import { pluralize } from "~/ui/format";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";

/** The plan that this visitor selected, as the sign-in page shows it. Undefined if none is on sale. */
export const chosenPlan = (args: RequestArgs): Promise<string | undefined> =>
  loadOr(args, "intent not read", readChosenPlan(args), undefined);

async function readChosenPlan({ request }: RequestArgs): Promise<string | undefined> {
  const chosen = (await browserIntent(request))?.intent;
  if (chosen?.kind !== "plan") return undefined;
  const sold = (await packagesOnSale()).find(({ id }) => id === chosen.packageId);
  const price = priceText({ price: chosen.amount, currency: chosen.currency });
  return sold && `${sold.name}, ${pluralize(chosen.days, "day")} for ${price}`;
}
