import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import { demoMerchant, SimulatorError } from "./account.server";
import { notify } from "./notify.server";
import {
  addOrder,
  addRefund,
  type BankOutcome,
  changeOrder,
  findOrder,
  findRefund,
  type NewOrder,
  type SimulatedOrder,
  type SimulatedRefund,
} from "./order-store.server";

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

/** Seventeen characters, like PayPal's ids. */
const newId = () => Array.from({ length: 17 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

const urlSchema = z
  .string()
  .max(3000)
  .regex(/^https?:\/\//)
  .refine((url) => URL.canParse(url));

const orderDraftSchema = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(127).default(""),
        description: z.string().max(127).default(""),
        amount: z.object({
          currency_code: z.string().regex(/^[A-Z]{3}$/),
          value: z.string().regex(/^\d{1,10}(\.\d{2})?$/),
        }),
      }),
    )
    .length(1),
  application_context: z.object({
    brand_name: z.string().max(127).default(""),
    return_url: urlSchema,
    cancel_url: urlSchema,
  }),
});

/** POST /v2/checkout/orders @throws SimulatorError */
export async function createOrder(body: unknown) {
  const draft = orderDraftSchema.safeParse(body);
  const [unit] = draft.data?.purchase_units ?? [];
  if (!draft.success || !unit) throw new SimulatorError(422, "INVALID_REQUEST");
  const { return_url: returnUrl, cancel_url: cancelUrl, brand_name: brand } = draft.data.application_context;
  const order: NewOrder = {
    id: newId(),
    status: "CREATED",
    customId: unit.custom_id,
    description: unit.description,
    amount: unit.amount.value,
    currency: unit.amount.currency_code,
    payee: demoMerchant().merchantId ?? "",
    brand,
    returnUrl,
    cancelUrl,
    ending: "completes",
    captureId: null,
    captureStatus: null,
  };
  await addOrder(order);
  return serializeOrder(order);
}

/** GET /v2/checkout/orders/{id} @throws SimulatorError */
export async function getOrder(id: string) {
  return serializeOrder(orderOrThrow(await findOrder({ id })));
}

/**
 * POST /v2/checkout/orders/{id}/capture. A repeated request returns the same capture.
 * @throws SimulatorError
 */
export async function captureSimulatedOrder(id: string) {
  let first = false;
  const order = await changeOrder({ id }, (found) => {
    const before = orderOrThrow(found);
    if (before.status === "CREATED") throw new SimulatorError(422, "ORDER_NOT_APPROVED");
    if (before.status === "COMPLETED") return before;
    if (before.ending === "is declined") throw new SimulatorError(422, "INSTRUMENT_DECLINED");
    first = true;
    const captureStatus = before.ending === "completes" ? "COMPLETED" : "PENDING";
    return { ...before, status: "COMPLETED", captureId: newId(), captureStatus };
  });
  if (first) notify(`PAYMENT.CAPTURE.${order.captureStatus}`, serializeCapture(order));
  return serializeOrder(order);
}

/** GET /v2/payments/captures/{id} @throws SimulatorError */
export async function getCapture(captureId: string) {
  return serializeCapture(orderOrThrow(await findOrder({ captureId })));
}

const refundSchema = z.object({
  amount: z.object({ currency_code: z.string(), value: z.string().regex(/^\d{1,10}(\.\d{2})?$/) }).optional(),
});

/**
 * POST /v2/payments/captures/{id}/refund: the full rest, or a part. A repeated request id returns the same
 * refund.
 * @throws SimulatorError
 */
export async function refundCapture(captureId: string, body: unknown, requestId: string | null) {
  const wish = refundSchema.safeParse(body ?? {});
  if (!wish.success) throw new SimulatorError(422, "INVALID_REQUEST");
  const { order, refund } = await addRefund({ captureId }, { id: newId(), requestId }, (found, soFar) => {
    const { amount, currency, captureStatus } = orderOrThrow(found);
    if (captureStatus === "REFUNDED") throw new SimulatorError(422, "CAPTURE_FULLY_REFUNDED");
    if (captureStatus !== "COMPLETED" && captureStatus !== "PARTIALLY_REFUNDED")
      throw new SimulatorError(422, "CAPTURE_NOT_COMPLETED");
    const left = Number(amount) - Number(soFar);
    const { value, currency_code } = wish.data.amount ?? { value: left.toFixed(2), currency_code: currency };
    if (currency_code !== currency) throw new SimulatorError(422, "CURRENCY_MISMATCH");
    if (Number(value) > left) throw new SimulatorError(422, "REFUND_AMOUNT_EXCEEDED");
    return { amount: value, status: Number(value) === left ? "REFUNDED" : "PARTIALLY_REFUNDED" };
  });
  const refunded = serializeRefund(order, refund);
  notify("PAYMENT.CAPTURE.REFUNDED", refunded);
  return refunded;
}

/** GET /v2/payments/refunds/{id} @throws SimulatorError */
export async function getRefund(id: string) {
  const found = await findRefund(id);
  if (!found) throw new SimulatorError(404, "INVALID_RESOURCE_ID");
  return serializeRefund(found.order, found.refund);
}

const serializeRefund = (
  { captureId, customId, currency }: SimulatedOrder,
  { id, amount }: SimulatedRefund,
) => ({
  id,
  status: "COMPLETED",
  custom_id: customId,
  amount: { currency_code: currency, value: Number(amount).toFixed(2) },
  links: [{ rel: "up", method: "GET", href: `https://simulator.invalid/v2/payments/captures/${captureId}` }],
});

/** Approves an order as the buyer. @returns the address for the buyer's browser @throws SimulatorError */
export async function approveOrder(id: string, ending: BankOutcome): Promise<string> {
  const order = await changeOrder({ id }, (found) => {
    const before = orderOrThrow(found);
    return before.status === "CREATED" ? { ...before, status: "APPROVED", ending } : before;
  });
  notify("CHECKOUT.ORDER.APPROVED", serializeOrder(order));
  return withToken(order.returnUrl, order.id);
}

export const buyerCancelUrl = ({ cancelUrl, id }: SimulatedOrder): string => withToken(cancelUrl, id);

function withToken(address: string, token: string): string {
  const url = new URL(address);
  url.searchParams.set("token", token);
  return url.href;
}

function orderOrThrow(order: SimulatedOrder | undefined): SimulatedOrder {
  if (!order) throw new SimulatorError(404, "INVALID_RESOURCE_ID");
  return order;
}

/** The paying account: each return address has one of its own. Thirteen characters. */
const simulatedPayerId = ({ returnUrl, id }: NewOrder) =>
  createHash("sha256")
    .update(new URL(returnUrl).searchParams.get("userId") ?? id)
    .digest("hex")
    .slice(0, 13)
    .toUpperCase();

function serializeOrder(order: NewOrder) {
  const { id, status, customId, description, amount, currency, payee, captureId, returnUrl } = order;
  return {
    id,
    status,
    intent: "CAPTURE",
    // Known once the buyer has approved the order.
    ...(status === "CREATED" ? {} : { payer: { payer_id: simulatedPayerId(order) } }),
    purchase_units: [
      {
        reference_id: customId,
        custom_id: customId,
        description,
        amount: { currency_code: currency, value: amount },
        payee: { merchant_id: payee },
        ...(captureId ? { payments: { captures: [serializeCapture(order)] } } : {}),
      },
    ],
    // Buyers reach the simulator under the shop's public address.
    links: [
      {
        rel: "approve",
        method: "GET",
        href: `${new URL(returnUrl).origin}/demo/paypal/checkoutnow?token=${id}`,
      },
    ],
  };
}

function serializeCapture(order: NewOrder) {
  const { id, captureId, captureStatus, amount, currency, customId } = order;
  return {
    id: captureId,
    status: captureStatus,
    custom_id: customId,
    final_capture: true,
    amount: { currency_code: currency, value: amount },
    ...(captureStatus === "PENDING" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
    supplementary_data: { related_ids: { order_id: id } },
  };
}
