import { constants, crc32, createDeflateRaw } from "node:zlib";
import { compressPieces } from "./compress-pieces.server";
import type { Joinable, Stretch } from "./joined-compression";

const LEVEL = 6;
/** Deflate (8), no flags, no time, no level, Unix; RFC 1952, section 2.3. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
/** An empty stored block, the last; RFC 1951, section 3.2.4. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);
/** The largest stored block. */
const BLOCK_BYTES = 65_535;

type Piece<Personal> = { bytes: Buffer; compressed: Buffer } | { personal: Personal };

/**
 * The same as `joinableBrotli`, for clients without brotli (browsers without TLS). In deflate a full flush
 * ends a part at a byte and prevents references to earlier bytes, so no trial is needed.
 */
export const joinableGzip: Joinable = async (stretches, fill) => {
  const pieces = await compressShared(stretches);
  return (texts) => {
    let checksum = 0;
    let length = 0;
    const count = (bytes: Buffer) => {
      checksum = crc32(bytes, checksum);
      length += bytes.length;
    };
    const parts = pieces.flatMap((piece) => {
      const bytes = "personal" in piece ? fill(piece.personal, texts) : piece.bytes;
      count(bytes);
      return "personal" in piece ? storedBlocks(bytes) : [piece.compressed];
    });
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length, 4);
    return Buffer.concat([HEADER, ...parts, END, trailer]);
  };
};

async function compressShared<Personal>(stretches: readonly Stretch<Personal>[]): Promise<Piece<Personal>[]> {
  const encoder = createDeflateRaw({ level: LEVEL });
  const flushed = compressPieces(encoder, constants.Z_FULL_FLUSH);
  const pieces: Piece<Personal>[] = [];
  for (const stretch of stretches) {
    pieces.push(Buffer.isBuffer(stretch) ? { bytes: stretch, compressed: await flushed(stretch) } : stretch);
  }
  encoder.destroy();
  return pieces;
}

/** RFC 1951, section 3.2.4: not the last, stored, then the length and its complement. */
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(header, block);
  }
  return blocks;
}
