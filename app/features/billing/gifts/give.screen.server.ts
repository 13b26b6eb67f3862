import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireMember, viewerOf } from "~/auth/viewer.server";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { loadOr } from "~/web/optional-parts.server";
import { isUuid } from "~/web/uuid";
import { beginPurchase, PURCHASE_TEXTS } from "../orders/purchase.server";
import { packagesOnSale, priceText } from "../plans/packages.queries.server";
import { NOT_SOLD } from "../plans/plan-choice.server";
import { groupByPlan } from "../plans/plan-lengths.rules";
import { giftSchema, OWN_ADDRESS } from "./gift.rules";
import { clearTypedGiftCookie, type TypedGift, typedGift, typedGiftCookie } from "./gift-cookies.server";
import { ownGift } from "./gifts.queries.server";

const PATH = "/subscription/gift";

/** `/subscription/gift`: the available plans, and the form with any earlier values. */
export async function givePage(args: LoaderFunctionArgs) {
  const member = await requireMember(args);
  const search = new URL(args.request.url).searchParams;
  const packages = await loadOr(args, "packages not read", packagesOnSale(), undefined);
  const plans = groupByPlan(packages ?? [])
    .flat()
    .flatMap(({ id, name, days, ...price }) =>
      days === null || Number(price.price) === 0
        ? []
        : [{ value: id, label: `${name}: ${days} days for ${priceText(price)}` }],
    );
  const chosen = search.get("package");
  const values = {
    senderName: `${member.firstname} ${member.lastname}`,
    packageId: chosen ?? plans[0]?.value ?? "",
    ...(await earlierValues(member.id, search.get("again"))),
    ...typedGift(args.request),
  };
  const failed = packages ? "" : PURCHASE_TEXTS.packages;
  return data({ plans, values, failed }, { status: packages ? 200 : 500 });
}

/** The form's values of an unpaid gift whose buyer cancelled at the provider. */
async function earlierValues(memberId: string, id: string | null): Promise<TypedGift> {
  const gift = isUuid(id ?? undefined) ? await ownGift(memberId, id ?? "") : undefined;
  if (gift?.state !== "not paid") return {};
  const { packageId, recipientEmail, senderName, message } = gift;
  return { packageId: packageId ?? "", recipientEmail: recipientEmail ?? "", senderName, message };
}

/**
 * Begins the purchase of a gift. A member whose session has ended signs in again and finds the form filled
 * in.
 */
export const giveAction = (args: LoaderFunctionArgs) =>
  formReply(args, PURCHASE_TEXTS.initiate, async ({ values }) => {
    const viewer = await viewerOf(args);
    if (viewer.kind !== "member") {
      const headers = { "Set-Cookie": typedGiftCookie(values) };
      return redirect(`/login?next=${encodeURIComponent(PATH)}`, { status: 303, headers });
    }
    const { packageId, ...words } = parseOrThrow(giftSchema, values);
    if (words.recipientEmail === viewer.email) throw fieldError(422, "recipientEmail", OWN_ADDRESS);
    const headers = { "Set-Cookie": clearTypedGiftCookie() };
    const approval = beginPurchase(args, viewer, packageId, { gift: words }).catch(rethrowNotSold);
    return redirect(await approval, { status: 303, headers });
  });

/** @throws the given error, shown at the plan if the plan has left the sale */
function rethrowNotSold(error: unknown): never {
  if (!(error instanceof AppError && error.status === 404)) throw error;
  throw fieldError(404, "packageId", NOT_SOLD);
}
