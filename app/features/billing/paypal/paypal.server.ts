import { z } from "zod";
import { PayPalTrouble, payPal, send } from "./client.server";
import {
  capturesGet,
  type OrderDraft,
  ordersCapture,
  ordersCreate,
  ordersGet,
  type PayPalRequest,
  type Transmission,
  webhookVerify,
} from "./requests.server";

export type { OrderDraft, Transmission };
export { PayPalTrouble };

/** An order as PayPal knows it. Absent where it said nothing. */
export type ProviderOrder = {
  id: string;
  status: string;
  /** How many things are sold in it; ours sell one. */
  units: number;
  customId?: string;
  amount?: string;
  currency?: string;
  merchantId?: string;
  approvalUrl?: string;
  captures: ProviderCapture[];
};

/** Money taken, or on its way. */
export type ProviderCapture = {
  id: string;
  status: string;
  amount: string;
  currency: string;
  customId?: string;
  /** Why it is pending or was declined. */
  reason?: string;
};

const id = z.string().min(1).max(100);
const word = z.string().max(100);
const amountShape = z.object({ currency_code: word, value: word });

const captureShape = z.object({
  id,
  status: word,
  amount: amountShape,
  custom_id: z.string().max(300).optional(),
  status_details: z.object({ reason: word.optional() }).optional(),
});

const orderShape = z.object({
  id,
  status: word,
  links: z.array(z.object({ rel: word, href: z.string().max(3000) })).default([]),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().max(300).optional(),
        amount: amountShape.optional(),
        payee: z.object({ merchant_id: word.optional() }).optional(),
        payments: z.object({ captures: z.array(captureShape).default([]) }).optional(),
      }),
    )
    .default([]),
});

/** Creates the order that a buyer is then asked to approve. @throws PayPalTrouble */
export async function createProviderOrder(draft: OrderDraft): Promise<ProviderOrder> {
  return orderOf(await read(ordersCreate(draft), orderShape));
}

/** @throws PayPalTrouble */
export async function getProviderOrder(providerOrderId: string): Promise<ProviderOrder> {
  return orderOf(await read(ordersGet(providerOrderId), orderShape));
}

/** Takes the money of an approved order; asked again it is the same capture. @throws PayPalTrouble */
export async function captureProviderOrder(providerOrderId: string, orderId: string): Promise<ProviderOrder> {
  return orderOf(await read(ordersCapture(providerOrderId, orderId), orderShape));
}

/** @throws PayPalTrouble */
export async function getProviderCapture(captureId: string): Promise<ProviderCapture> {
  return captureOf(await read(capturesGet(captureId), captureShape));
}

/** Whether PayPal says that a notification is its own. @param event its text @throws PayPalTrouble */
export async function isGenuine(transmission: Transmission, event: string): Promise<boolean> {
  const request = webhookVerify(transmission, payPal().webhookId, event);
  const { verification_status } = await read(request, z.object({ verification_status: word }));
  return verification_status === "SUCCESS";
}

async function read<Shape extends z.ZodType>(request: PayPalRequest, shape: Shape): Promise<z.output<Shape>> {
  const parsed = shape.safeParse(await send(request));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new PayPalTrouble(
    "unreachable",
    `${request.verb} ${request.path}: answer not understood at ${where}`,
  );
}

function orderOf({ id, status, links, purchase_units }: z.output<typeof orderShape>): ProviderOrder {
  const [unit] = purchase_units;
  const approval = links.find(({ rel }) => rel === "approve" || rel === "payer-action");
  return {
    id,
    status,
    units: purchase_units.length,
    customId: unit?.custom_id,
    amount: unit?.amount?.value,
    currency: unit?.amount?.currency_code,
    merchantId: unit?.payee?.merchant_id,
    approvalUrl: approval?.href,
    captures: (unit?.payments?.captures ?? []).map(captureOf),
  };
}

const captureOf = (capture: z.output<typeof captureShape>): ProviderCapture => ({
  id: capture.id,
  status: capture.status,
  amount: capture.amount.value,
  currency: capture.amount.currency_code,
  customId: capture.custom_id,
  reason: capture.status_details?.reason,
});
