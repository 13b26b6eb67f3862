import { lookup } from "node:dns/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.server";

/**
 * Why there is no usable response.
 * `later`: busy, broken or unreachable; a retry may work, after `retryAfter` seconds if stated.
 * `limit`: the same, because of too many requests.
 * `refused`: a retry would change nothing.
 * `denied`: the same, and probably for all requests to this host.
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

export type GuardOptions = {
  /** Whether requests to private networks are allowed, as for an in-house feed. */
  privateNetworks: boolean;
  /** Resolves all addresses of a host. */
  resolve?: (host: string) => Promise<Address[]>;
};

const resolveHost = (host: string): Promise<Address[]> => lookup(host, { all: true });

/**
 * Checks the addresses of a URL's host, for addresses that somebody else chose. The look-up that it returns leads
 * to exactly the address that was checked: a second look-up of the name might lead elsewhere.
 * @throws FetchError if the host has no permitted address
 */
export async function checkedLookup({ hostname }: URL, options: GuardOptions): Promise<LookupFunction> {
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
  const { address, family } = first;
  return (_host, { all }, callback) =>
    all ? callback(null, [{ address, family }]) : callback(null, address, family);
}

/** Runs `work` for a limited time. @throws FetchError when it is over */
export async function withinTime<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(timeoutError()), { once: true });
  });
  // Marks the timeout's rejection as handled, in case the work wins the race.
  aborted.catch(() => {});
  return Promise.race([work(signal), aborted]);
}

const timeoutError = () => new FetchError("later", "No complete response arrived in time");

export type GuardedRequest = {
  signal: AbortSignal;
  headers: Record<string, string>;
  /** Absent for a GET request; otherwise it is a POST request. */
  body?: Buffer;
  /** Called once all of it has left: the receiver may have it, even if no answer arrives. */
  onSent?: () => void;
  /** With the look-up of the checked host. */
} & ({ lookup: LookupFunction } | { agent: https.Agent });

/**
 * Sends a request and reads its response. Redirects are not followed.
 * @throws FetchError without the URL, which may contain a secret, and whatever `read` throws as one
 */
export async function request<Result>(
  url: URL,
  { body, onSent, ...options }: GuardedRequest,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { request: begin } = url.protocol === "https:" ? https : http;
      const method = body ? "POST" : "GET";
      // A new connection, unless the agent has one to the same address: another one may belong to an earlier check.
      const sent = begin(url, { agent: false, method, ...options }, resolve);
      sent.on("error", reject);
      if (onSent) sent.on("finish", onSent);
      sent.end(body);
    });
    try {
      return await read(response);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw options.signal.aborted ? timeoutError() : new FetchError("later", `No answer: ${errorCode(error)}`);
  }
}

/** Not the error's message: it may contain the URL. */
const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "it broke off";

/** The response's body. @param limit bytes @throws FetchError with `tooLarge` if it is larger */
export async function readBytes(response: IncomingMessage, limit: number, tooLarge: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new FetchError("refused", tooLarge);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Statuses that a retry may change, in addition to all from 500 on. */
const TIMEOUT_STATUS = 408;
const TOO_EARLY_STATUS = 425;

/** Too many requests. */
export const LIMIT_STATUS = 429;

/** Whether a retry of a request with this status may work. */
export const isTemporary = (status: number): boolean =>
  status >= 500 || [TIMEOUT_STATUS, TOO_EARLY_STATUS, LIMIT_STATUS].includes(status);

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). @returns seconds */
export function retryAfterSeconds({ headers }: IncomingMessage): number | undefined {
  const { "retry-after": retryAfter } = headers;
  if (!retryAfter) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
