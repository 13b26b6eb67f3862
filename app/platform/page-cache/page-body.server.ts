import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Encoding } from "../accepted-encoding";
import { joinableBrotli } from "./joined-brotli.server";
import { joinableGzip } from "./joined-gzip.server";
import { fillSlots, type Segment, SLOTS, type SlotTexts } from "./slots.server";

/** Text between two slots that is shorter than this is sent with them: its compression would not pay for its block. */
const SHORTEST_STRETCH = 500;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Up to so many bytes it takes about as long to hand the work to another thread and back as to do it. */
const QUICK_BYTES = 64 * 1024;
/** Beyond the windows of the quick way, brotli would lay out much more memory than a page fills. */
const QUICK_WINDOW_BITS = 18;
/** What is smaller fits into the first round trip of a connection either way, and takes half the time. */
const ROUND_TRIP_BYTES = 40 * 1024;
const QUICK_QUALITY = { small: 2, large: 4 };
const QUICK_LEVEL = 1;
const THOROUGH_QUALITY = 5;
const THOROUGH_LEVEL = 6;

/** For who asks first: most pages of an archive are asked for once. */
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

/** Once for all who ask from then on. */
function compressThoroughly(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return gzipped(bytes, { level: THOROUGH_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: THOROUGH_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotli(bytes, { params });
}

/** Makes one reader's bytes of what was compressed for all. */
type Filler = (texts: SlotTexts) => Buffer | Promise<Buffer>;

const JOINABLE = { br: joinableBrotli, gzip: joinableGzip };

/**
 * A page in its frame, in the codings that were asked for. Whoever asks for one first gets it quickly compressed: most
 * pages of an archive are asked for once. It is compressed well when somebody asks again, once for all.
 */
export class PageBody {
  /** Only where it is the same for everybody. */
  readonly etag: string | undefined;
  private readonly asked = new Set<Encoding>();
  private readonly preparing = new Map<Encoding, Promise<Filler>>();
  private readonly fillers = new Map<Encoding, Filler>();

  /** @param ownEtag what its loader says of its validity */
  constructor(
    private readonly segments: readonly Segment[],
    ownEtag?: string,
  ) {
    const shared = segments.filter((part) => Buffer.isBuffer(part));
    if (shared.length === segments.length) this.etag = ownEtag ?? etagOf(shared);
  }

  /** One reader's bytes; a promise where they are not ready. @param encoding none for plain */
  bytesFor(texts: SlotTexts, encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (!encoding) return fillSlots(this.segments, texts);
    const fill = this.fillers.get(encoding);
    if (fill) return fill(texts);
    if (this.asked.has(encoding)) return this.prepare(encoding).then((prepared) => prepared(texts));
    this.asked.add(encoding);
    return compressQuickly(fillSlots(this.segments, texts), encoding);
  }

  /** The bytes of a page that is the same for everybody, where they are ready. @param encoding none for plain */
  readyBytes(encoding: Encoding | undefined): Buffer | undefined {
    if (!this.etag) return undefined;
    const [only, ...others] = this.segments;
    const plain = others.length === 0 ? only : undefined;
    const bytes = encoding ? this.fillers.get(encoding)?.(SLOTS) : plain;
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
    const bytes = await compressThoroughly(fillSlots(this.segments, SLOTS), encoding);
    return () => bytes;
  }

  /** A page that cannot be joined is compressed for each reader. */
  private async compressShared(encoding: Encoding): Promise<Filler> {
    const expected = fillSlots(this.segments, SLOTS);
    const join = await JOINABLE[encoding](stretchesOf(this.segments), fillSlots, { sample: SLOTS, expected });
    return join ?? ((texts) => compressThoroughly(fillSlots(this.segments, texts), encoding));
  }
}

function etagOf(parts: readonly Buffer[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Long text, and what is personal with the short text around it, in turns. */
function stretchesOf(segments: readonly Segment[]): (Buffer | { personal: Segment[] })[] {
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

/** Bytes that stand side by side, the page's and its frame's, as one piece. */
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
