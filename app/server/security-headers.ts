import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { Config } from "~/platform/config.server";
import { PAYPAL_ORIGINS } from "~/platform/paypal-addresses";
import { RULES_SOURCE } from "~/web/speculation-rules.server";

/** Stands for each request's own nonce in the headers that are otherwise the same for all. */
const NONCE_PLACEHOLDER = "{nonce}";

/** What Vite's own client needs while somebody develops: styles it injects and its socket. */
const VITE_CSP = { "style-src": ["'self'", "'unsafe-inline'"], "connect-src": ["'self'", "ws:"] };

/**
 * The Content-Security-Policy and the other headers that every answer carries.
 * @returns them for one answer, with the nonce of its scripts, if it has one: names and values in turns
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
