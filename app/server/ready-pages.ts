import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { VISITOR } from "~/features/auth/viewer.server";
import { currentFrame } from "~/features/site-shell/frame-parts.server";
import { type Encoding, negotiateEncoding } from "~/platform/accepted-encoding";
import type { Config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { PageBody } from "~/platform/page-cache/page-body.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { remembered } from "~/platform/remembered";
import { isStopping } from "~/platform/stopping-flag.server";
import { isApiPath } from "~/web/api-path";
import type { Address } from "./addresses";
import { type CommonHeaders, nextNonce } from "./request-context";
import { isAllowedHost } from "./request-guards";
import { addBodyLines, addPageLines, NO_FRAME, ownLines } from "./send-cached-page";
import { readersOf } from "./serve-cached-page";

const HOSTS = 20;

/** Stand in a head for what each answer has of its own. */
const OWN = { nonce: "{nonce}", requestId: "{id}" } as const;

/** The text of a head between what each answer has of its own: its nonce, its id, and the date at its end; and the body. */
type Ready = { toNonce: string; toId: string; toDate: string; bytes: Buffer };

/** Of each body in each coding; it is let go of with the body. */
const known = new WeakMap<PageBody, Map<Encoding | undefined, Ready>>();

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
    // A cache in front is told otherwise; and who stops or looks closely says more.
    if (config.cdnSeconds > 0 || isStopping() || log().isLevelEnabled("debug")) return false;
    if (!isPlainRead(request) || !response.shouldKeepAlive || !isKnownHost(request.headers.host ?? ""))
      return false;
    const address = addressOf(request.url ?? "/");
    if (!address.shared || !isPlainAddress(address)) return false;
    const { kind } = address.shared;
    const page = pageCache().ready(readersOf(request, VISITOR, address.shared).key, kind, Date.now());
    const frame = page?.hasFrame ? currentFrame() : NO_FRAME;
    const encoding = negotiateEncoding(request.headers["accept-encoding"]);
    const ready = page && frame && readyAnswer(page, page.bodyIn(frame), encoding, head);
    if (!ready) return false;
    pageCache().noteHit();
    send(response, ready);
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

function readyAnswer(
  page: CachedPage,
  body: PageBody,
  encoding: Encoding | undefined,
  head: CommonHeaders,
): Ready | undefined {
  const codings = known.get(body) ?? new Map<Encoding | undefined, Ready>();
  const found = codings.get(encoding);
  if (found) return found;
  const bytes = body.readyBytes(encoding);
  if (!bytes) return undefined;
  const lines = ownLines(page, VISITOR, head(OWN));
  addPageLines(lines, page, body.etag, page.vary);
  addBodyLines(lines, bytes, encoding);
  const made = { ...headOf(lines), bytes };
  codings.set(encoding, made);
  known.set(body, codings);
  return made;
}

/** @param lines names and values in turns */
function headOf(lines: readonly string[]): Omit<Ready, "bytes"> {
  let text = "HTTP/1.1 200 OK\r\n";
  for (let index = 0; index < lines.length; index += 2) text += `${lines[index]}: ${lines[index + 1]}\r\n`;
  const [toNonce = "", rest = ""] = text.split(OWN.nonce);
  const [toId = "", toDate = ""] = rest.split(OWN.requestId);
  return { toNonce, toId, toDate: `${toDate}Date: ` };
}

/** What Node keeps of a response: the text of its head, once that is put together, and how long its connection may rest. */
type NodeResponse = ServerResponse & { _header: string | null; _keepAliveTimeout: number };

/** As `writeHead` and `end`, without having Node read two dozen lines that are the same each time. */
function send(response: ServerResponse, { toNonce, toId, toDate, bytes }: Ready): void {
  const opened = response as NodeResponse;
  const rest = Math.floor(opened._keepAliveTimeout / 1000);
  const end = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${rest}\r\n\r\n`;
  opened._header = toNonce + nextNonce() + toId + randomUUID() + toDate + dateNow() + end;
  response.end(bytes);
}

let date = { second: 0, text: "" };

/** For the header `Date` (RFC 9110, section 5.6.7), made once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (date.second !== second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
