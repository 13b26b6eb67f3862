import type { IncomingMessage, ServerResponse } from "node:http";
import { slotTextsOf } from "~/features/auth/placeholder-viewer.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { currentFrame, latestFrame } from "~/features/site-shell/frame-parts.server";
import { type Encoding, negotiateEncoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { FrameHtml } from "~/platform/page-cache/slots.server";
import { etagMatches } from "~/web/etag";
import type { RequestContext } from "~/web/request-args.server";
import { variesBy } from "./vary";

type Reader = {
  viewer: Viewer;
  context: RequestContext;
  /** Headers that are not set on the response yet, names and values in turns. */
  head: readonly string[];
};

const NOTHING = Buffer.alloc(0);
const NO_FRAME: FrameHtml = { strip: NOTHING, movers: NOTHING, bell: NOTHING };

/** Sends a page to one reader: the same bytes to all visitors, a member's name filled in for a member. */
export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  reader: Reader,
): true | Promise<true> {
  const frame = page.hasFrame ? currentFrame() : NO_FRAME;
  if (frame) return sendInFrame(request, response, page, { ...reader, frame });
  return latestFrame(reader).then((latest) =>
    sendInFrame(request, response, page, { ...reader, frame: latest }),
  );
}

function sendInFrame(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  { viewer, context, head, frame }: Reader & { frame: FrameHtml },
): true | Promise<true> {
  const body = page.bodyIn(frame);
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  const lines = [...head, ...linesOf(page, response, viewer)];
  if (body.etag) lines.push("ETag", body.etag);
  if (body.etag && etagMatches(request.headers["if-none-match"], body.etag)) {
    response.writeHead(304, lines).end();
    return true;
  }
  const bytes = body.bytesFor(slotTextsOf(viewer, context.nonce), encoding);
  if (Buffer.isBuffer(bytes)) return sendBytes(response, lines, bytes, encoding);
  return bytes.then((ready) => sendBytes(response, lines, ready, encoding));
}

function linesOf(page: CachedPage, response: ServerResponse, viewer: Viewer): string[] {
  const { vary = "Cookie", "cache-control": cacheControl, ...own } = page.headers;
  const lines = [
    "Cache-Control",
    cacheControl ?? (viewer.kind === "visitor" ? "private, no-cache" : "private, no-store"),
    "Vary",
    variesBy(response, `${vary}, Accept-Encoding`),
  ];
  for (const [name, value] of Object.entries(own)) lines.push(name, value);
  return lines;
}

/** Head and body in one piece: a header that is set by itself costs more than all of them together. */
function sendBytes(response: ServerResponse, lines: string[], bytes: Buffer, encoding?: Encoding): true {
  if (encoding) lines.push("Content-Encoding", encoding);
  lines.push("Content-Length", String(bytes.length));
  response.writeHead(200, lines).end(bytes);
  return true;
}
