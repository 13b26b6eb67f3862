import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { VISITOR } from "~/auth/viewer.server";
import { negotiateEncoding } from "~/platform/accepted-encoding";
import type { Config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { isApiPath } from "~/web/api-path";
import type { Address } from "./addresses";
import { readyHead, sendWithHead, takesReadyHead } from "./ready-head";
import { type CommonHeaders, nextNonce } from "./request-context";
import { guardRequest } from "./request-guards";
import { frameAtHand } from "./send-cached-page";
import { readersOf } from "./serve-cached-page";

type Options = { head: CommonHeaders; addressOf: (url: string) => Address };

/**
 * Sends a cached page to a visitor without creating a context. The bytes equal those of the full path
 * (tests/routes/system/ready-pages.test.ts); anything unusual takes the full path.
 * @returns a function that answers a request, or returns false
 */
export function readyPages(config: Config, { head, addressOf }: Options) {
  const allowsOrigins = config.corsOrigins.length > 0;
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    // Caches in front get other headers, and debug level logs more.
    if (config.cdnSeconds > 0 || log().isLevelEnabled("debug")) return false;
    if (!isPlainRead(request) || !takesReadyHead(response)) return false;
    const address = addressOf(request.url ?? "/");
    const { shared, hasReferral, path } = address;
    if (!shared || hasReferral || (allowsOrigins && isApiPath(path))) return false;
    if (guardRequest(request, address, config)) return false;
    const page = pageCache().ready(readersOf(request, VISITOR, shared).key, shared.kind, Date.now());
    const frame = page && frameAtHand(page);
    if (!page || !frame) return false;
    const body = page.bodyIn(frame);
    const encoding = negotiateEncoding(request.headers["accept-encoding"]);
    const bytes = body.readyBytes(encoding);
    if (!bytes) return false;
    pageCache().noteHit();
    const heading = readyHead(body, { page, viewer: VISITOR, encoding, head });
    sendWithHead(response, heading, { nonce: nextNonce(), requestId: randomUUID() }, bytes);
    return true;
  };
}

/** No cookies, no token and no foreign origin: only the address and the encoding matter. */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  const { "sec-fetch-site": site } = headers;
  return (
    method === "GET" &&
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    headers.origin === undefined &&
    headers["if-none-match"] === undefined &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined &&
    (site === undefined || site === "none" || site === "same-origin")
  );
}
