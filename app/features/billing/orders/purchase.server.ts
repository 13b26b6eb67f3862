import { Order } from "db/entities/order";
import { Package } from "db/entities/package";
import { columns } from "db/entity-columns.server";
import { int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { PurchaseError } from "~/access/entitlement.rules";
import type { MemberViewer } from "~/auth/viewer.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { PAYPAL_ORIGINS } from "~/platform/paypal-addresses";
import { AppError, consumeLimit } from "~/web/app-error.server";
import type { RequestArgs } from "~/web/request-args.server";
import { returnOrigin } from "~/web/return-origin.server";
import { isUuid } from "~/web/uuid";
import { refusalText } from "../coupons/coupon.rules";
import { type GiftWords, placeGift } from "../gifts/place-gift.server";
import { providerAmount } from "../money.rules";
import { createProviderOrder, getProviderOrder, PayPalError } from "../paypal/paypal.server";
import { type CaptureOutcome, captureOnce } from "./capture.server";
import { orderByProviderId } from "./orders.queries.server";
import { awaitProviderOrder, placeOrder, type SellablePackage } from "./place-order.server";
import { assertNothingUnderWay } from "./under-way.server";

/** Exact texts of the specification, section 8. */
export const PURCHASE_TEXTS = {
  login: "Please login to proceed",
  initiate: "Failed to initiate subscription",
  approval: "Failed to get PayPal approval URL",
  finalize: "Failed to finalize subscription",
  packages: "Failed to load subscription plans",
  done: "Subscription activated!",
} as const;

const PURCHASE_ERRORS: Record<PurchaseError, string> = {
  "not sold": PURCHASE_TEXTS.initiate,
  "private runs": "You can buy Premium again when your Private days have ended.",
  "no end": "You have access without an end date, so there is nothing to buy.",
};

/** What the buyer chose in addition to the package. */
type PurchaseChoice = {
  coupon?: string;
  /** The recipient, if the purchase is a gift. */
  gift?: GiftWords;
  /** The page whose paywall led the buyer to the plans. The payment stores it. */
  lockedPage?: string;
  /** Whether the buyer knows that another payment may be pending. */
  again?: boolean;
};

/**
 * Begins a purchase: stores the order with the agreed terms, creates one at the provider and sends the buyer
 * there. Later changes of the package do not affect the order. If the coupon cannot be used, no purchase
 * begins: nobody pays more than they agreed to.
 * @returns the address of the approval page
 * @throws AppError 404 if the package is not on sale, 409 if this member cannot buy it now or has a pending
 * payment, 429, 502 or 503 for provider errors
 */
export async function beginPurchase(
  args: RequestArgs,
  member: MemberViewer,
  packageId: string | undefined,
  { coupon = "", gift, lockedPage, again = false }: PurchaseChoice = {},
): Promise<string> {
  if (!config().paypal) throw initiateError(503);
  await consumeLimit({ purchase: member.id });
  if (!gift && !again) await assertNothingUnderWay(member.id);
  const sold = isUuid(packageId) ? await packageOnSale(packageId) : undefined;
  if (!sold) throw initiateError(404);
  let staleOrderId: string | undefined;
  for (let tries = 0; tries < 3; tries += 1) {
    const placed = await (gift
      ? placeGift(member.id, sold, gift, staleOrderId)
      : placeOrder(member.id, sold, { coupon, staleOrderId, lockedPage }));
    if ("refusal" in placed) throw initiateError(409, PURCHASE_ERRORS[placed.refusal]);
    if ("couponRefusal" in placed) throw initiateError(409, refusalText(placed.couponRefusal, coupon));
    const { orderId, open, amount } = placed;
    const approvalUrl = await mapProviderErrors(args, orderId, () =>
      open
        ? continueOrder(args, member.id, orderId)
        : requestApproval(args, member.id, orderId, { ...sold, price: amount }),
    );
    if (approvalUrl) return approvalUrl;
    staleOrderId = orderId;
  }
  throw initiateError(503);
}

const initiateError = (status: 404 | 409 | 502 | 503, message: string = PURCHASE_TEXTS.initiate) =>
  new AppError(status, message);

const FAIL_UNHEARD = command("purchase.fail-unheard")`
  update orders set status = 'failed', end_reason = 'not begun', last_error = ${text("reason")}, version = version + 1
   where id = ${uuid("orderId")} and provider_order_id is null`;

/** Maps provider errors to an AppError. If the provider never received the order, the order ends. */
async function mapProviderErrors<Result>(
  args: RequestArgs,
  orderId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    log().error({ requestId: args.context.requestId, orderId, err: error }, PURCHASE_TEXTS.initiate);
    await FAIL_UNHEARD.run({ orderId, reason: error.message.slice(0, 2000) });
    throw initiateError(error.kind === "refused" ? 502 : 503);
  }
}

/**
 * Continues an order from an earlier click: to the approval page, or, if it is approved, to its completion.
 * @returns undefined if the provider has given it up
 * @throws PayPalError
 */
async function continueOrder(
  args: RequestArgs,
  memberId: string,
  orderId: string,
): Promise<string | undefined> {
  const order = await awaitProviderOrder(orderId);
  if (order === "being made") throw initiateError(503);
  if (!order) return undefined;
  const seen = await getProviderOrder(order.providerOrderId).catch((error: unknown) => {
    if (error instanceof PayPalError && error.status === 404) return undefined;
    throw error;
  });
  const origin = returnOrigin(args.request);
  if (seen?.status === "APPROVED" || seen?.status === "COMPLETED") {
    const back = new URLSearchParams({ userId: memberId, packageId: order.packageId ?? "", token: seen.id });
    return `${origin}/subscription?${back}`;
  }
  return seen && seen.status !== "VOIDED" ? trustedApprovalUrl(seen.approvalUrl, origin) : undefined;
}

const ON_SALE = {
  ...columns(Package, "id", "name", "tier", "price", "currency"),
  days: int.present.from`expires_in`,
};
const PACKAGE_ON_SALE = statement("purchase.package-on-sale", ON_SALE)`
  select ${ON_SALE} from packages
   where id = ${uuid("id")} and archived_at is null and price > 0 and expires_in is not null`;

const packageOnSale = (id: string): Promise<SellablePackage | undefined> => PACKAGE_ON_SALE.first({ id });

const KEEP_PROVIDER_ID = statement("purchase.keep-provider-id", columns(Order, "id"))`
  update orders set provider_order_id = ${text("providerOrderId")}, version = version + 1
   where id = ${uuid("orderId")}
     and not exists (select 1 from orders where provider_order_id = ${text("providerOrderId")}) returning id`;

async function requestApproval(
  args: RequestArgs,
  memberId: string,
  orderId: string,
  sold: SellablePackage,
): Promise<string> {
  const origin = returnOrigin(args.request);
  const back = new URLSearchParams({ userId: memberId, packageId: sold.id });
  const provider = await createProviderOrder({
    orderId,
    description: `${sold.name}, ${sold.days} days`,
    amount: providerAmount(sold.price, sold.currency),
    currency: sold.currency,
    merchantId: config().paypal?.merchantId,
    siteName: config().siteName,
    returnUrl: `${origin}/subscription?${back}`,
    cancelUrl: `${origin}/subscription?${back}&cancelled=1`,
  });
  const approvalUrl = trustedApprovalUrl(provider.approvalUrl, origin);
  if (!approvalUrl) {
    log().error({ orderId, origin: linkOrigin(provider.approvalUrl) }, PURCHASE_TEXTS.approval);
    await failOrder(orderId, PURCHASE_TEXTS.approval);
    throw initiateError(502, PURCHASE_TEXTS.approval);
  }
  if (await KEEP_PROVIDER_ID.first({ providerOrderId: provider.id, orderId })) return approvalUrl;
  await failOrder(orderId, `The provider gave the id of another order: ${provider.id}`);
  throw initiateError(502);
}

/** Keeps only the origin: the rest of a link lets its holder approve the payment. */
const linkOrigin = (link = "") => (URL.canParse(link) ? new URL(link).origin : "none");

/** The approval address, if it is on PayPal's origin. Buyers are never redirected to any other site. */
function trustedApprovalUrl(approvalUrl: string | undefined, origin: string): string | undefined {
  if (!approvalUrl || !URL.canParse(approvalUrl)) return undefined;
  const { apiUrl } = config().paypal ?? {};
  const trustedOrigins = apiUrl === undefined ? [origin] : [...PAYPAL_ORIGINS, new URL(apiUrl).origin];
  return trustedOrigins.includes(new URL(approvalUrl).origin) ? approvalUrl : undefined;
}

const FAIL_ORDER = command("purchase.fail")`
  update orders set status = 'failed', end_reason = 'not begun', last_error = ${text("reason")}, version = version + 1
   where id = ${uuid("orderId")}`;

const failOrder = (orderId: string, reason: string) =>
  FAIL_ORDER.run({ orderId, reason: reason.slice(0, 2000) });

/** The outcome of a member's return or API request. `foreign` includes orders that do not exist. */
export type PurchaseOutcome = CaptureOutcome | { state: "foreign" };

/**
 * Finishes a member's purchase, found by the provider's order id. Repeated requests return the same outcome.
 */
export async function finishPurchase(
  { request }: Pick<RequestArgs, "request">,
  member: MemberViewer,
  providerOrderId: string,
): Promise<PurchaseOutcome> {
  const order = await findOwnOrder(member, providerOrderId);
  if (!order) return { state: "foreign" };
  const outcome = await captureOnce(order.id, "buyer");
  if (outcome.state !== "sent back") return outcome;
  return { ...outcome, approvalUrl: trustedApprovalUrl(outcome.approvalUrl, returnOrigin(request)) };
}

const CANCEL_ORDER = command("purchase.cancel")`
  update orders set status = 'unknown', end_reason = 'buyer cancelled', last_error = 'Cancelled by the buyer', version = version + 1
   where id = ${uuid("orderId")} and status in ('created', 'approved')`;

/**
 * What this member had chosen with an order, found by the provider's order id: the package, the coupon code
 * and the paywall's page.
 */
export async function earlierChoice(
  member: MemberViewer,
  providerOrderId: string,
): Promise<{ packageId?: string; coupon?: string; from?: string }> {
  const order = await findOwnOrder(member, providerOrderId);
  return {
    packageId: order?.packageId ?? undefined,
    coupon: order?.couponCode ?? undefined,
    from: order?.lockedPage ?? undefined,
  };
}

/**
 * The buyer cancelled on the provider's page. The order ends here at once, so no notification captures it.
 * The provider is queried, repeatedly if needed, whether it has taken money. An order that is being captured
 * or paid stays as it is.
 * @returns the provider's answer: `failed` or `not approved` if nothing was paid
 */
export async function cancelPurchase(
  member: MemberViewer,
  providerOrderId: string,
): Promise<PurchaseOutcome> {
  const order = await findOwnOrder(member, providerOrderId);
  if (!order) return { state: "foreign" };
  await CANCEL_ORDER.run({ orderId: order.id });
  return captureOnce(order.id);
}

async function findOwnOrder(member: MemberViewer, providerOrderId: string) {
  const plausible = /^[\w-]{1,100}$/.test(providerOrderId);
  const order = plausible ? await orderByProviderId(providerOrderId) : undefined;
  return order?.memberId === member.id ? order : undefined;
}
