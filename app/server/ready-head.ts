import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Viewer } from "~/auth/viewer.server";
import type { Encoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";
import type { PageBody } from "~/platform/page-cache/page-body.server";
import { isStopping } from "~/platform/stopping-flag.server";
import type { RequestContext } from "~/web/request-args.server";
import { bodyLines, ownLines, pageLines } from "./page-lines";
import type { CommonHeaders } from "./request-context";

type OwnOfAnswer = Pick<RequestContext, "nonce" | "requestId">;

/** Stand in a head for what each answer has of its own. Random, so that no address that a head quotes has one in it. */
const PLACES = { nonce: randomUUID(), requestId: randomUUID(), length: randomUUID() } as const;

/** The text of a head between what each answer has of its own: its nonce, its id, its length, and the date at its end. */
export type ReadyHead = { status: number; toNonce: string; toId: string; toLength: string; toDate: string };

/** Of each body; they are let go of with it. */
const known = new WeakMap<PageBody, Map<string, ReadyHead>>();

type Told = { page: CachedPage; viewer: Viewer; encoding: Encoding | undefined; head: CommonHeaders };

/** The head of a kept page, put together once for all readers who are told the same. */
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

/** @param lines names and values in turns */
function headOf(status: number, lines: readonly string[]): ReadyHead {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < lines.length; index += 2) text += `${lines[index]}: ${lines[index + 1]}\r\n`;
  const [toNonce = "", afterNonce = ""] = text.split(PLACES.nonce);
  const [toId = "", afterId = ""] = afterNonce.split(PLACES.requestId);
  const [toLength = "", toDate = ""] = afterId.split(PLACES.length);
  return { status, toNonce, toId, toLength, toDate: `${toDate}Date: ` };
}

/** Whether a response says nothing yet, and nothing of the end of its connection: HTTP/1.1, and no server that stops. */
export const takesReadyHead = (response: ServerResponse): boolean =>
  response.shouldKeepAlive && !isStopping() && response.getHeaderNames().length === 0;

/** What Node keeps of a response: the text of its head, once that is put together, and how long its connection may rest. */
type NodeResponse = ServerResponse & { _header: string | null; _keepAliveTimeout: number };

/**
 * As `writeHead` and `end`, without having Node read two dozen lines that are the same each time. A head that is there is Node's own way of
 * knowing that none has to be made; a test compares the bytes for every public page.
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

/** For the header `Date` (RFC 9110, section 5.6.7), made once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (date.second !== second) date = { second, text: new Date(second * 1000).toUTCString() };
  return date.text;
}
