import { z } from "zod";
import { PayPalError, payPalAccount, sendRequest } from "./client.server";
import {
  capturesGet,
  capturesRefund,
  type OrderDraft,
  ordersCapture,
  ordersCreate,
  ordersGet,
  type PayPalRequest,
  refundsGet,
  type Transmission,
  webhookVerify,
} from "./requests.server";

export type { OrderDraft, Transmission };
export { PayPalError };

/** An order as PayPal reports it. Fields that PayPal leaves out are absent. */
export type ProviderOrder = {
  id: string;
  status: string;
  /** The number of purchase units. Our orders have one. */
  units: number;
  customId?: string;
  amount?: string;
  currency?: string;
  merchantId?: string;
  /** The paying account that approved the order. */
  payerId?: string;
  approvalUrl?: string;
  captures: ProviderCapture[];
};

/** Money that is taken or pending. */
export type ProviderCapture = {
  id: string;
  status: string;
  amount: string;
  currency: string;
  customId?: string;
  /** The paying account, if the response was about the whole order. */
  payerId?: string;
  /** Why it is pending or declined. */
  reason?: string;
};

const id = z.string().min(1).max(100);
const shortTextSchema = z.string().max(100);
const amountSchema = z.object({ currency_code: shortTextSchema, value: shortTextSchema });

const captureSchema = z.object({
  id,
  status: shortTextSchema,
  amount: amountSchema,
  custom_id: z.string().max(300).optional(),
  status_details: z.object({ reason: shortTextSchema.optional() }).optional(),
});

/** Lenient: a purchase must not fail if the provider changes how it names the payer. */
const payerIdSchema = id.optional().catch(undefined);

const orderSchema = z.object({
  id,
  status: shortTextSchema,
  /** Present in every order so far. Newer responses also name the account under `payment_source`. */
  payer: z.object({ payer_id: payerIdSchema }).optional().catch(undefined),
  payment_source: z
    .object({ paypal: z.object({ account_id: payerIdSchema }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  links: z.array(z.object({ rel: shortTextSchema, href: z.string().max(3000) })).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(300).optional(),
        amount: amountSchema.optional(),
        payee: z.object({ merchant_id: shortTextSchema.optional() }).optional(),
        payments: z.object({ captures: z.array(captureSchema).default([]) }).optional(),
      }),
    )
    .default([]),
});

/** Creates the order that the buyer then approves. @throws PayPalError */
export async function createProviderOrder(draft: OrderDraft): Promise<ProviderOrder> {
  return toProviderOrder(await fetchParsed(ordersCreate(draft), orderSchema));
}

/** @throws PayPalError */
export async function getProviderOrder(providerOrderId: string): Promise<ProviderOrder> {
  return toProviderOrder(await fetchParsed(ordersGet(providerOrderId), orderSchema));
}

/** Captures an approved order. A repeated request returns the same capture. @throws PayPalError */
export async function captureProviderOrder(providerOrderId: string, orderId: string): Promise<ProviderOrder> {
  return toProviderOrder(await fetchParsed(ordersCapture(providerOrderId, orderId), orderSchema));
}

/** @throws PayPalError */
export async function getProviderCapture(captureId: string): Promise<ProviderCapture> {
  return toProviderCapture(await fetchParsed(capturesGet(captureId), captureSchema));
}

/** A refund by PayPal. `captureId` is present if PayPal names the capture. */
export type ProviderRefund = {
  id: string;
  status: string;
  amount: string;
  currency: string;
  captureId?: string;
};

const refundSchema = z.object({
  id,
  status: shortTextSchema,
  amount: amountSchema,
  links: z.array(z.object({ rel: shortTextSchema, href: z.string().max(3000) })).default([]),
});

const toProviderRefund = ({ id, status, amount, links }: z.output<typeof refundSchema>): ProviderRefund => ({
  id,
  status,
  amount: amount.value,
  currency: amount.currency_code,
  captureId: capturedBy(links),
});

/** The id of a refund's capture, from its `up` link. */
export function capturedBy(links: readonly { rel: string; href: string }[]): string | undefined {
  const link = links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
  return link && /\/captures\/([\w-]{1,100})(?:[/?]|$)/.exec(link.href)?.[1];
}

/** Refunds money of a capture. A repeated request id returns the same refund. @throws PayPalError */
export async function refundProviderCapture(
  captureId: string,
  refund: Parameters<typeof capturesRefund>[1],
): Promise<ProviderRefund> {
  return toProviderRefund(await fetchParsed(capturesRefund(captureId, refund), refundSchema));
}

/** @throws PayPalError */
export async function getProviderRefund(refundId: string): Promise<ProviderRefund> {
  return toProviderRefund(await fetchParsed(refundsGet(refundId), refundSchema));
}

/**
 * Whether PayPal confirms a notification's signature.
 * @param event the notification's text
 * @throws PayPalError
 */
export async function verifyNotification(transmission: Transmission, event: string): Promise<boolean> {
  const request = webhookVerify(transmission, payPalAccount().webhookId, event);
  const { verification_status } = await fetchParsed(
    request,
    z.object({ verification_status: shortTextSchema }),
  );
  return verification_status === "SUCCESS";
}

async function fetchParsed<Shape extends z.ZodType>(
  request: PayPalRequest,
  schema: Shape,
): Promise<z.output<Shape>> {
  const parsed = schema.safeParse(await sendRequest(request));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new PayPalError("unreachable", `${request.verb} ${request.path}: answer not understood at ${where}`);
}

function toProviderOrder({
  id,
  status,
  links,
  purchase_units,
  payer,
  payment_source,
}: z.output<typeof orderSchema>): ProviderOrder {
  const [unit] = purchase_units;
  const payerId = payer?.payer_id ?? payment_source?.paypal?.account_id;
  const approval = links.find(({ rel }) => rel === "approve" || rel === "payer-action");
  return {
    id,
    status,
    units: purchase_units.length,
    customId: unit?.custom_id,
    amount: unit?.amount?.value,
    currency: unit?.amount?.currency_code,
    merchantId: unit?.payee?.merchant_id,
    payerId,
    approvalUrl: approval?.href,
    captures: (unit?.payments?.captures ?? []).map((capture) => ({ ...toProviderCapture(capture), payerId })),
  };
}

const toProviderCapture = (capture: z.output<typeof captureSchema>): ProviderCapture => ({
  id: capture.id,
  status: capture.status,
  amount: capture.amount.value,
  currency: capture.amount.currency_code,
  customId: capture.custom_id,
  reason: capture.status_details?.reason,
});
