import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { VISITOR } from "~/features/auth/viewer.server";
import { currentFrame } from "~/features/site-shell/frame-parts.server";
import { negotiateEncoding } from "~/platform/accepted-encoding";
import type { Config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { remembered } from "~/platform/remembered";
import { isApiPath } from "~/web/api-path";
import type { Address } from "./addresses";
import { readyHead, sendWithHead, takesReadyHead } from "./ready-head";
import { type CommonHeaders, nextNonce } from "./request-context";
import { isAllowedHost } from "./request-guards";
import { NO_FRAME } from "./send-cached-page";
import { readersOf } from "./serve-cached-page";

const HOSTS = 20;

type Options = { head: CommonHeaders; addressOf: (url: string) => Address };

/**
 * Sends a kept page to a visitor of whom nothing has to be asked, with a head that is ready but for its nonce, its id and its date. It
 * comes out to the byte as the long way makes it (tests/routes/system/ready-pages.test.ts); whatever is not sure to do so takes that one.
 * @returns what answers a request of which nothing is made yet, not even its context; or returns false
 */
export function readyPages(config: Config, { head, addressOf }: Options) {
  const isKnownHost = remembered(HOSTS, (host: string) => isAllowedHost(host, config));
  const isPlainAddress = ({ shared, hasReferral, path }: Address) =>
    shared !== undefined && !hasReferral && !(config.corsOrigins.length > 0 && isApiPath(path));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    // A cache in front is told otherwise, and who looks closely is told more.
    if (config.cdnSeconds > 0 || log().isLevelEnabled("debug")) return false;
    if (!isPlainRead(request) || !takesReadyHead(response) || !isKnownHost(request.headers.host ?? ""))
      return false;
    const address = addressOf(request.url ?? "/");
    if (!address.shared || !isPlainAddress(address)) return false;
    const { kind } = address.shared;
    const page = pageCache().ready(readersOf(request, VISITOR, address.shared).key, kind, Date.now());
    const frame = page?.hasFrame ? currentFrame() : NO_FRAME;
    const encoding = negotiateEncoding(request.headers["accept-encoding"]);
    const body = frame && page?.bodyIn(frame);
    const bytes = body?.readyBytes(encoding);
    if (!page || !body || !bytes) return false;
    pageCache().noteHit();
    const told = readyHead(body, { page, viewer: VISITOR, encoding, head });
    sendWithHead(response, told, { nonce: nextNonce(), requestId: randomUUID() }, bytes);
    return true;
  };
}

/** Nobody's in particular, from nowhere else, without anything to look at but its address and the codings it takes. */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  const { "sec-fetch-site": site } = headers;
  return (
    method === "GET" &&
    headers.cookie === undefined &&
    headers.authorization === undefined &&
    headers.origin === undefined &&
    headers["if-none-match"] === undefined &&
    headers["content-length"] === undefined &&
    headers["content-encoding"] === undefined &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined &&
    (site === undefined || site === "none" || site === "same-origin")
  );
}
