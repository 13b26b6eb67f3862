import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { decodeText } from "~/admin-kit/figures/read-table.server";
import { isPublicAddress } from "./public-address.server";

/** Milliseconds for one answer, from the name's look-up to the last byte. */
const TIMEOUT_MS = 10_000;

/** Bytes of one answer; five thousand days have about 400 kB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * Why there is no answer that can be read.
 * `later`: busy, broken or out of reach, so it may be asked again, `retryAfter` seconds from now where it said so.
 * `limit`: the same, because it was asked too often. `refused`: asking again would change nothing. `denied`: the same, and
 * hardly of this instrument alone.
 */
export class FetchError extends Error {
  constructor(
    readonly kind: "later" | "limit" | "denied" | "refused",
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

type Address = { address: string; family: number };

export type FetchOptions = {
  /** Whether addresses that are not of the open internet may be asked, as for a feed of one's own. */
  privateNetworks: boolean;
  /** All addresses of a host. */
  resolve?: (host: string) => Promise<Address[]>;
  timeoutMs?: number;
};

const resolveHost = (host: string): Promise<Address[]> => lookup(host, { all: true });

/**
 * Asks an address and gives the text of its answer. Redirects are not followed. What is asked is the very address that was
 * looked at: a name that is looked up again may lead elsewhere by then.
 * @throws FetchError, which names neither path nor query: the key is in there
 */
export async function fetchAnswer(url: URL, options: FetchOptions): Promise<string> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(timedOut()), { once: true });
  });
  // Whoever wins, the other one's failure is nobody's business.
  aborted.catch(() => {});
  const found = await Promise.race([addressOf(url, options), aborted]);
  return Promise.race([readAnswer(url, found, signal), aborted]);
}

const timedOut = () => new FetchError("later", "There was no whole answer in time");

/** @throws FetchError where none of its addresses may be asked */
async function addressOf({ hostname }: URL, options: FetchOptions): Promise<Address> {
  const { resolve = resolveHost, privateNetworks } = options;
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = await resolve(host).catch(() => {
    throw new FetchError("later", "The host cannot be found");
  });
  const [first] = found;
  if (!first) throw new FetchError("later", "The host cannot be found");
  // One that has both kinds of addresses is not to be trusted with either.
  if (!privateNetworks && !found.every(({ address }) => isPublicAddress(address)))
    throw new FetchError("denied", "The host is not on the open internet");
  return first;
}

async function readAnswer(url: URL, { address, family }: Address, signal: AbortSignal): Promise<string> {
  const pinned: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family);
  try {
    const response = await send(url, pinned, signal);
    try {
      checkStatus(response);
      return await textOf(response);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw signal.aborted ? timedOut() : new FetchError("later", `No answer: ${codeOf(error)}`);
  }
}

const send = (url: URL, pinned: LookupFunction, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { request: begin } = url.protocol === "https:" ? https : http;
    const headers = { Accept: "text/csv, application/json", "Accept-Encoding": "identity" };
    // A connection of its own: one that is kept was made for an address of another time.
    const request = begin(url, { agent: false, headers, lookup: pinned, signal }, resolve);
    request.on("error", reject);
    request.end();
  });

/** Never the message: it may hold the address that was asked. */
const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "it broke off";

/** Answers that may be another one soon, beside all from 500 on. */
const TIMEOUT_STATUS = 408;
const TOO_EARLY_STATUS = 425;
const LIMIT_STATUS = 429;

function checkStatus({ statusCode: status = 0, headers }: IncomingMessage): void {
  if (status === 200) {
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding === "identity") return;
    throw new FetchError("refused", "The answer is compressed, which was not asked for");
  }
  const retryAfter = secondsOf(headers["retry-after"]);
  if (status === LIMIT_STATUS)
    throw new FetchError("limit", "Asked too often (answered with status 429)", retryAfter);
  const later = status >= 500 || status === TIMEOUT_STATUS || status === TOO_EARLY_STATUS;
  if (later) throw new FetchError("later", `Answered with status ${status}`, retryAfter);
  if (status >= 300 && status < 400)
    throw new FetchError("denied", `Answered with a redirect (status ${status}), which is not followed`);
  const denied = status === 401 || status === 403;
  throw new FetchError(denied ? "denied" : "refused", `Answered with status ${status}`);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (!retryAfter) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > MAX_ANSWER_BYTES) throw new FetchError("refused", "The answer is larger than 2 MB");
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  // Of another encoding figures and days can be read all the same.
  return decodeText(bytes) ?? bytes.toString("utf8");
}
