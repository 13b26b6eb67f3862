import fc from "fast-check";

/**
 * Text of any characters, half of them ASCII's; halves of characters, too. The library's own `unit: "binary"` works for a
 * second, before the first text, on a table of all characters.
 */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((points) => String.fromCodePoint(...points));
