import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Encoding } from "../accepted-encoding";
import { joinableBrotli } from "./joined-brotli.server";
import { joinableGzip } from "./joined-gzip.server";
import { fillSlots, SAMPLE_TEXTS, type Segment, type SlotTexts } from "./slots.server";

/**
 * Shorter text between two slots is sent uncompressed with them, because a block costs more than compression
 * saves.
 */
const SHORTEST_STRETCH = 500;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Up to this size, compressing takes about as long as handing the work to another thread. */
const QUICK_BYTES = 64 * 1024;
/** A larger window would make brotli allocate much more memory than a page needs. */
const QUICK_WINDOW_BITS = 18;
/** Smaller pages fit into the first round trip of a connection anyway, and this takes half the time. */
const ROUND_TRIP_BYTES = 40 * 1024;
const QUICK_QUALITY = { small: 2, large: 4 };
const QUICK_LEVEL = 1;
const THOROUGH_QUALITY = 5;
const THOROUGH_LEVEL = 6;

/** For the first request: most archive pages are requested once. */
function compressQuickly(bytes: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  const isSmall = bytes.length <= QUICK_BYTES;
  if (encoding === "gzip") {
    const options = { level: QUICK_LEVEL };
    return isSmall ? gzipSync(bytes, options) : gzipped(bytes, options);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY[bytes.length <= ROUND_TRIP_BYTES ? "small" : "large"],
    [constants.BROTLI_PARAM_LGWIN]: QUICK_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return isSmall ? brotliCompressSync(bytes, { params }) : brotli(bytes, { params });
}

/** For all later requests. */
function compressThoroughly(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return gzipped(bytes, { level: THOROUGH_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: THOROUGH_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotli(bytes, { params });
}

/** Makes one reader's bytes from the compressed shared parts. */
type Filler = (texts: SlotTexts) => Buffer | Promise<Buffer>;

const JOINABLE = { br: joinableBrotli, gzip: joinableGzip };

/**
 * A page in its frame, in the requested encodings. The first request for an encoding is compressed quickly,
 * because most archive pages are requested once. The second one triggers thorough compression for all later
 * requests.
 */
export class PageBody {
  /** Only when the page is the same for everyone. */
  readonly etag: string | undefined;
  private readonly asked = new Set<Encoding>();
  private readonly preparing = new Map<Encoding, Promise<Filler>>();
  private readonly fillers = new Map<Encoding, Filler>();

  /** @param ownEtag the ETag of its loader */
  constructor(
    private readonly segments: readonly Segment[],
    ownEtag?: string,
  ) {
    const shared = segments.filter((part) => Buffer.isBuffer(part));
    if (shared.length === segments.length) this.etag = ownEtag ?? weakEtag(shared);
  }

  /** One reader's bytes; a promise if they are not ready. @param encoding undefined for uncompressed */
  bytesFor(texts: SlotTexts, encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (!encoding) return fillSlots(this.segments, texts);
    const fill = this.fillers.get(encoding);
    if (fill) return fill(texts);
    if (this.asked.has(encoding)) return this.prepare(encoding).then((prepared) => prepared(texts));
    this.asked.add(encoding);
    return compressQuickly(fillSlots(this.segments, texts), encoding);
  }

  /**
   * The bytes of a page that is the same for everyone, if they are ready.
   * @param encoding undefined for uncompressed
   */
  readyBytes(encoding: Encoding | undefined): Buffer | undefined {
    if (!this.etag) return undefined;
    const [only, ...others] = this.segments;
    const plain = others.length === 0 ? only : undefined;
    const bytes = encoding ? this.fillers.get(encoding)?.(SAMPLE_TEXTS) : plain;
    return Buffer.isBuffer(bytes) ? bytes : undefined;
  }

  private prepare(encoding: Encoding): Promise<Filler> {
    const known = this.preparing.get(encoding);
    if (known) return known;
    const preparing = this.etag ? this.compressWhole(encoding) : this.compressShared(encoding);
    this.preparing.set(encoding, preparing);
    preparing.then(
      (fill) => {
        this.fillers.set(encoding, fill);
        this.preparing.delete(encoding);
      },
      () => this.preparing.delete(encoding),
    );
    return preparing;
  }

  private async compressWhole(encoding: Encoding): Promise<Filler> {
    const bytes = await compressThoroughly(fillSlots(this.segments, SAMPLE_TEXTS), encoding);
    return () => bytes;
  }

  /** A page that cannot be joined is compressed for each reader. */
  private async compressShared(encoding: Encoding): Promise<Filler> {
    const expected = fillSlots(this.segments, SAMPLE_TEXTS);
    const join = await JOINABLE[encoding](splitStretches(this.segments), fillSlots, {
      sample: SAMPLE_TEXTS,
      expected,
    });
    return join ?? ((texts) => compressThoroughly(fillSlots(this.segments, texts), encoding));
  }
}

function weakEtag(parts: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Alternates long shared text and personal parts with the short text around them. */
function splitStretches(segments: readonly Segment[]): (Buffer | { personal: Segment[] })[] {
  const stretches: (Buffer | { personal: Segment[] })[] = [];
  for (const segment of mergeRuns(segments)) {
    const last = stretches.at(-1);
    const isLong = Buffer.isBuffer(segment) && (segment.length >= SHORTEST_STRETCH || !last);
    if (isLong) stretches.push(segment);
    else if (last && "personal" in last) last.personal.push(segment);
    else stretches.push({ personal: [segment] });
  }
  return stretches;
}

/** Merges neighbouring bytes of the page and its frame. */
function mergeRuns(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (Buffer.isBuffer(segment) && Buffer.isBuffer(last))
      merged[merged.length - 1] = Buffer.concat([last, segment]);
    else merged.push(segment);
  }
  return merged;
}
