import type { IncomingMessage } from "node:http";
import type { Config } from "~/platform/config.server";
import { isDeveloperHost } from "~/platform/loopback";

/** Health checks use an IP address and must work even when nothing else does. */
export const PROBES = new Set(["/healthz", "/readyz"]);

/** `Origin` is compared with the configured public address, never with a header of the sender. */
export function isOwnOrigin(origin: string, request: IncomingMessage, config: Config): boolean {
  return (
    origin === config.publicUrl ||
    (isDeveloperHost(request.headers.host, config) && origin === `http://${request.headers.host}`)
  );
}

/**
 * Whether a request's cookies count and its response may set some; decided only here. They count for our own
 * pages, for programs that store them (which send neither header), and for navigations such as links in
 * emails or from PayPal. Requests from other sites' pages have none, even if CORS_ORIGINS lists them: a form
 * there could act as its reader, and a sign-in could switch accounts. Their scripts use Bearer tokens.
 */
export function trustsCookies(request: IncomingMessage, path: string, config: Config): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (PROBES.has(path)) return false;
  if (origin !== undefined && !isOwnOrigin(origin, request, config)) return false;
  return site === undefined || site === "same-origin" || site === "none" || isTopLevelNavigation(request);
}

function isTopLevelNavigation({ method, headers }: IncomingMessage): boolean {
  const reads = method === "GET" || method === "HEAD";
  return reads && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}
