import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../accepted-encoding";
import { SLOT_PATTERN, type Slot, type SlotTexts, slotOf } from "./slots.server";

/** The same for everybody of its audience, ready in each coding. */
type WholeBody = { identity: Buffer; br: Buffer; gzip: Buffer; etag: string };

type Segment = Buffer | { slot: Slot };

export type CachedPage = {
  /** Content type, and for data what its loader said about it (total, next page, validity). */
  headers: Record<string, string>;
  /** Bytes and the slots between them, or one body when the page has no slot. */
  body: WholeBody | Segment[];
  /** How much memory its bytes take. */
  size: number;
  /** Milliseconds. */
  storedAt: number;
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What is kept of a loader's own headers. */
const CACHED_HEADERS = [
  "content-type",
  "x-total-count",
  "link",
  "cache-control",
  "vary",
  "speculation-rules",
];

/** Prepares a rendered page, or an API's answer, for being sent many times. @param now milliseconds */
export async function preparePage(response: Response, now: number): Promise<CachedPage> {
  const text = await response.text();
  const headers = Object.fromEntries([...response.headers].filter(([name]) => CACHED_HEADERS.includes(name)));
  const segments = segmentsOf(text);
  const hasSlots = segments.some((segment) => "slot" in segment);
  const body = hasSlots ? segments : await wholeBody(text, response.headers.get("ETag"));
  return { headers, body, size: sizeOf(body), storedAt: now };
}

const segmentsOf = (text: string): Segment[] =>
  text
    .split(SLOT_PATTERN)
    .filter((part) => part !== "")
    .map((part) => {
      const slot = slotOf(part);
      return slot ? { slot } : Buffer.from(part);
    });

async function wholeBody(text: string, ownEtag: string | null): Promise<WholeBody> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([brotli(identity, BROTLI), gzipped(identity)]);
  const etag = ownEtag ?? `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { identity, br, gzip: gz, etag };
}

function sizeOf(body: CachedPage["body"]): number {
  const buffers = Array.isArray(body) ? body : [body.identity, body.br, body.gzip];
  return buffers.reduce((sum, part) => sum + ("slot" in part ? 0 : part.length), 0);
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** The page for one reader. Its text was encoded when it was kept: doing that for each reader would cost most of all. */
export function fillSlots(segments: readonly Segment[], texts: SlotTexts): Buffer {
  return Buffer.concat(
    segments.map((part) => ("slot" in part ? Buffer.from(escapeHtml(texts[part.slot])) : part)),
  );
}

/** A page that was drawn for many and is sent to one reader after all, since a part of it broke. */
export async function personalReply(response: Response, texts: SlotTexts): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get("Content-Type")?.startsWith("text/html")) return response;
  const filled = fillSlots(segmentsOf(await response.text()), texts);
  return new Response(new Uint8Array(filled), { status, headers });
}

/** Compresses a filled page for one reader. */
export async function compressPage(body: Buffer, encoding: Encoding | undefined): Promise<Buffer> {
  if (!encoding) return body;
  return encoding === "br" ? brotli(body, BROTLI) : gzipped(body);
}
