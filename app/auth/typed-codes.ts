import { asciiDigits } from "./ascii-digits";

/** Crockford's alphabet, without ambiguous letters. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const LOOKS_LIKE: Record<string, string> = { o: "0", i: "1", l: "1" };

/** A code for people to type, in groups of four: five bits of each byte. */
export const letterCode = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length])
    .join("")
    .replace(/(.{4})(?=.)/g, "$1-");

/** Normalises a code: without spaces, dashes and invisible direction marks, with ASCII digits. */
export const plainCode = (typed: string): string =>
  asciiDigits(typed.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}]/gu, ""));

/** The same for a code of letters, independent of case and of ambiguous letters. */
export const plainLetters = (typed: string): string =>
  plainCode(typed)
    .toLowerCase()
    .replace(/[oil]/g, (letter) => LOOKS_LIKE[letter] ?? letter);
