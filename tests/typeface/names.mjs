// The table of names of a font (OpenType, "name"), written again.

const FAMILY = "Openbell Serif";
const COPYRIGHT =
  "Made of Source Serif 4. © 2014 - 2021 Adobe Systems Incorporated (http://www.adobe.com/), with Reserved Font Name ‘Source’.";
const LICENSE =
  "This Font Software is licensed under the SIL Open Font License, Version 1.1. This license is available with a FAQ at: http://scripts.sil.org/OFL";

/** Names by their ids. @param {string} style "Regular" @returns {[id: number, text: string][]} */
const namesOf = (style) => [
  [0, COPYRIGHT],
  [1, `${FAMILY} ${style}`],
  [2, "Regular"],
  [3, `${FAMILY} ${style}`],
  [4, `${FAMILY} ${style}`],
  [6, `OpenbellSerif-${style}`],
  [13, LICENSE],
  [14, "http://scripts.sil.org/OFL"],
];

/** Windows, Unicode's first plane, English. */
const [PLATFORM, ENCODING, LANGUAGE] = [3, 1, 0x409];

/** @param {string} style @returns {Buffer} the table, of format 0 */
function nameTable(style) {
  const names = namesOf(style).map(([id, text]) => ({ id, text: Buffer.from(text, "utf16le").swap16() }));
  const head = Buffer.alloc(6 + 12 * names.length);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [index, { id, text }] of names.entries()) {
    const fields = [PLATFORM, ENCODING, LANGUAGE, id, text.length, offset];
    for (const [field, value] of fields.entries()) head.writeUInt16BE(value, 6 + 12 * index + 2 * field);
    offset += text.length;
  }
  return Buffer.concat([head, ...names.map(({ text }) => text)]);
}

const DIRECTORY = 12;
const ENTRY = 16;

/**
 * The font under the house's name. Checksums are left as they were: what packs it afterwards computes them again.
 * @param {Buffer} font as TrueType @param {string} style
 */
export function renamed(font, style) {
  const count = font.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = DIRECTORY + ENTRY * index;
    const [tag, from, length] = [
      font.toString("latin1", at, at + 4),
      font.readUInt32BE(at + 8),
      font.readUInt32BE(at + 12),
    ];
    return { entry: at, data: tag === "name" ? nameTable(style) : font.subarray(from, from + length) };
  });
  const head = Buffer.from(font.subarray(0, DIRECTORY + ENTRY * count));
  const parts = [head];
  let offset = head.length;
  for (const { entry, data } of tables) {
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(data.length, entry + 12);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}
