const encoder = new TextEncoder();

/** How far the sender's clock and ours may differ, in seconds. */
const TOLERANCE_SECONDS = 300;

/** The request is not from the site, or too old. */
export class WebhookRefused extends Error {
  override name = "WebhookRefused";
}

/**
 * The payload of a webhook whose signature is right, after https://www.standardwebhooks.com.
 * @param secret `whsec_…`, as the site shows it
 * @param body the exact text of the request
 * @param now milliseconds
 * @throws WebhookRefused
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers,
  body: string,
  now: number = Date.now(),
): Promise<unknown> {
  const id = headers.get("webhook-id");
  const timestamp = headers.get("webhook-timestamp");
  const signatures = (headers.get("webhook-signature") ?? "").split(" ");
  if (!id || !timestamp) throw new WebhookRefused("The webhook's headers are missing");
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookRefused("The webhook's time is too far away");
  const key = await crypto.subtle.importKey(
    "raw",
    secretBytes(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = encoder.encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures) {
    const [version, text = ""] = signature.split(",");
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, fromBase64(text), signed)))
      return JSON.parse(body);
  }
  throw new WebhookRefused("The webhook's signature is wrong");
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes.length < 24) throw new WebhookRefused("The secret is not complete");
  return bytes;
}

/** Nothing for text that is not base64: no signature equals it. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
