import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import { compressPieces } from "./compress-pieces.server";
import type { Join, Joinable, Stretch } from "./joined-compression";

type Compressed<Personal> = { compressed: Buffer } | { personal: Personal };

const MIN_WINDOW_BITS = 10;
const MAX_WINDOW_BITS = 15;
/** A window holds this many bytes less than its bits suggest; RFC 7932, section 9.1. */
const WINDOW_GAP = 16;
const QUALITY = 5;
/** The best quality that never uses brotli's dictionary. */
const QUALITY_WITHOUT_DICTIONARY = 3;
const SPACER = spacer();
/** An empty last block; RFC 7932, section 9.2. */
const END = Buffer.from([0x03]);
/** The largest uncompressed block with a length of four nibbles. */
const BLOCK_BYTES = 65_536;

const decompress = promisify(brotliDecompress);

/**
 * Compresses the shared parts of a page so that a reader's own parts can be inserted between them as
 * uncompressed blocks. Compressing each member's whole page took four fifths of the time of sending it. A
 * block may refer to earlier bytes, but the reader's parts differ in length. So a window of bytes that no
 * text contains is compressed between two shared parts, and its output is dropped: the next part cannot refer
 * to anything earlier. Literal contexts (the two preceding bytes) are off. Dictionary words are encoded as
 * distances beyond the window, or beyond the start of the stream. Therefore the window is no larger than the
 * first shared part. The compressor does not guarantee this, so a sample of every page is joined and
 * decompressed before any is sent.
 */
export const joinableBrotli: Joinable = async (stretches, fill, { sample, expected }) => {
  const compressed = await compressShared(stretches);
  const join: Join<typeof sample> = (texts) => joinStretches(compressed, (personal) => fill(personal, texts));
  const text = await decompress(join(sample)).catch(() => undefined);
  return text?.equals(expected) ? join : undefined;
};

async function compressShared<Personal>(
  stretches: readonly Stretch<Personal>[],
): Promise<Compressed<Personal>[]> {
  const windowBits = windowBitsFor(stretches);
  const encoder = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: windowBits ? QUALITY : QUALITY_WITHOUT_DICTIONARY,
      [constants.BROTLI_PARAM_LGWIN]: windowBits ?? MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
    },
  });
  const flushed = compressPieces(encoder, constants.BROTLI_OPERATION_FLUSH);
  const result: Compressed<Personal>[] = [];
  for (const stretch of stretches) {
    if (!Buffer.isBuffer(stretch)) result.push(stretch);
    else {
      if (result.length > 0) await flushed(SPACER);
      result.push({ compressed: await flushed(stretch) });
    }
  }
  encoder.destroy();
  return result;
}

/** @returns undefined when the first shared part is too short for any window */
function windowBitsFor(stretches: readonly Stretch<unknown>[]): number | undefined {
  const shared = stretches.filter((stretch) => Buffer.isBuffer(stretch));
  if (shared.length < 2) return MAX_WINDOW_BITS;
  const bits = Math.floor(Math.log2((shared[0]?.length ?? 0) + WINDOW_GAP));
  return bits < MIN_WINDOW_BITS ? undefined : Math.min(bits, MAX_WINDOW_BITS);
}

function joinStretches<Personal>(
  stretches: readonly Compressed<Personal>[],
  fill: (personal: Personal) => Buffer,
): Buffer {
  const parts = stretches.flatMap((stretch) =>
    "compressed" in stretch ? [stretch.compressed] : uncompressedBlocks(fill(stretch.personal)),
  );
  return Buffer.concat([...parts, END]);
}

/**
 * RFC 7932, section 9.2: not the last (1 bit), four nibbles (2 bits), the length less one (16), uncompressed
 * (1).
 */
function uncompressedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    const header = ((block.length - 1) << 3) | (1 << 19);
    blocks.push(Buffer.from([header & 0xff, (header >> 8) & 0xff, (header >> 16) & 0xff]), block);
  }
  return blocks;
}

/**
 * A window of bytes that never occur in a page's UTF-8 text, in which no four bytes repeat, so the compressor
 * cannot refer to it. It counts with four-digit numbers; each position has ten digits of its own.
 */
function spacer(): Buffer {
  const controls = Array.from({ length: 32 }, (_, code) => code).filter(
    (code) => ![0, 9, 10, 13].includes(code),
  );
  const digits = [...controls, 0xc0, 0xc1, ...Array.from({ length: 11 }, (_, code) => 0xf5 + code)];
  const bytes = Buffer.alloc(2 ** MAX_WINDOW_BITS);
  for (let index = 0; index < bytes.length; index += 1) {
    const place = index % 4;
    const digit = Math.floor(Math.floor(index / 4) / 10 ** place) % 10;
    bytes[index] = digits[place * 10 + digit] ?? 0;
  }
  return bytes;
}
