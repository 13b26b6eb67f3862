import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { json } from "@remix-run/node";
import { config } from "~/platform/config.server";
import type { PayPalConfig } from "~/platform/paypal-settings.server";
import { apiReply } from "~/web/api-replies.server";
import { methodNotAllowed, notFound } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";

/** An error in PayPal's format; developer.paypal.com, "Error messages". */
export class SimulatorError extends Error {
  constructor(
    readonly status: 400 | 401 | 404 | 422,
    readonly issue: string,
  ) {
    super(issue);
  }
}

/** The demo's merchant account. @throws 404 outside the demo, or if a real account is set up */
export function demoMerchant(): PayPalConfig {
  const { demo, paypal } = config();
  if (!demo || !paypal || paypal.apiUrl !== undefined) throw notFound("");
  return paypal;
}

const hmac = (text: string) => createHmac("sha256", config().sessionSecret).update(text).digest("hex");

const safeEqual = (one: string, other: string) =>
  timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());

const simulatedToken = ({ clientId }: PayPalConfig) => hmac(`simulated token of ${clientId}`);

/** Answers a request that needs the merchant's token. Errors, too, are JSON in PayPal's format. */
export function merchantReply(
  args: RequestArgs,
  handle: () => Promise<unknown>,
  status = 200,
): Promise<Response> {
  return errorsAsJson(args, async () => {
    const authorization = args.request.headers.get("Authorization") ?? "";
    if (!safeEqual(authorization, `Bearer ${simulatedToken(demoMerchant())}`))
      throw new SimulatorError(401, "INVALID_TOKEN");
    return json(await handle(), status);
  });
}

/** Issues the token for the merchant's id and secret. */
export function tokenReply(args: RequestArgs): Promise<Response> {
  return errorsAsJson(args, async () => {
    const merchant = demoMerchant();
    const basic = Buffer.from(`${merchant.clientId}:${merchant.clientSecret}`).toString("base64");
    const authorization = args.request.headers.get("Authorization") ?? "";
    if (!safeEqual(authorization, `Basic ${basic}`)) throw new SimulatorError(401, "INVALID_CLIENT");
    return json({ access_token: simulatedToken(merchant), token_type: "Bearer", expires_in: 32_400 });
  });
}

function errorsAsJson(args: RequestArgs, handle: () => Promise<Response>): Promise<Response> {
  return apiReply(args, async () => {
    demoMerchant();
    try {
      return await handle();
    } catch (error) {
      if (!(error instanceof SimulatorError)) throw error;
      const { status, issue } = error;
      return json({ name: "UNPROCESSABLE_ENTITY", message: issue, details: [{ issue }] }, status);
    }
  });
}

export type SignedHeaders = { id: string; time: string; webhookId: string };

/** The simulator's signature of a notification. */
export const sign = ({ id, time, webhookId }: SignedHeaders, event: string): string =>
  hmac(`${id}|${time}|${webhookId}|${createHash("sha256").update(event).digest("hex")}`);

export const isSignatureValid = (signed: SignedHeaders, event: string, signature: string): boolean =>
  safeEqual(sign(signed, event), signature);

/** Answers other verbs with 405, and everything with 404 outside the demo. */
export function methodNotAllowedReply(args: RequestArgs, allowed: "GET" | "POST"): Promise<Response> {
  return errorsAsJson(args, async () => methodNotAllowed(allowed === "GET" ? ["GET", "HEAD"] : ["POST"]));
}
