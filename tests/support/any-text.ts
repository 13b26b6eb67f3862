import fc from "fast-check";

/**
 * Text of any characters, half of them ASCII, with lone surrogates. The library's own `unit: "binary"` first
 * builds a table of all characters for a second.
 */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((points) => String.fromCodePoint(...points));
