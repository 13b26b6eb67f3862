import type { IncomingMessage } from "node:http";
import type { Config } from "~/platform/config.server";
import { isDevelopersHost } from "~/platform/loopback";

/** Probes call by address, not by name, and must work when nothing else does. */
export const PROBES = new Set(["/healthz", "/readyz"]);

/** `Origin` is compared with the site's public address, never with a header that the sender chose. */
export function isOwnOrigin(origin: string, request: IncomingMessage, config: Config): boolean {
  return (
    origin === config.publicUrl ||
    (isDevelopersHost(request.headers.host, config) && origin === `http://${request.headers.host}`)
  );
}

/**
 * Whether the cookies of a request count, and whether its answer may set any: the one place that decides it.
 *
 * They are for our own pages, for programs that keep them (which send neither header), and for somebody who opens an
 * address of ours in a window, by a link in a mail or from the payment provider. What another site's page asks for has
 * none, also where CORS_ORIGINS lists it: a plain form there would write with the cookie of whoever reads that page, and
 * a sign-in sent from there would put its reader into the sender's account. Its scripts send a Bearer token.
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
