import { z } from "zod";
import { config, type PayPalConfig } from "~/platform/config.server";
import type { PayPalRequest } from "./requests.server";

/** Milliseconds for one call, from the first byte to the last. */
const TIME_OUT_MS = 10_000;

/** Bytes of an answer; PayPal's largest have a few thousand. */
const LARGEST_ANSWER = 1024 * 1024;

/** A token is renewed this long before PayPal lets it end. Milliseconds. */
const TOKEN_MARGIN_MS = 60_000;

/**
 * PayPal did not do what was asked.
 * `refused`: it understood and said no; `issue` is its word for the reason.
 * `unreachable`: no answer, or none that can be relied on; what became of the call is not known.
 */
export class PayPalTrouble extends Error {
  constructor(
    readonly kind: "refused" | "unreachable",
    message: string,
    readonly issue = "",
    readonly status = 0,
  ) {
    super(message);
  }
}

type Answer = { status: number; body: unknown };

const tokenShape = z.object({
  access_token: z.string().min(1).max(5000),
  expires_in: z.number().min(0).max(1_000_000),
});

const refusalShape = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

type Token = { value: Promise<string>; renewAt: number };

const shared = globalThis as typeof globalThis & { openbellPayPalTokens?: Map<string, Token> };

function tokens(): Map<string, Token> {
  shared.openbellPayPalTokens ??= new Map();
  return shared.openbellPayPalTokens;
}

/** @throws when nothing can be bought on this server. */
export function payPal(): PayPalConfig & { apiUrl: string } {
  const { paypal, ownUrl } = config();
  if (!paypal) throw new PayPalTrouble("unreachable", "No PayPal account is set up");
  return { ...paypal, apiUrl: paypal.apiUrl ?? `${ownUrl}/demo/paypal` };
}

/**
 * Sends a request and gives its answer as parsed JSON. A token that PayPal no longer takes is renewed once.
 * @throws PayPalTrouble
 */
export async function send(request: PayPalRequest): Promise<unknown> {
  const account = payPal();
  let answer = await authorised(account, request);
  if (answer.status === 401) {
    tokens().delete(keyOf(account));
    answer = await authorised(account, request);
  }
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw troubleOf(answer, `${request.verb} ${request.path}`);
}

function troubleOf({ status, body }: Answer, call: string): PayPalTrouble {
  const said = refusalShape.safeParse(body).data;
  const issue = said?.details?.[0]?.issue ?? said?.name ?? "";
  // Not let in, told to slow down, or broken on their side: none of it says no to this order.
  const refused = status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
  const kind = refused ? "refused" : "unreachable";
  return new PayPalTrouble(kind, `${call} was answered ${status} ${issue}`.trim(), issue, status);
}

async function authorised(account: ReturnType<typeof payPal>, request: PayPalRequest): Promise<Answer> {
  const token = await tokenOf(account);
  return exchange(`${account.apiUrl}${request.path}`, {
    method: request.verb,
    headers: { ...request.headers, Accept: "application/json", Authorization: `Bearer ${token}` },
    body:
      typeof request.body === "object" ? JSON.stringify(request.body) : (request.body as string | undefined),
  });
}

const keyOf = ({ apiUrl, clientId }: { apiUrl: string; clientId: string }) => `${apiUrl} ${clientId}`;

/** The token of this account; callers that come while it is being fetched wait for the same one. */
function tokenOf(account: ReturnType<typeof payPal>): Promise<string> {
  const key = keyOf(account);
  const known = tokens().get(key);
  if (known && known.renewAt > performance.now()) return known.value;
  const fresh: Token = { value: Promise.resolve(""), renewAt: performance.now() + TIME_OUT_MS * 2 };
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

async function fetchToken({ apiUrl, clientId, clientSecret }: ReturnType<typeof payPal>) {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const answer = await exchange(`${apiUrl}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      Accept: "application/json",
      Authorization: `Basic ${basic}`,
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const token = tokenShape.safeParse(answer.body);
  if (answer.status !== 200 || !token.success) {
    throw new PayPalTrouble("unreachable", `No token: answered ${answer.status}`, "", answer.status);
  }
  return token.data;
}

async function exchange(url: string, init: RequestInit): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(TIME_OUT_MS);
    // A redirect would carry the token to wherever it leads.
    const response = await fetch(url, { ...init, signal, redirect: "error" });
    const text = await limitedText(response);
    // Whatever stands in an error page of theirs, its status is what counts.
    const body = response.ok ? JSON.parse(text) : jsonOrNothing(text);
    return { status: response.status, body };
  } catch (error) {
    if (error instanceof PayPalTrouble) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new PayPalTrouble("unreachable", `${init.method} ${new URL(url).pathname} failed: ${reason}`);
  }
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST_ANSWER) {
      await reader.cancel();
      throw new PayPalTrouble("unreachable", "The answer is larger than any of theirs", "", response.status);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString("utf8");
}
