import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { verifyWebhook } from "../../client/src/verify-webhook";

const KEY = Buffer.from("a key of thirty-two bytes, no less");
const SECRET = `whsec_${KEY.toString("base64")}`;
const NOW = Date.parse("2026-07-16T12:00:00Z");
const BODY = '{"type":"news.saved"}';

const signatureOf = (timestamp: number, body = BODY, key: Buffer = KEY) =>
  `v1,${createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64")}`;

function verify({ at = NOW / 1000, signature = signatureOf(at), secret = SECRET, body = BODY } = {}) {
  const headers = new Headers({
    "webhook-id": "msg_1",
    "webhook-timestamp": `${at}`,
    "webhook-signature": signature,
  });
  return verifyWebhook(secret, headers, body, NOW).catch((error: Error) => `${error.name}: ${error.message}`);
}

describe("a webhook", () => {
  it("is given to the program if its signature is right", async () => {
    expect(await verify()).toEqual({ type: "news.saved" });
  });

  it("may have several signatures, as during a rotation of the secret", async () => {
    const signature = `${signatureOf(NOW / 1000, BODY, Buffer.alloc(32))} ${signatureOf(NOW / 1000)}`;
    expect(await verify({ signature })).toEqual({ type: "news.saved" });
  });

  it("is accepted up to five minutes before or after our clock", async () => {
    const seconds = NOW / 1000;
    for (const at of [seconds - 300, seconds + 300])
      expect(await verify({ at })).toEqual({ type: "news.saved" });
    for (const at of [seconds - 301, seconds + 301])
      expect(await verify({ at })).toBe("WebhookRefused: The webhook's time is too far away");
  });

  it("is refused if anything was changed or is missing", async () => {
    const wrong = "WebhookRefused: The webhook's signature is wrong";
    expect(await verify({ body: '{"type":"news.deleted"}', signature: signatureOf(NOW / 1000) })).toBe(wrong);
    for (const signature of ["", "v1,", "v1,%%%", signatureOf(NOW / 1000).replace("v1", "v2")])
      expect(await verify({ signature })).toBe(wrong);
    expect(await verify({ at: Number.NaN })).toBe("WebhookRefused: The webhook's time is too far away");
    expect(await verify({ secret: "whsec_c2hvcnQ=" })).toBe("WebhookRefused: The secret is not complete");
    expect(await verifyWebhook(SECRET, new Headers(), BODY, NOW).catch(({ message }) => message)).toBe(
      "The webhook's headers are missing",
    );
  });
});
