import type { IncomingMessage, ServerResponse } from "node:http";
import { readerTexts } from "~/auth/placeholder-viewer.server";
import type { Viewer } from "~/auth/viewer.server";
import { currentFrame, latestFrame } from "~/features/site-shell/frame-parts.server";
import { ownParts } from "~/features/site-shell/own-parts.server";
import { negotiateEncoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { FrameHtml, OwnParts } from "~/platform/page-cache/slots.server";
import { etagMatches } from "~/web/etag";
import type { RequestContext } from "~/web/request-args.server";
import { type AnyonesHeaders, NO_NONCE } from "./cdn-headers";
import { bodyLines, ownLines, pageLines } from "./page-headers";
import { readyHead, sendWithHead, takesReadyHead } from "./ready-head";
import type { CommonHeaders } from "./request-context";
import { variesBy } from "./vary";

type Reader = {
  viewer: Viewer;
  context: RequestContext;
  /** Headers that are not set on the response yet. */
  head?: CommonHeaders;
  /** Headers to use instead, if a cache in front of the site may store the page. */
  forAnyone?: AnyonesHeaders;
};

const NOTHING = Buffer.alloc(0);
const NO_FRAME: FrameHtml = {
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

/** The frame for a page, if all its parts are ready. */
export const frameAtHand = ({ hasFrame }: CachedPage): FrameHtml | undefined =>
  hasFrame ? currentFrame() : NO_FRAME;

/** Sends a page to one reader: the same bytes to all visitors, with the name filled in for a member. */
export function sendCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  reader: Reader,
): true | Promise<true> {
  const reading = ownParts(reader, reader.viewer, page.needs);
  const ready = reading ? undefined : frameAtHand(page);
  if (ready) return sendInFrame(request, response, page, { ...reader, frame: ready });
  return Promise.resolve(reading).then(async (own) => {
    // Not before: it may change while the own parts are read.
    const frame = frameAtHand(page) ?? (await latestFrame(reader));
    return sendInFrame(request, response, page, { ...reader, frame, own });
  });
}

function sendInFrame(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  { viewer, context, head, forAnyone, frame, own }: Reader & { frame: FrameHtml; own?: OwnParts },
): true | Promise<true> {
  const body = page.bodyIn(frame);
  const encoding = negotiateEncoding(request.headers["accept-encoding"]);
  const makeLines = () => [
    ...(forAnyone ? forAnyone(page, context) : ownLines(page, viewer, head?.(context) ?? [])),
    ...pageLines(page, body.etag, variesBy(response, page.vary)),
  ];
  const validators = request.headers["if-none-match"];
  if (body.etag && validators !== undefined && etagMatches(validators, body.etag)) {
    response.writeHead(304, makeLines()).end();
    return true;
  }
  const send = (bytes: Buffer): true => {
    if (head && !forAnyone && takesReadyHead(response)) {
      sendWithHead(response, readyHead(body, { page, viewer, encoding, head }), context, bytes);
    } else {
      // Head and body together: setting headers one by one costs more than everything else.
      const lines = [...makeLines(), ...bodyLines(encoding, String(bytes.length))];
      response.writeHead(page.status, lines).end(bytes);
    }
    return true;
  };
  const bytes = body.bytesFor(readerTexts(viewer, forAnyone ? NO_NONCE : context, own), encoding);
  return Buffer.isBuffer(bytes) ? send(bytes) : bytes.then(send);
}
