import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Config } from "~/http/config.server";
import type { RequestContext } from "~/http/context.server";

/** Where PayPal's approval pages live; a plain form post that ends in a redirect there needs them named. */
const PAYPAL_ORIGINS = ["https://www.paypal.com", "https://www.sandbox.paypal.com"];

type Begun = ServerResponse & { openbell?: RequestContext };

/** The context that `begin` made for this answer. */
export function contextOf(response: ServerResponse): RequestContext {
  const { openbell } = response as Begun;
  if (!openbell) throw new Error("The request was not begun");
  return openbell;
}

/** What Vite's own client needs while somebody develops: styles it injects and its socket. */
const FOR_VITE = { "style-src": ["'self'", "'unsafe-inline'"], "connect-src": ["'self'", "ws:"] };

/**
 * Gives every request its id, its nonce and the security headers, whatever answers it afterwards.
 * @returns the function that begins one request.
 */
export function beginner(config: Config, development = false) {
  const https = config.publicUrl.startsWith("https:");
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'", (_request, response) => `'nonce-${contextOf(response).nonce}'`],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:", "blob:"],
        "frame-src": ["https://www.youtube-nocookie.com"],
        "form-action": ["'self'", ...PAYPAL_ORIGINS],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        ...(https ? { "upgrade-insecure-requests": [] } : {}),
        ...(development ? FOR_VITE : {}),
      },
    },
    // Chromium sends `Origin: null` with plain form posts under no-referrer, and our own check would refuse them.
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  });
  return (request: IncomingMessage, response: ServerResponse): RequestContext => {
    const context: RequestContext = {
      requestId: randomUUID(),
      ip: addressOf(request, config),
      nonce: randomBytes(16).toString("base64"),
    };
    (response as Begun).openbell = context;
    headers(request, response, () => {});
    response.setHeader("X-Request-Id", context.requestId);
    response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
    if (!config.trustProxy) {
      delete request.headers["x-forwarded-host"];
      delete request.headers["x-forwarded-proto"];
    }
    return context;
  };
}

/** Behind one trusted proxy the last address it wrote is the caller's; anything before it the caller made up. */
function addressOf(request: IncomingMessage, config: Config): string {
  const forwarded = config.trustProxy ? request.headers["x-forwarded-for"] : undefined;
  const list = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  return list?.split(",").at(-1)?.trim() || request.socket.remoteAddress || "unknown";
}
