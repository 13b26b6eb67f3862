import { randomFillSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Config } from "~/platform/config.server";
import { PAYPAL_ORIGINS } from "~/platform/paypal-addresses";
import { isStopping } from "~/platform/stopping.server";
import type { RequestContext } from "~/web/request-args.server";
import { clientAddress } from "./client-address";
import { pathOf } from "./request-guards";

/** Stands for each request's own nonce in the headers that are otherwise the same for all. */
const NONCE_PLACEHOLDER = "{nonce}";

const NONCE_BYTES = 16;
const noncePool = Buffer.alloc(256 * NONCE_BYTES);
let poolOffset = noncePool.length;

/** Random bytes are drawn for many requests at once: asking the system for each took a twelfth of a kept page's time. */
function nextNonce(): string {
  if (poolOffset === noncePool.length) {
    randomFillSync(noncePool);
    poolOffset = 0;
  }
  poolOffset += NONCE_BYTES;
  return noncePool.toString("base64", poolOffset - NONCE_BYTES, poolOffset);
}

type ResponseWithContext = ServerResponse & { openbell?: RequestContext };

/** The context that was made for this response. */
export function contextOf(response: ServerResponse): RequestContext {
  const { openbell } = response as ResponseWithContext;
  if (!openbell) throw new Error("The request was not begun");
  return openbell;
}

/** What Vite's own client needs while somebody develops: styles it injects and its socket. */
const VITE_CSP = { "style-src": ["'self'", "'unsafe-inline'"], "connect-src": ["'self'", "ws:"] };

/**
 * Gives every request its id, its nonce and the security headers, whatever answers it afterwards.
 * @returns the function that makes one request's context.
 */
export function requestContextFactory(
  config: Config,
  { patternOf, development }: { patternOf: (path: string) => string; development: boolean },
) {
  const https = config.publicUrl.startsWith("https:");
  const analytics = config.analyticsSrc ? [new URL(config.analyticsSrc).origin] : [];
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'", `'nonce-${NONCE_PLACEHOLDER}'`, ...analytics],
        // Where the script reports to; without one, `default-src` says the same.
        "connect-src": ["'self'", ...analytics],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:", "blob:"],
        "frame-src": ["https://www.youtube-nocookie.com"],
        "form-action": ["'self'", ...PAYPAL_ORIGINS],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        ...(https ? { "upgrade-insecure-requests": [] } : {}),
        ...(development ? VITE_CSP : {}),
      },
    },
    // Chromium sends `Origin: null` with plain form posts under no-referrer, and our own check would refuse them.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
  const securityHeaders = collectHeaders(headers);
  return (request: IncomingMessage, response: ServerResponse): RequestContext => {
    const context: RequestContext = {
      method: request.method ?? "GET",
      requestId: randomUUID(),
      ip: clientAddress(forwardedFor(request, config), request.socket.remoteAddress),
      nonce: nextNonce(),
      pattern: () => patternOf(pathOf(request)),
    };
    (response as ResponseWithContext).openbell = context;
    for (const [name, value] of securityHeaders)
      response.setHeader(name, value.replace(NONCE_PLACEHOLDER, context.nonce));
    response.setHeader("X-Request-Id", context.requestId);
    // Whoever keeps connections finds another server for what comes next.
    if (isStopping()) response.setHeader("Connection", "close");
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    if (!config.trustProxy) {
      delete request.headers["x-forwarded-host"];
      delete request.headers["x-forwarded-proto"];
    }
    return context;
  };
}

type HeaderSetter = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** What a middleware sets, asked once: it builds the same lines for every request, and pages are sent by thousands. */
function collectHeaders(middleware: HeaderSetter): [name: string, value: string][] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return [...headers];
}

function forwardedFor({ headers }: IncomingMessage, { trustProxy }: Config): string | undefined {
  const forwarded = trustProxy ? headers["x-forwarded-for"] : undefined;
  return Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
}
