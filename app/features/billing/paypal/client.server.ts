import { perProcess } from "db/per-process";
import { z } from "zod";
import { config } from "~/platform/config.server";
import type { PayPalConfig } from "~/platform/paypal-settings.server";
import type { PayPalRequest } from "./requests.server";

/** Time limit of one request, from the first byte to the last. Milliseconds. */
const TIMEOUT_MS = 10_000;

/** Size limit of a response. PayPal's largest have a few thousand bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** A token is renewed this long before it expires. Milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

/**
 * A failed PayPal request. `refused`: PayPal understood and declined; `issue` is its code for the reason.
 * `unreachable`: no reliable answer; the request may or may not have taken effect.
 */
export class PayPalError extends Error {
  constructor(
    readonly kind: "refused" | "unreachable",
    message: string,
    readonly issue = "",
    readonly status = 0,
  ) {
    super(message);
  }
}

type PayPalResponse = { status: number; body: unknown };

const tokenSchema = z.object({
  access_token: z.string().min(1).max(5000),
  expires_in: z.number().min(0).max(1_000_000),
});

const errorSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

type Token = { value: Promise<string>; renewAt: number };

const tokens = () => perProcess("PayPal tokens", () => new Map<string, Token>());

/** @throws if no PayPal account is set up on this server. */
export function payPalAccount(): PayPalConfig & { apiUrl: string } {
  const { paypal, internalUrl: ownUrl } = config();
  if (!paypal) throw new PayPalError("unreachable", "No PayPal account is set up");
  return { ...paypal, apiUrl: paypal.apiUrl ?? `${ownUrl}/demo/paypal` };
}

/**
 * Sends a request and returns its response as parsed JSON. If PayPal rejects the token, it is renewed once.
 * @throws PayPalError
 */
export async function sendRequest(request: PayPalRequest): Promise<unknown> {
  const account = payPalAccount();
  let response = await sendWithToken(account, request);
  if (response.status === 401) {
    tokens().delete(accountKey(account));
    response = await sendWithToken(account, request);
  }
  if (response.status >= 200 && response.status < 300) return response.body;
  throw toPayPalError(response, `${request.verb} ${request.path}`);
}

/** Unauthorised, rate-limited or in progress: none of these refuses an order. Neither do server errors. */
const NO_VERDICT = new Set([401, 403, 408, 409, 423, 425, 429]);

function toPayPalError({ status, body }: PayPalResponse, call: string): PayPalError {
  const parsed = errorSchema.safeParse(body).data;
  const issue = parsed?.details?.[0]?.issue ?? parsed?.name ?? "";
  const refused = status >= 400 && status < 500 && !NO_VERDICT.has(status);
  const kind = refused ? "refused" : "unreachable";
  return new PayPalError(kind, `${call} was answered ${status} ${issue}`.trim(), issue, status);
}

async function sendWithToken(
  account: ReturnType<typeof payPalAccount>,
  request: PayPalRequest,
): Promise<PayPalResponse> {
  const token = await accessToken(account);
  return fetchJson(`${account.apiUrl}${request.path}`, {
    method: request.verb,
    headers: { ...request.headers, Accept: "application/json", Authorization: `Bearer ${token}` },
    body:
      typeof request.body === "object" ? JSON.stringify(request.body) : (request.body as string | undefined),
  });
}

const accountKey = ({ apiUrl, clientId }: { apiUrl: string; clientId: string }) => `${apiUrl} ${clientId}`;

/** The account's access token. Callers share one pending request for it. */
function accessToken(account: ReturnType<typeof payPalAccount>): Promise<string> {
  const key = accountKey(account);
  const cached = tokens().get(key);
  if (cached && cached.renewAt > performance.now()) return cached.value;
  const fresh: Token = { value: Promise.resolve(""), renewAt: performance.now() + TIMEOUT_MS * 2 };
  fresh.value = fetchToken(account).then(
    ({ access_token, expires_in }) => {
      fresh.renewAt = performance.now() + Math.max(0, expires_in * 1000 - TOKEN_MARGIN_MS);
      return access_token;
    },
    (error: unknown) => {
      if (tokens().get(key) === fresh) tokens().delete(key);
      throw error;
    },
  );
  tokens().set(key, fresh);
  return fresh.value;
}

async function fetchToken({ apiUrl, clientId, clientSecret }: ReturnType<typeof payPalAccount>) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const response = await fetchJson(`${apiUrl}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      Accept: "application/json",
      Authorization: `Basic ${basic}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const token = tokenSchema.safeParse(response.body);
  if (response.status !== 200 || !token.success) {
    throw new PayPalError("unreachable", `No token: answered ${response.status}`, "", response.status);
  }
  return token.data;
}

async function fetchJson(url: string, init: RequestInit): Promise<PayPalResponse> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // A redirect would send the token to another site.
    const response = await fetch(url, { ...init, signal, redirect: "error" });
    const text = await readLimited(response);
    // PayPal's error pages may contain anything. Only the status counts.
    const body = response.ok ? JSON.parse(text) : parseJson(text);
    return { status: response.status, body };
  } catch (error) {
    if (error instanceof PayPalError) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new PayPalError("unreachable", `${init.method} ${new URL(url).pathname} failed: ${reason}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new PayPalError("unreachable", "The response is too large", "", response.status);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
