import { data } from "@remix-run/node";
import { type AppError, errorMessage } from "~/web/app-error.server";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isUuid } from "~/web/uuid";
import { packagesOnSale } from "./packages.queries.server";
import { chosenLength, plansOf } from "./plan-lengths.rules";

/** The page of plans. */
const PLANS_PATH = "/subscription";

/** What the radio buttons of one plan are called; the page's form holds those of all. */
const LENGTH = /^length-\d{1,3}$/;

/** The packages that the address of a page chooses: a link's `package`, or the lengths that came along with a code. */
export function askedLengths({ request }: Pick<RequestArgs, "request">): string[] {
  const params = [...new URL(request.url).searchParams];
  const asked = params.filter(([name]) => name === "package" || LENGTH.test(name)).slice(0, 20);
  return asked.map(([, value]) => chosenLength(value).packageId.toLowerCase()).filter(isUuid);
}

/** What a button of the page buys: the package of its own form, or the length that is ticked in its plan. */
export function purchaseAsked(values: Record<string, unknown>): { packageId?: string; coupon?: string } {
  const textOf = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  const plan = textOf("plan");
  if (plan === undefined) return { packageId: textOf("packageId"), coupon: textOf("coupon") };
  return chosenLength(textOf(`length-${plan}`) ?? "");
}

/** Whether the address of the plans says that its reader buys though another payment may be on its way. */
export const buysAgain = ({ request }: Pick<RequestArgs, "request">): boolean =>
  new URL(request.url).searchParams.has("again");

type Chosen = {
  packageId?: string;
  coupon?: string;
  /** The page whose lock led to the plans. */
  from?: string;
  /** To buy though another payment may be on its way. */
  again?: boolean;
};

/** Where the plans are as somebody left them. A plan of one length needs no choice, so the address has none then. */
export async function plansAddress(args: RequestArgs, { packageId, ...more }: Chosen): Promise<string> {
  const id = packageId?.toLowerCase();
  if (!isUuid(id)) return plansPath(more);
  const packages = await loadOr(args, "packages not read", packagesOnSale(), []);
  const plan = plansOf(packages).find((lengths) => lengths.some((sold) => sold.id === id));
  return plansPath({ ...more, packageId: plan?.length === 1 ? undefined : id });
}

/** The address of the plans with a code, a length and what led there, as far as there are any. */
export function plansPath({ coupon, packageId, from, again }: Chosen): string {
  const search = new URLSearchParams();
  if (coupon) search.set("coupon", coupon);
  if (packageId) search.set("package", packageId);
  if (from) search.set("from", from);
  if (again) search.set("again", "1");
  return search.size > 0 ? `${PLANS_PATH}?${search}` : PLANS_PATH;
}

/** Said where a package left the plans after the page was drawn. */
export const NOT_SOLD = "This plan is not sold any more. Nothing was paid. Please choose another.";

/** The packages that a form of the page has ticked, that whose button was pressed before the others. */
export function chosenIn(values: Record<string, unknown>): string[] {
  const ticked = Object.entries(values).flatMap(([name, value]) =>
    LENGTH.test(name) && typeof value === "string" ? [chosenLength(value).packageId] : [],
  );
  return [purchaseAsked(values).packageId ?? "", ...ticked].map((id) => id.toLowerCase()).filter(isUuid);
}

/** The plans again, with why nothing was begun and what was chosen. @param more what is said of a package that is not there */
export const planErrorReply = (error: AppError, chosen: string[], more?: string) =>
  data({ message: errorMessage(error), more: error.status === 404 ? more : undefined, chosen }, error.status);
