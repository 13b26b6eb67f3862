import { randomUUID } from "node:crypto";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { demoMerchant, isSignatureValid, sign } from "./account.server";

/** PayPal notifies a moment after the event. Milliseconds. */
const DELAY_MS = 300;

/** Notifies the shop as PayPal does: later, signed, and whether or not the buyer comes back. */
export function notify(type: string, resource: unknown): void {
  setTimeout(() => {
    if (!isStopping()) void deliver(type, resource);
  }, DELAY_MS).unref();
}

async function deliver(type: string, resource: unknown): Promise<void> {
  const event = JSON.stringify({ id: `WH-${randomUUID()}`, event_type: type, resource });
  const signed = { id: randomUUID(), time: new Date().toISOString(), webhookId: demoMerchant().webhookId };
  try {
    await fetch(`${config().internalUrl}/webhooks/paypal`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "PayPal-Transmission-Id": signed.id,
        "PayPal-Transmission-Time": signed.time,
        "PayPal-Transmission-Sig": sign(signed, event),
        "PayPal-Auth-Algo": "HMACwithSHA256",
        "PayPal-Cert-Url": `${config().internalUrl}/demo/paypal/cert`,
      },
      body: event,
      signal: AbortSignal.timeout(30_000),
    });
  } catch (error) {
    log().warn({ err: error }, "simulated notification not delivered");
  }
}

/** POST /v1/notifications/verify-webhook-signature */
export function verifySignature(body: Record<string, unknown>): {
  verification_status: "SUCCESS" | "FAILURE";
} {
  const text = (name: string) => (typeof body[name] === "string" ? body[name] : "");
  const signed = {
    id: text("transmission_id"),
    time: text("transmission_time"),
    webhookId: text("webhook_id"),
  };
  const isValid =
    signed.webhookId === demoMerchant().webhookId &&
    isSignatureValid(signed, JSON.stringify(body.webhook_event), text("transmission_sig"));
  return { verification_status: isValid ? "SUCCESS" : "FAILURE" };
}
