import type { IncomingMessage } from "node:http";
import { IMPORTS_PATH, MAX_IMPORT_BYTES } from "~/features/accounts/imports/import-columns.rules";
import type { Config } from "~/platform/config.server";
import { isDeveloperHost } from "~/platform/loopback";
import { isApiPath } from "~/web/api-path";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import type { Address } from "./addresses";
import { isOwnOrigin, PROBES } from "./cookie-trust";
import type { GuardResponse } from "./guard-response";
import { bodyEncoding, isReadEncoding, READ_ENCODINGS } from "./inflated-body";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
export const READS = new Set(["GET", "HEAD", "OPTIONS"]);

const MB = 1024 * 1024;

/** Room for a picture with text, or for text only. Bytes. */
const BODY_LIMITS = { multipart: UPLOAD_LIMITS.fileBytes + MB, other: MB } as const;

/** The only address with a larger limit; it streams the file to storage. */
const STREAMED: ReadonlyMap<string, number> = new Map([[IMPORTS_PATH, MAX_IMPORT_BYTES + MB]]);

/** Addresses that take thousands of rows at once. */
const BULK = /^\/api\/[a-z-]+\/bulk$/i;
const BULK_BYTES = 4 * MB;

/** The size limit of a request body. Bytes. */
export function bodyLimitOf(request: IncomingMessage): number {
  if (!isMultipart(request)) return BULK.test(pathOf(request)) ? BULK_BYTES : BODY_LIMITS.other;
  return STREAMED.get(pathOf(request).replace(/\.data$/, "")) ?? BODY_LIMITS.multipart;
}

const isMultipart = (request: IncomingMessage) =>
  (request.headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data");

export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? "/";
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** Checks every request first, by its head only. @returns the response that refuses it, or undefined */
export function guardRequest(
  request: IncomingMessage,
  { path, guards }: Pick<Address, "path" | "guards">,
  config: Config,
): GuardResponse | undefined {
  return (
    unknownMethod(request) ??
    guards.malformed ??
    foreignName(request, path, config) ??
    guards.hidden ??
    crossSite(request, path, config) ??
    guards.outside ??
    tooLarge(request) ??
    encodedBody(request, path) ??
    guards.moved
  );
}

function unknownMethod({ method = "GET" }: IncomingMessage): GuardResponse | undefined {
  if (METHODS.includes(method)) return undefined;
  return {
    status: 405,
    message: `This site does not accept ${method} requests.`,
    headers: { Allow: METHODS.join(", ") },
  };
}

/**
 * Only the API reads compressed bodies. Without this check others would only look malformed (RFC 9110,
 * 15.5.16).
 */
function encodedBody(request: IncomingMessage, path: string): GuardResponse | undefined {
  const encoding = bodyEncoding(request);
  if (encoding === "" || (isApiPath(path) && isReadEncoding(encoding))) return undefined;
  return isApiPath(path)
    ? {
        status: 415,
        message: `Send the body without Content-Encoding, or with one of: ${READ_ENCODINGS}.`,
        headers: { "Accept-Encoding": READ_ENCODINGS },
      }
    : {
        status: 415,
        message: "Send the body without Content-Encoding.",
        headers: { "Accept-Encoding": "identity" },
      };
}

function foreignName(request: IncomingMessage, path: string, config: Config): GuardResponse | undefined {
  if (PROBES.has(path) || hostAllowed(request, config)) return undefined;
  return { status: 400, message: "This server does not serve this host name." };
}

function hostAllowed(request: IncomingMessage, config: Config): boolean {
  const host = request.headers.host ?? "";
  if (host.toLowerCase() === config.publicHost) return true;
  return isDeveloperHost(host, config);
}

/**
 * Email programs send one-click requests from anywhere (RFC 8058). The token in the address is the credential;
 * cookies of other sites' requests do not count.
 */
const ONE_CLICK = "/unsubscribe/";

/**
 * Accepts writes from our own pages, from programs (which send neither header), and from allowed origins,
 * whose cookies do not count (cookie-trust.ts).
 */
function crossSite(request: IncomingMessage, path: string, config: Config): GuardResponse | undefined {
  const { origin } = request.headers;
  const allowed = origin !== undefined && isApiPath(path) && config.corsOrigins.includes(origin);
  if (request.method === "OPTIONS") {
    if (origin === undefined) return undefined;
    return allowed
      ? { status: 204, message: "", headers: preflight(origin) }
      : { status: 403, message: "Other sites cannot send changes to this address." };
  }
  if (READS.has(request.method ?? "GET") || allowed || path.startsWith(ONE_CLICK)) return undefined;
  const site = request.headers["sec-fetch-site"];
  const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
  const foreignOrigin = origin !== undefined && !isOwnOrigin(origin, request, config);
  return foreignSite || foreignOrigin
    ? { status: 403, message: "This form was sent from another site, so nothing was changed." }
    : undefined;
}

const preflight = (origin: string) => ({
  ...corsHeaders(origin),
  "Access-Control-Allow-Methods": METHODS.join(", "),
  "Access-Control-Allow-Headers":
    "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Unmodified-Since",
  "Access-Control-Max-Age": "600",
  Vary: "Origin",
});

/** No credentials: programs of other sites use Bearer tokens, never members' cookies. */
export const corsHeaders = (origin: string) => ({
  "Access-Control-Allow-Origin": origin,
  "Access-Control-Expose-Headers":
    "Allow, Deprecation, ETag, Idempotency-Replayed, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id, X-Total-Count",
});

function tooLarge(request: IncomingMessage): GuardResponse | undefined {
  const announced = request.headers["content-length"];
  if (announced === undefined) return undefined;
  const length = Number(announced);
  const limit = bodyLimitOf(request);
  if (!(length > limit)) return undefined;
  return { status: 413, message: `At most ${Math.floor(limit / 1024 / 1024)} MB can be sent at once.` };
}
