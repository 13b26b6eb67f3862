import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** A plain picture. Pixels. */
export const picture = (
  format: "png" | "jpeg" | "webp" | "gif" | "tiff" | "avif",
  width = 400,
  height = 300,
) =>
  sharp({ create: { width, height, channels: 3, background: "#1B1464" } })
    [format]()
    .toBuffer();

/** A PNG that says it has these many pixels, and of which every line is a few bytes of zeros. */
function bombPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const sized = Buffer.alloc(body.length + 8);
    sized.writeUInt32BE(data.length, 0);
    body.copy(sized, 4);
    sized.writeUInt32BE(crc(body), body.length + 4);
    return sized;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

export const SCRIPT = "<script>alert(1)</script>";
const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`;

/** Files that are no picture of ours, by what they are. */
export const REJECTED_FILES: Record<string, () => Promise<Buffer> | Buffer> = {
  "an SVG": () => Buffer.from(SVG),
  HTML: () => Buffer.from(`<!doctype html>${SCRIPT}`),
  "a GIF": () => picture("gif"),
  "a TIFF": () => picture("tiff"),
  "an AVIF": () => picture("avif"),
  "a PDF": () => Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
  "a JPEG that breaks off": async () => (await picture("jpeg", 2000, 1500)).subarray(0, 6000),
  "a PNG that breaks off": async () => (await picture("png", 2000, 1500)).subarray(0, 200),
  "the first bytes of a JPEG": () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  "30 megapixels": () => picture("png", 6000, 5000),
  "a bomb of 900 megapixels": () => bombPng(30_000, 30_000),
  "more than any format allows": () => bombPng(2_000_000_000, 2),
  noise: () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
  "6 MB": async () => Buffer.concat([await picture("jpeg"), Buffer.alloc(5.5 * 1024 * 1024)]),
};
