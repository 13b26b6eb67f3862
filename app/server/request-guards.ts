import type { IncomingMessage } from "node:http";
import type { Config } from "~/platform/config.server";
import { isDevelopersHost } from "~/platform/loopback";
import { isApiPath } from "~/web/api-path";
import { UPLOAD_LIMITS } from "~/web/submission.server";
import { isOwnOrigin, PROBES } from "./cookie-trust";
import { isDecodable } from "./route-table";

/** Why a request goes no further. */
export type GuardResponse = {
  status: 204 | 308 | 400 | 403 | 404 | 405 | 413;
  message: string;
  headers?: Record<string, string>;
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];
export const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Room for one picture and the text beside it; anything else is text alone. Bytes. */
export const BODY_LIMITS = { multipart: UPLOAD_LIMITS.fileBytes + 1024 * 1024, other: 1024 * 1024 } as const;

export const isMultipart = (request: IncomingMessage) =>
  (request.headers["content-type"] ?? "").toLowerCase().startsWith("multipart/form-data");

/** With two slashes (or a backslash) it would name another host as soon as somebody resolves it. */
const VALID_PATH = /^\/(?![/\\])/;

/**
 * What resolving an address makes another one of. Browsers send it resolved; whoever does not would be judged by one
 * address here and be led to another by Remix.
 */
const NON_CANONICAL = /[\\#]|\/(\.|%2e){1,2}(?=\/|$)/i;

export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? "/";
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/**
 * Looks at every request before anything else does, with nothing but its head.
 * @returns what to answer instead of serving it, or undefined to let it pass.
 */
export function guardRequest(request: IncomingMessage, config: Config): GuardResponse | undefined {
  const method = request.method ?? "GET";
  if (!METHODS.includes(method)) {
    return {
      status: 405,
      message: `This site does not answer ${method}.`,
      headers: { Allow: METHODS.join(", ") },
    };
  }
  const path = pathOf(request);
  if (!VALID_PATH.test(path)) return { status: 400, message: "This address is not one of ours." };
  if (!PROBES.has(path) && !hostAllowed(request, config)) {
    return { status: 400, message: "This server does not answer to that name." };
  }
  return (
    blockedPath(request, path) ??
    crossSite(request, path, config) ??
    outsideTheDemo(path, config) ??
    tooLarge(request) ??
    canonicalRedirect(request, path) ??
    undecodable(path)
  );
}

function hostAllowed(request: IncomingMessage, config: Config): boolean {
  const host = request.headers.host ?? "";
  if (host.toLowerCase() === config.publicHost) return true;
  return isDevelopersHost(host, config);
}

const NO_SUCH_PAGE: GuardResponse = { status: 404, message: "There is no such page." };

/**
 * Remix's own back doors: loaders run alone by `_data`, and a manifest that can hold the event loop. And detours.
 */
function blockedPath(request: IncomingMessage, path: string): GuardResponse | undefined {
  const search = request.url?.slice(path.length) ?? "";
  // Any letter of the name may come percent-encoded.
  const data = /_data|%/.test(search) && new URLSearchParams(search).has("_data");
  const hidden = data || path.startsWith("/__manifest") || NON_CANONICAL.test(path);
  return hidden ? NO_SUCH_PAGE : undefined;
}

/** The demo's own pages are not there where there is no demo, by any method. */
const outsideTheDemo = (path: string, { demo }: Config): GuardResponse | undefined =>
  !demo && path.startsWith("/demo/") ? NO_SUCH_PAGE : undefined;

/**
 * Writes come from our own pages, from programs (which send neither header), or from an allowed origin, whose cookies
 * do not count (cookie-trust.ts).
 */
function crossSite(request: IncomingMessage, path: string, config: Config): GuardResponse | undefined {
  const { origin } = request.headers;
  const allowed = origin !== undefined && isApiPath(path) && config.corsOrigins.includes(origin);
  if (request.method === "OPTIONS") {
    if (origin === undefined) return undefined;
    return allowed
      ? { status: 204, message: "", headers: preflight(origin) }
      : { status: 403, message: "Other sites cannot write here." };
  }
  if (READS.has(request.method ?? "GET") || allowed) return undefined;
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
  "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match",
  "Access-Control-Max-Age": "600",
  Vary: "Origin",
});

/** No credentials: another site's programs use Bearer tokens, never our members' cookies. */
export const corsHeaders = (origin: string) => ({
  "Access-Control-Allow-Origin": origin,
  "Access-Control-Expose-Headers": "Allow, ETag, Link, Retry-After, X-Request-Id, X-Total-Count",
});

function tooLarge(request: IncomingMessage): GuardResponse | undefined {
  const length = Number(request.headers["content-length"] ?? 0);
  const limit = isMultipart(request) ? BODY_LIMITS.multipart : BODY_LIMITS.other;
  if (!(length > limit)) return undefined;
  return { status: 413, message: `At most ${Math.floor(limit / 1024 / 1024)} MB can be sent at once.` };
}

/** Other spellings of our addresses; decisions.md, "Paths and layout". */
const PATH_ALIASES: [RegExp, string][] = [
  [/^\/stockpicks(?=\/|$)/, "/stock-picks"],
  [/^\/trade-alerts(?=\/|$)/, "/trade-alert"],
  [/^\/markets(?=\/|$)/, "/market"],
  [/^\/forgot-password(?=\/|$)/, "/forget-password"],
  [/^\/dashboard\/delete(?=\/|$)/, "/dashboard/deletion"],
];

function canonicalRedirect(request: IncomingMessage, path: string): GuardResponse | undefined {
  const lowered = path.replace(/^\/[^/]+/, (first) => first.toLowerCase());
  const canonical = PATH_ALIASES.reduce((found, [pattern, to]) => found.replace(pattern, to), lowered);
  if (canonical === path) return undefined;
  const search = request.url?.slice(path.length) ?? "";
  return { status: 308, message: "", headers: { Location: canonical + search } };
}

/** The files of the build answer for themselves. */
function undecodable(path: string): GuardResponse | undefined {
  if (path.startsWith("/assets/") || isDecodable(path)) return undefined;
  return { status: 404, message: "There is no such page." };
}
