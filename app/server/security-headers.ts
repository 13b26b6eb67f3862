import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Config } from "~/platform/config.server";
import { PAYPAL_ORIGINS } from "~/platform/paypal-addresses";
import { RULES_SOURCE } from "~/web/speculation-rules.server";

/** Placeholder for each request's nonce. */
const NONCE_PLACEHOLDER = "{nonce}";

/** Needed by Vite's client in development: injected styles and its socket. */
const VITE_CSP = { "style-src": ["'self'", "'unsafe-inline'"], "connect-src": ["'self'", "ws:"] };

/**
 * The Content-Security-Policy and other headers of every response.
 * @returns them for one response, with its nonce if it has one: names and values, alternating
 */
export function securityHeaders(
  config: Pick<Config, "publicUrl" | "analyticsSrc">,
  { development }: { development: boolean },
): (nonce: string) => string[] {
  const https = config.publicUrl.startsWith("https:");
  const analytics = config.analyticsSrc ? [new URL(config.analyticsSrc).origin] : [];
  const lines = collectHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          "default-src": ["'self'"],
          "script-src": ["'self'", `'nonce-${NONCE_PLACEHOLDER}'`, RULES_SOURCE, ...analytics],
          // The analytics script's host; otherwise `default-src` applies.
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
      // Under no-referrer, Chromium sends `Origin: null` with forms, and our own check would refuse them.
      referrerPolicy: { policy: "strict-origin-when-cross-origin" },
      strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      crossOriginEmbedderPolicy: false,
      xFrameOptions: { action: "deny" },
    }),
  );
  lines.push(["Permissions-Policy", "camera=(), geolocation=(), microphone=()"]);
  const flat = lines.flat();
  const withNonce = flat.findIndex((text) => text.includes(NONCE_PLACEHOLDER));
  const [before = "", after = ""] = (flat[withNonce] ?? "").split(NONCE_PLACEHOLDER);
  const without = `${before}${after}`.replace(" 'nonce-'", "");
  return (nonce) => flat.with(withNonce, nonce === "" ? without : before + nonce + after);
}

type HeaderSetter = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Headers of a middleware, computed once, because they are the same for every request. */
function collectHeaders(middleware: HeaderSetter): [name: string, value: string][] {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, () => {});
  return [...headers];
}
