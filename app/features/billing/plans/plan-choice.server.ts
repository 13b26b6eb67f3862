import { data } from "@remix-run/node";
import { type AppError, errorMessage } from "~/web/app-error.server";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isUuid } from "~/web/uuid";
import { packagesOnSale } from "./packages.queries.server";
import { chosenLength, groupByPlan } from "./plan-lengths.rules";

/** The page of plans. */
const PLANS_PATH = "/subscription";

/** The name of one plan's radio buttons. The page's form has those of all plans. */
const LENGTH = /^length-\d{1,3}$/;

/** The packages that a page's address selects: a link's `package`, or the lengths submitted with a code. */
export function requestedLengths({ request }: Pick<RequestArgs, "request">): string[] {
  const params = [...new URL(request.url).searchParams];
  const relevant = params.filter(([name]) => name === "package" || LENGTH.test(name)).slice(0, 20);
  return relevant.map(([, value]) => chosenLength(value).packageId.toLowerCase()).filter(isUuid);
}

/** What a button of the page buys: the package of its own form, or the selected length of its plan. */
export function requestedPurchase(values: Record<string, unknown>): { packageId?: string; coupon?: string } {
  const fieldText = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const plan = fieldText("plan");
  if (plan === undefined) return { packageId: fieldText("packageId"), coupon: fieldText("coupon") };
  return chosenLength(fieldText(`length-${plan}`) ?? "");
}

/** Whether the reader buys although another payment may be pending, according to the address. */
export const buysAgain = ({ request }: Pick<RequestArgs, "request">): boolean =>
  new URL(request.url).searchParams.has("again");

type Chosen = {
  packageId?: string;
  coupon?: string;
  /** The page whose paywall led to the plans. */
  from?: string;
  /** Whether to buy although another payment may be pending. */
  again?: boolean;
};

/**
 * The address of the plans with an earlier choice. A plan with one length needs no choice, so the address
 * then omits it.
 */
export async function plansAddress(args: RequestArgs, { packageId, ...more }: Chosen): Promise<string> {
  const id = packageId?.toLowerCase();
  if (!isUuid(id)) return plansPath(more);
  const packages = await loadOr(args, "packages not read", packagesOnSale(), []);
  const plan = groupByPlan(packages).find((lengths) => lengths.some((sold) => sold.id === id));
  return plansPath({ ...more, packageId: plan?.length === 1 ? undefined : id });
}

/** The address of the plans with whichever of a code, a length and a paywall's page is given. */
export function plansPath({ coupon, packageId, from, again }: Chosen): string {
  const search = new URLSearchParams();
  if (coupon) search.set("coupon", coupon);
  if (packageId) search.set("package", packageId);
  if (from) search.set("from", from);
  if (again) search.set("again", "1");
  return search.size > 0 ? `${PLANS_PATH}?${search}` : PLANS_PATH;
}

/** Shown if a package left the sale after the page was rendered. */
export const NOT_SOLD = "This plan is no longer on sale. You have not been charged. Please choose another.";

/** The packages selected in the page's form, the one of the pressed button first. */
export function chosenPackages(values: Record<string, unknown>): string[] {
  const ticked = Object.entries(values).flatMap(([name, value]) =>
    LENGTH.test(name) && typeof value === "string" ? [chosenLength(value).packageId] : [],
  );
  return [requestedPurchase(values).packageId ?? "", ...ticked].map((id) => id.toLowerCase()).filter(isUuid);
}

/**
 * Shows the plans again with the error and the earlier choice.
 * @param more the message for a missing package
 */
export const planErrorReply = (error: AppError, chosen: string[], more?: string) =>
  data({ message: errorMessage(error), more: error.status === 404 ? more : undefined, chosen }, error.status);
