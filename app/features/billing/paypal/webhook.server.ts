import { json } from "@remix-run/node";
import { z } from "zod";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { apiAction } from "~/web/api-replies.server";
import { AppError, consumeLimit } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isUuid } from "~/web/uuid";
import { captureOnce } from "../orders/capture.server";
import { orderById, orderByProviderId } from "../orders/orders.queries.server";
import { applyProviderRefunds } from "../payments/apply-refunds.server";
import { capturedBy, PayPalError, type Transmission, verifyNotification } from "./paypal.server";

const idSchema = z.string().min(1).max(100);

const eventSchema = z.object({
  id: idSchema,
  event_type: z.string().max(100),
  resource: z.object({
    id: idSchema.optional(),
    custom_id: z.string().max(300).optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string().max(3000) })).optional(),
    supplementary_data: z
      .object({
        related_ids: z.object({ order_id: idSchema.optional(), capture_id: idSchema.optional() }).optional(),
      })
      .optional(),
  }),
});

type WebhookEvent = z.output<typeof eventSchema>;

const CAPTURE_EVENTS =
  /^(CHECKOUT\.ORDER\.(APPROVED|COMPLETED|VOIDED)|PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED))$/;
const REFUND_EVENTS = /^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/;

/**
 * Handles a notification of the provider. The provider verifies its signature, then the named order or
 * capture is queried again. So a replayed or outdated notification does no harm. Any response other than 2xx
 * makes the provider send it again.
 */
export async function handleWebhook(args: RequestArgs): Promise<Response> {
  if (!config().paypal) return notFound("This endpoint does not exist.");
  return apiAction(args, ["POST"], () => processNotification(args));
}

async function processNotification({ request, context }: RequestArgs): Promise<Response> {
  await consumeLimit({ "webhook-network": context.ip });
  const transmission = readTransmission(request.headers);
  const text = await request.text();
  const event = parseEvent(text);
  if (!transmission || !event) throw new AppError(400, "This is not a PayPal notification.");
  try {
    if (!(await verifyNotification(transmission, text))) {
      log().warn({ requestId: context.requestId, event: event.id }, "forged notification");
      throw new AppError(403, "PayPal did not sign this notification.");
    }
    return await processEvent(event);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    log().warn({ requestId: context.requestId, event: event.id, err: error }, "notification not handled");
    throw sendAgain();
  }
}

const sendAgain = () => new AppError(503, "Please send this again.", { retryAfter: 60 });

async function processEvent(event: WebhookEvent): Promise<Response> {
  const { event_type: type, resource } = event;
  if (REFUND_EVENTS.test(type)) {
    const captureId = refundedCapture(event);
    const refundId = type === "PAYMENT.CAPTURE.REFUNDED" ? resource.id : undefined;
    const isRefunded = captureId && (await applyProviderRefunds(captureId, refundId));
    return json({ message: isRefunded ? "Refunded." : "Nothing to do." });
  }
  if (!CAPTURE_EVENTS.test(type)) return json({ message: "Nothing to do." });
  const providerOrderId = type.startsWith("CHECKOUT.")
    ? resource.id
    : resource.supplementary_data?.related_ids?.order_id;
  const order = providerOrderId
    ? await orderByProviderId(providerOrderId)
    : await orderByCustomId(resource.custom_id);
  if (!order) return json({ message: "Nothing to do." });
  const { state } = await captureOnce(order.id);
  // A notification of a capture contradicts an answer without one. That answer is incomplete.
  if (state === "waiting" || (state === "not approved" && type.startsWith("PAYMENT."))) throw sendAgain();
  // A won dispute: the refunded money has returned.
  if (state === "captured" && !type.startsWith("CHECKOUT.") && resource.id)
    await applyProviderRefunds(resource.id);
  return json({ message: `The order is ${state}.` });
}

const orderByCustomId = (customId: string | undefined) =>
  isUuid(customId) ? orderById(customId) : undefined;

/** A refund names its capture by a link; a reversal is the capture itself. */
function refundedCapture({ resource }: WebhookEvent): string | undefined {
  const relatedId = resource.supplementary_data?.related_ids?.capture_id;
  const linked = capturedBy(resource.links ?? []);
  return relatedId ?? linked ?? resource.id;
}

function readTransmission(headers: Headers): Transmission | undefined {
  const [transmissionId, time, certUrl, algorithm, signature] = [
    "transmission-id",
    "transmission-time",
    "cert-url",
    "auth-algo",
    "transmission-sig",
  ].map((name) => headers.get(`paypal-${name}`)?.slice(0, 3000));
  if (!transmissionId || !time || !certUrl || !algorithm || !signature) return undefined;
  return { id: transmissionId, time, certUrl, algorithm, signature };
}

function parseEvent(text: string): WebhookEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
