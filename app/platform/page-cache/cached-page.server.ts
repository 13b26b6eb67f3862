import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "../accepted-encoding";
import { compressShared, decompressesTo, joinStretches, type Stretch } from "./joined-brotli.server";
import { SLOT_PATTERN, SLOTS, type Slot, type SlotTexts, slotOf } from "./slots.server";

/** The same for everybody of its audience, ready in each coding. */
type WholeBody = { identity: Buffer; br: Buffer; gzip: Buffer; etag: string };

type Segment = Buffer | { slot: Slot };

/** Filled for each reader. `br` is missing where its stretches could not be joined. */
type SlottedBody = { segments: Segment[]; br?: Stretch<Segment[]>[] };

/** Text between two slots that is shorter than this is sent with them: its compression would not pay for its block. */
const SHORTEST_STRETCH = 500;

export type CachedPage = {
  /** Content type, and for data what its loader said about it (total, next page, validity). */
  headers: Record<string, string>;
  /** Bytes and the slots between them, or one body when the page has no slot. */
  body: WholeBody | SlottedBody;
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
  const body = hasSlots ? await slottedBody(segments) : await wholeBody(text, response.headers.get("ETag"));
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

async function slottedBody(segments: Segment[]): Promise<SlottedBody> {
  const br = await compressShared(stretchesOf(segments));
  const sample = joinStretches(br, (personal) => fillSlots(personal, SLOTS));
  const joins = await decompressesTo(sample, fillSlots(segments, SLOTS));
  return { segments, br: joins ? br : undefined };
}

/** Long text, and what is personal with the short text around it, in turns. */
function stretchesOf(segments: readonly Segment[]): (Buffer | { personal: Segment[] })[] {
  const stretches: (Buffer | { personal: Segment[] })[] = [];
  for (const segment of segments) {
    const last = stretches.at(-1);
    const isLong = Buffer.isBuffer(segment) && (segment.length >= SHORTEST_STRETCH || !last);
    if (isLong) stretches.push(segment);
    else if (last && "personal" in last) last.personal.push(segment);
    else stretches.push({ personal: [segment] });
  }
  return stretches;
}

const lengthOf = (parts: readonly (Segment | Stretch<Segment[]>)[]): number =>
  parts.reduce((sum, part) => {
    if (Buffer.isBuffer(part)) return sum + part.length;
    return sum + ("compressed" in part ? part.compressed.length : 0);
  }, 0);

const sizeOf = (body: CachedPage["body"]): number =>
  "segments" in body
    ? lengthOf([...body.segments, ...(body.br ?? [])])
    : lengthOf([body.identity, body.br, body.gzip]);

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** A page with slots for one reader, in the coding that was asked for. */
export async function personalBody(
  { segments, br }: SlottedBody,
  texts: SlotTexts,
  encoding: Encoding | undefined,
): Promise<Buffer> {
  if (encoding === "br" && br) return joinStretches(br, (personal) => fillSlots(personal, texts));
  const body = fillSlots(segments, texts);
  if (!encoding) return body;
  return encoding === "br" ? brotli(body, BROTLI) : gzipped(body);
}

/** Its text was encoded when the page was kept: doing that for each reader would cost most of all. */
const fillSlots = (segments: readonly Segment[], texts: SlotTexts): Buffer =>
  Buffer.concat(segments.map((part) => ("slot" in part ? Buffer.from(escapeHtml(texts[part.slot])) : part)));

/** A page that was drawn for many and is sent to one reader after all, since a part of it broke. */
export async function personalReply(response: Response, texts: SlotTexts): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get("Content-Type")?.startsWith("text/html")) return response;
  const filled = fillSlots(segmentsOf(await response.text()), texts);
  return new Response(new Uint8Array(filled), { status, headers });
}
