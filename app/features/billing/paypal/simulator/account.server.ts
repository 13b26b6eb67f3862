import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { json } from "@remix-run/node";
import { config, type PayPalConfig } from "~/platform/config.server";
import { apiReply, methodNotAllowed, notFound } from "~/web/replies.server";
import type { Asking } from "~/web/request-args.server";

/** The simulator says no in PayPal's words; developer.paypal.com, "Error messages". */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 422,
    readonly issue: string,
  ) {
    super(issue);
  }
}

/** The merchant of the demo. @throws 404 outside the demo, and where a real account is set up */
export function demoMerchant(): PayPalConfig {
  const { demo, paypal } = config();
  if (!demo || !paypal || paypal.apiUrl !== undefined) throw notFound("");
  return paypal;
}

const keyed = (text: string) => createHmac("sha256", config().sessionSecret).update(text).digest("hex");

const same = (one: string, other: string) =>
  timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());

const tokenOf = ({ clientId }: PayPalConfig) => keyed(`simulated token of ${clientId}`);

/** A call that needs the merchant's token. Every end is JSON in PayPal's shape. */
export function merchantReply(
  asking: Asking,
  handle: () => Promise<unknown>,
  status = 200,
): Promise<Response> {
  return simulated(asking, async () => {
    const given = asking.request.headers.get("Authorization") ?? "";
    if (!same(given, `Bearer ${tokenOf(demoMerchant())}`)) throw new Refusal(401, "INVALID_TOKEN");
    return json(await handle(), status);
  });
}

/** The token for the merchant's id and secret. */
export function tokenReply(asking: Asking): Promise<Response> {
  return simulated(asking, async () => {
    const merchant = demoMerchant();
    const basic = Buffer.from(`${merchant.clientId}:${merchant.clientSecret}`).toString("base64");
    const given = asking.request.headers.get("Authorization") ?? "";
    if (!same(given, `Basic ${basic}`)) throw new Refusal(401, "INVALID_CLIENT");
    return json({ access_token: tokenOf(merchant), token_type: "Bearer", expires_in: 32_400 });
  });
}

function simulated(asking: Asking, handle: () => Promise<Response>): Promise<Response> {
  return apiReply(asking, async () => {
    demoMerchant();
    try {
      return await handle();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, issue } = error;
      return json({ name: "UNPROCESSABLE_ENTITY", message: issue, details: [{ issue }] }, status);
    }
  });
}

export type Signed = { id: string; time: string; webhookId: string };

/** What the simulator signs a notification with. */
export const signatureOf = ({ id, time, webhookId }: Signed, event: string): string =>
  keyed(`${id}|${time}|${webhookId}|${createHash("sha256").update(event).digest("hex")}`);

export const signatureIsGood = (signed: Signed, event: string, signature: string): boolean =>
  same(signatureOf(signed, event), signature);

/** For calls of one verb: another one is a 405, and nothing at all outside the demo. */
export function otherVerb(asking: Asking, allowed: "GET" | "POST"): Promise<Response> {
  return simulated(asking, async () => methodNotAllowed(allowed === "GET" ? ["GET", "HEAD"] : ["POST"]));
}
