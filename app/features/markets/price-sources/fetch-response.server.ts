import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { decodeText } from "~/admin-kit/figures/read-table.server";
import { isPublicAddress } from "./public-address.server";

/** Milliseconds for one response, from the name's look-up to the last byte. */
const TIMEOUT_MS = 10_000;

/** Bytes of one response; five thousand days need about 400 kB. */
const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

/**
 * Why there is no readable response.
 * `later`: busy, broken or unreachable; a retry may work, after `retryAfter` seconds if stated.
 * `limit`: the same, because of too many requests.
 * `refused`: a retry would change nothing.
 * `denied`: the same, and probably for all instruments.
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
  /** Whether requests to private networks are allowed, as for an in-house feed. */
  privateNetworks: boolean;
  /** Resolves all addresses of a host. */
  resolve?: (host: string) => Promise<Address[]>;
  timeoutMs?: number;
};

const resolveHost = (host: string): Promise<Address[]> => lookup(host, { all: true });

/**
 * Requests a URL and returns the text of the response. Redirects are not followed. The request goes to
 * exactly the address that was checked: a second look-up might lead elsewhere.
 * @throws FetchError without path and query, which contain the key
 */
export async function fetchText(url: URL, options: FetchOptions): Promise<string> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(timeoutError()), { once: true });
  });
  // Marks the timeout's rejection as handled, in case the response wins the race.
  aborted.catch(() => {});
  const found = await Promise.race([resolvePermitted(url, options), aborted]);
  return Promise.race([readResponse(url, found, signal), aborted]);
}

const timeoutError = () => new FetchError("later", "No complete response arrived in time");

/** @throws FetchError if the host has no permitted address */
async function resolvePermitted({ hostname }: URL, options: FetchOptions): Promise<Address> {
  const { resolve = resolveHost, privateNetworks } = options;
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = await resolve(host).catch(() => {
    throw new FetchError("later", "The host cannot be found");
  });
  const [first] = found;
  if (!first) throw new FetchError("later", "The host cannot be found");
  // A host with both public and private addresses is rejected.
  if (!privateNetworks && !found.every(({ address }) => isPublicAddress(address)))
    throw new FetchError("denied", "The host is not on the public internet");
  return first;
}

async function readResponse(url: URL, { address, family }: Address, signal: AbortSignal): Promise<string> {
  const pinned: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family);
  try {
    const response = await send(url, pinned, signal);
    try {
      checkStatus(response);
      return await readText(response);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw signal.aborted ? timeoutError() : new FetchError("later", `No answer: ${errorCode(error)}`);
  }
}

const send = (url: URL, pinned: LookupFunction, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { request: begin } = url.protocol === "https:" ? https : http;
    const headers = { Accept: "text/csv, application/json", "Accept-Encoding": "identity" };
    // A new connection: a pooled one may belong to an address from an earlier check.
    const request = begin(url, { agent: false, headers, lookup: pinned, signal }, resolve);
    request.on("error", reject);
    request.end();
  });

/** Not the error's message: it may contain the URL. */
const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "it broke off";

/** Statuses that a retry may change, in addition to all from 500 on. */
const TIMEOUT_STATUS = 408;
const TOO_EARLY_STATUS = 425;
const LIMIT_STATUS = 429;

function checkStatus({ statusCode: status = 0, headers }: IncomingMessage): void {
  if (status === 200) {
    const encoding = headers["content-encoding"] ?? "identity";
    if (encoding === "identity") return;
    throw new FetchError("refused", "The response is compressed, but an uncompressed one was requested");
  }
  const retryAfter = retryAfterSeconds(headers["retry-after"]);
  if (status === LIMIT_STATUS)
    throw new FetchError("limit", "Too many requests (answered with status 429)", retryAfter);
  const later = status >= 500 || status === TIMEOUT_STATUS || status === TOO_EARLY_STATUS;
  if (later) throw new FetchError("later", `The source returned status ${status}`, retryAfter);
  if (status >= 300 && status < 400)
    throw new FetchError(
      "denied",
      `The source returned a redirect (status ${status}). Redirects are not followed.`,
    );
  const denied = status === 401 || status === 403;
  throw new FetchError(denied ? "denied" : "refused", `The source returned status ${status}`);
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterSeconds(retryAfter: string | undefined): number | undefined {
  if (!retryAfter) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > MAX_RESPONSE_BYTES) throw new FetchError("refused", "The response is larger than 2 MB");
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  // Figures and days are readable in other encodings too.
  return decodeText(bytes) ?? bytes.toString("utf8");
}
