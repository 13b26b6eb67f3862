import { json } from "@remix-run/node";
import { z } from "zod";
import { isId } from "~/admin-kit/find.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { countAttempt, waitSentence } from "~/web/rate-limits.server";
import { methodNotAllowed, notFound } from "~/web/replies.server";
import type { Asking } from "~/web/request-args.server";
import { capture } from "./capture.server";
import { orderById, orderOfProvider } from "./orders.queries.server";
import { isGenuine, PayPalTrouble, type Transmission } from "./paypal/paypal.server";
import { refund } from "./refund.server";

const id = z.string().min(1).max(100);

const eventShape = z.object({
  id,
  event_type: z.string().max(100),
  resource: z.object({
    id: id.optional(),
    custom_id: z.string().max(300).optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string().max(3000) })).optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: id.optional(), capture_id: id.optional() }).optional() })
      .optional(),
  }),
});

type Event = z.output<typeof eventShape>;

const CAPTURES =
  /^(CHECKOUT\.ORDER\.(APPROVED|COMPLETED|VOIDED)|PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED))$/;
const REFUNDS = /^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/;

/**
 * A notification of the provider's. It is believed only so far: its signature is verified with the provider, and
 * then the order or the capture it names is asked about anew, so a replayed or outdated one does no harm. Any other
 * answer than 2xx makes the provider send it again.
 */
export async function receiveNotification({ request, context }: Asking): Promise<Response> {
  if (!config().paypal) return notFound("There is no such address.");
  if (request.method !== "POST") return methodNotAllowed(["POST"]);
  const wait = await countAttempt({ "webhook-network": context.ip });
  if (wait !== undefined) {
    const headers = { "Retry-After": String(wait) };
    return json({ message: waitSentence(wait) }, { status: 429, headers });
  }
  const transmission = transmissionOf(request.headers);
  const text = await request.text();
  const event = eventOf(text);
  if (!transmission || !event) return json({ message: "This is no notification of PayPal's." }, 400);
  try {
    if (!(await isGenuine(transmission, text))) {
      log().warn({ requestId: context.requestId, event: event.id }, "forged notification");
      return json({ message: "This notification is not signed by PayPal." }, 403);
    }
    return await act(event);
  } catch (error) {
    if (!(error instanceof PayPalTrouble)) throw error;
    log().warn({ requestId: context.requestId, event: event.id, err: error }, "notification not handled");
    return later();
  }
}

const later = () =>
  json({ message: "Please send this again." }, { status: 503, headers: { "Retry-After": "60" } });

async function act(event: Event): Promise<Response> {
  const { event_type: type, resource } = event;
  if (REFUNDS.test(type)) {
    const captureId = refundedCapture(event);
    return json({ message: captureId && (await refund(captureId)) ? "Refunded." : "Nothing to do." });
  }
  if (!CAPTURES.test(type)) return json({ message: "Nothing to do." });
  const providerOrderId = type.startsWith("CHECKOUT.")
    ? resource.id
    : resource.supplementary_data?.related_ids?.order_id;
  const order = providerOrderId
    ? await orderOfProvider(providerOrderId)
    : await byCustomId(resource.custom_id);
  if (!order) return json({ message: "Nothing to do." });
  const { state } = await capture(order.id);
  return state === "waiting" ? later() : json({ message: `The order is ${state}.` });
}

const byCustomId = (customId: string | undefined) => (isId(customId) ? orderById(customId) : undefined);

/** A refund names its capture by a link; a reversal is the capture itself. */
function refundedCapture({ resource }: Event): string | undefined {
  const named = resource.supplementary_data?.related_ids?.capture_id;
  const link = resource.links?.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
  const linked = link && /\/captures\/([\w-]{1,100})(?:[/?]|$)/.exec(link.href)?.[1];
  return named ?? linked ?? resource.id;
}

function transmissionOf(headers: Headers): Transmission | undefined {
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

function eventOf(text: string): Event | undefined {
  try {
    return eventShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
