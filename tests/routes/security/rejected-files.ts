import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";

/** A plain picture of pixels. */
export const picture = (
  format: "png" | "jpeg" | "webp" | "gif" | "tiff" | "avif",
  width = 400,
  height = 300,
) =>
  sharp({ create: { width, height, channels: 3, background: "#1B1464" } })
    [format]()
    .toBuffer();

/** A PNG that claims this size in pixels; each of its lines is a few bytes of zeros. */
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
const SVG_NAMES = "http://www.w3.org/2000/svg";
const SVG = `<?xml version="1.0"?><svg xmlns="${SVG_NAMES}" width="9" height="9">${SCRIPT}</svg>`;

const JPEG_START = [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0];
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Only the first bytes of a format: enough for content sniffing. */
const begun = (...start: (string | number[])[]) =>
  Buffer.concat([...start.map((part) => Buffer.from(part as string, "latin1")), Buffer.alloc(2_000, 7)]);

/** Pictures with a corrupt middle. */
const BROKEN: Record<string, () => Promise<Buffer> | Buffer> = {
  "a JPEG that breaks off": async () => (await picture("jpeg", 2000, 1500)).subarray(0, 6000),
  "a JPEG that ends at once": () => Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
  "the first bytes of a JPEG": () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  "a PNG that breaks off": async () => (await picture("png", 2000, 1500)).subarray(0, 200),
  "a PNG whose head is false": async () => overwritten(await picture("png"), PNG_START.length, 60),
  "a PNG of no width": () => bombPng(0, 300),
  "the first bytes of a PNG": () => Buffer.from(PNG_START),
  "a WebP that breaks off": async () => (await picture("webp", 2000, 1500)).subarray(0, 100),
  "a WebP that says it is longer": () => begun("RIFF", [0xff, 0xff, 0xff, 0x7f], "WEBPVP8 "),
  "the first bytes of a WebP": () => Buffer.from("RIFF\x04\0\0\0WEBP", "latin1"),
  "30 megapixels": () => picture("png", 6000, 5000),
  "a bomb of 900 megapixels": () => bombPng(30_000, 30_000),
  "more than any format allows": () => bombPng(2_000_000_000, 2),
  "6 MB": async () => Buffer.concat([await picture("jpeg"), Buffer.alloc(5.5 * 1024 * 1024)]),
};

/** Without the bytes of the given range. */
const overwritten = (bytes: Buffer, from: number, to: number): Buffer =>
  Buffer.from(bytes).fill(0x5a, from, Math.min(to, bytes.length));

/** Pictures in formats that are not accepted; some of them can run programs. */
const OTHER_FORMATS: Record<string, () => Promise<Buffer> | Buffer> = {
  "a GIF": () => picture("gif"),
  "a TIFF": () => picture("tiff"),
  "an AVIF": () => picture("avif"),
  "a HEIC": () => begun([0, 0, 0, 0x18], "ftypheic"),
  "a BMP": () => begun("BM", [0x46, 0, 0, 0]),
  "an icon": () => begun([0, 0, 1, 0, 1, 0]),
  "a Photoshop file": () => begun("8BPS", [0, 1]),
  "a JPEG 2000": () => begun([0, 0, 0, 0x0c], "jP  \r\n"),
  "a JPEG XL": () => begun([0xff, 0x0a]),
  "an OpenEXR": () => begun([0x76, 0x2f, 0x31, 0x01]),
  "a Radiance picture": () => begun("#?RADIANCE\n\n-Y 9 +X 9\n"),
  "a portable pixmap": () => begun("P6\n9 9\n255\n"),
  "a QOI": () => begun("qoif", [0, 0, 0, 9]),
  "a vips file": () => begun([0xb6, 0xa6, 0xf2, 0x08]),
  PostScript: () => begun("%!PS-Adobe-3.0 EPSF-3.0\n(%pipe%id) (r) file\n"),
  "a PDF": () => Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"),
  "drawing orders": () => Buffer.from('push graphic-context\nimage over 0,0 0,0 "https://demo.test/|id"\n'),
  "a drawing of orders": () => Buffer.from('<image><read filename="caption:&lt;?php ?&gt;" /></image>'),
};

/** Content that a browser would execute, with every disguise of a file. */
const DOCUMENTS: Record<string, () => Buffer> = {
  "an SVG": () => Buffer.from(SVG),
  "an SVG without its declaration": () => Buffer.from(SVG.slice(SVG.indexOf("<svg"))),
  "an SVG behind a comment": () =>
    Buffer.from(`<!-- ${"x".repeat(4_000)} -->${SVG.slice(SVG.indexOf("<svg"))}`),
  "an SVG in UTF-16": () => Buffer.from(`\ufeff${SVG}`, "utf16le"),
  "an SVG, packed": () => gzipSync(SVG),
  "an SVG that reads a file": () =>
    Buffer.from(
      `<!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg xmlns="${SVG_NAMES}"><text>&f;</text></svg>`,
    ),
  "an SVG that grows without end": () =>
    Buffer.from(
      `<!DOCTYPE s [<!ENTITY a "${"a".repeat(999)}"><!ENTITY b "${"&a;".repeat(999)}">]><svg xmlns="${SVG_NAMES}"><text>${"&b;".repeat(999)}</text></svg>`,
    ),
  "an SVG that asks elsewhere": () =>
    Buffer.from(
      `<svg xmlns="${SVG_NAMES}"><image href="http://127.0.0.1:1/x.png" width="9" height="9"/></svg>`,
    ),
  HTML: () => Buffer.from(`<!doctype html>${SCRIPT}`),
  "HTML that begins as a JPEG": () => begun(JPEG_START, SCRIPT),
  "HTML that begins as a PNG": () => begun(PNG_START, SCRIPT),
  "HTML that begins as a GIF": () => begun("GIF89a", `/*${SCRIPT}*/=1;`),
  "HTML that begins as a WebP": () => begun("RIFF", [0x20, 0, 0, 0], `WEBP${SCRIPT}`),
  XML: () => Buffer.from('<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><a/>'),
  "a script": () => Buffer.from("alert(document.cookie)"),
  "a style sheet": () => Buffer.from("body{background:url(javascript:alert(1))}"),
  PHP: () => Buffer.from("<?php system($_GET[0]) ?>"),
  "a shell script": () => Buffer.from("#!/bin/sh\nid\n"),
};

/** Other common files. */
const OTHER_FILES: Record<string, () => Buffer> = {
  "one byte": () => Buffer.from([0]),
  noise: () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
  "a text of nothing but ends": () => Buffer.alloc(100_000, "\r\n"),
  "a Windows program": () => begun("MZ", [0x90, 0]),
  "a Linux program": () => begun([0x7f], "ELF", [2, 1, 1]),
  WebAssembly: () => begun([0], "asm", [1, 0, 0, 0]),
  "a ZIP": () => begun("PK", [3, 4, 20, 0]),
  "a packed megabyte of nothing": () => gzipSync(Buffer.alloc(1_000_000)),
  "a tar file": () => Buffer.concat([Buffer.alloc(257), begun("ustar", [0])]),
  "a film": () => begun([0, 0, 0, 0x18], "ftypmp42"),
  "a WebM": () => begun([0x1a, 0x45, 0xdf, 0xa3]),
  "a sound": () => begun("RIFF", [0x24, 0, 0, 0], "WAVEfmt "),
  "a font": () => begun("wOF2", [0, 1, 0, 0]),
  JSON: () => Buffer.from('{"image":{"$ne":null}}'),
  "a table": () => Buffer.from("=cmd|' /C calc'!A0,1\r\n"),
};

/** Files that are rejected as pictures, by name. */
export const REJECTED_FILES = { ...BROKEN, ...OTHER_FORMATS, ...DOCUMENTS, ...OTHER_FILES };
