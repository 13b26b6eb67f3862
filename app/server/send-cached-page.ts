import type { IncomingMessage, ServerResponse } from "node:http";
import { slotTextsOf } from "~/features/auth/placeholder-viewer.server";
import type { Viewer } from "~/features/auth/viewer.server";
import { currentFrame, latestFrame } from "~/features/site-shell/frame-parts.server";
import { type Encoding, negotiateEncoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { FrameHtml } from "~/platform/page-cache/slots.server";
import { etagMatches } from "~/web/etag";
import type { RequestContext } from "~/web/request-args.server";
import { type AnyonesHeaders, NO_NONCE } from "./cdn-headers";
import type { CommonHeaders } from "./request-context";
import { variesBy } from "./vary";

type Reader = {
  viewer: Viewer;
  context: RequestContext;
  /** Headers that are not set on the response yet. */
  head?: CommonHeaders;
  /** What is said of it instead, where a cache in front may give it to anyone. */
  forAnyone?: AnyonesHeaders;
};

const NOTHING = Buffer.alloc(0);
export const NO_FRAME: FrameHtml = {
  strip: NOTHING,
  settled: NOTHING,
  column1: NOTHING,
  column2: NOTHING,
  column3: NOTHING,
  columnWhole: NOTHING,
  columnBetweenAds: NOTHING,
  columnAtMarkets: NOTHING,
  bell: NOTHING,
  record: NOTHING,
  footer: NOTHING,
};

/** Sends a page to one reader: the same bytes to all visitors, a member's name filled in for a member. */
export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  reader: Reader,
): true | Promise<true> {
  const frame = page.hasFrame ? currentFrame() : NO_FRAME;
  if (frame) return sendInFrame(request, response, page, reader, frame);
  return latestFrame(reader).then((latest) => sendInFrame(request, response, page, reader, latest));
}

function sendInFrame(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  { viewer, context, head, forAnyone }: Reader,
  frame: FrameHtml,
): true | Promise<true> {
  const body = page.bodyIn(frame);
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  const lines = forAnyone ? forAnyone(page, context) : ownLines(page, viewer, head?.(context) ?? []);
  addPageLines(lines, page, body.etag, variesBy(response, page.vary));
  if (body.etag) {
    const validators = request.headers["if-none-match"];
    if (validators !== undefined && etagMatches(validators, body.etag)) {
      response.writeHead(304, lines).end();
      return true;
    }
  }
  const texts = slotTextsOf(viewer, forAnyone ? NO_NONCE : context);
  const bytes = body.bytesFor(texts, encoding);
  const { status } = page;
  if (Buffer.isBuffer(bytes)) return sendBytes(response, { status, lines, bytes, encoding });
  return bytes.then((ready) => sendBytes(response, { status, lines, bytes: ready, encoding }));
}

/** What every answer says of the page itself. */
export function addPageLines(
  lines: string[],
  page: CachedPage,
  etag: string | undefined,
  vary: string,
): void {
  lines.push("Vary", vary);
  for (const line of page.lines) lines.push(line);
  if (etag) lines.push("ETag", etag);
}

export function ownLines(page: CachedPage, viewer: Viewer, lines: string[]): string[] {
  const byDefault = viewer.kind === "visitor" ? "private, no-cache" : "private, no-store";
  lines.push("Cache-Control", page.cacheControl ?? byDefault);
  return lines;
}

type Answer = { status: number; lines: string[]; bytes: Buffer; encoding: Encoding | undefined };

/** Head and body in one piece: a header that is set by itself costs more than all of them together. */
function sendBytes(response: ServerResponse, { status, lines, bytes, encoding }: Answer): true {
  addBodyLines(lines, bytes, encoding);
  response.writeHead(status, lines).end(bytes);
  return true;
}

export function addBodyLines(lines: string[], bytes: Buffer, encoding: Encoding | undefined): void {
  if (encoding) lines.push("Content-Encoding", encoding);
  lines.push("Content-Length", String(bytes.length));
}
