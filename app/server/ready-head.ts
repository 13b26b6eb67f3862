import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Viewer } from "~/auth/viewer.server";
import type { Encoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { PageBody } from "~/platform/page-cache/page-body.server";
import { isStopping } from "~/platform/stopping-flag.server";
import type { RequestContext } from "~/web/request-args.server";
import { bodyLines, ownLines, pageLines } from "./page-headers";
import type { CommonHeaders } from "./request-context";

type OwnOfAnswer = Pick<RequestContext, "nonce" | "requestId">;

/**
 * Placeholders for the parts of a head that differ per response. Random, so that no quoted address contains
 * them.
 */
const PLACES = { nonce: randomUUID(), requestId: randomUUID(), length: randomUUID() } as const;

/** The parts of a head between nonce, request id, length and date. */
export type ReadyHead = { status: number; toNonce: string; toId: string; toLength: string; toDate: string };

/** By body; released together with it. */
const known = new WeakMap<PageBody, Map<string, ReadyHead>>();

type Told = { page: CachedPage; viewer: Viewer; encoding: Encoding | undefined; head: CommonHeaders };

/** The head of a cached page, built once for all readers with the same headers. */
export function readyHead(body: PageBody, { page, viewer, encoding, head }: Told): ReadyHead {
  const heads = known.get(body) ?? new Map<string, ReadyHead>();
  const key = `${viewer.kind} ${encoding}`;
  const found = heads.get(key);
  if (found) return found;
  const lines = ownLines(page, viewer, head(PLACES));
  lines.push(...pageLines(page, body.etag, page.vary));
  lines.push(...bodyLines(encoding, PLACES.length));
  const made = headOf(page.status, lines);
  heads.set(key, made);
  known.set(body, heads);
  return made;
}

/** @param lines names and values, alternating */
function headOf(status: number, lines: readonly string[]): ReadyHead {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < lines.length; index += 2) text += `${lines[index]}: ${lines[index + 1]}\r\n`;
  const [toNonce = "", afterNonce = ""] = text.split(PLACES.nonce);
  const [toId = "", afterId = ""] = afterNonce.split(PLACES.requestId);
  const [toLength = "", toDate = ""] = afterId.split(PLACES.length);
  return { status, toNonce, toId, toLength, toDate: `${toDate}Date: ` };
}

/**
 * Whether a response has no headers yet, and its connection stays open: HTTP/1.1, and the server is not
 * stopping.
 */
export const takesReadyHead = (response: ServerResponse): boolean =>
  response.shouldKeepAlive && !isStopping() && response.getHeaderNames().length === 0;

/** Node's internal fields: the text of the head, and the keep-alive timeout. */
type NodeResponse = ServerResponse & { _header: string | null; _keepAliveTimeout: number };

/**
 * Like `writeHead` and `end`, without Node processing two dozen identical headers. Node skips building a head
 * if one is set; a test compares the bytes for every public page.
 */
export function sendWithHead(
  response: ServerResponse,
  { status, toNonce, toId, toLength, toDate }: ReadyHead,
  { nonce, requestId }: OwnOfAnswer,
  bytes: Buffer,
): void {
  const opened = response as NodeResponse;
  const rest = Math.floor(opened._keepAliveTimeout / 1000);
  const end = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${rest}\r\n\r\n`;
  response.statusCode = status;
  opened._header = toNonce + nonce + toId + requestId + toLength + bytes.length + toDate + dateNow() + end;
  response.end(bytes);
}

let date = { second: 0, text: "" };

/** The `Date` header (RFC 9110, section 5.6.7), formatted once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (date.second !== second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
