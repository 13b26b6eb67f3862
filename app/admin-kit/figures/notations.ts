import { type ReadNumber, readNumber } from "./read-number";

/** Letters that multiply a figure, each with its power of ten. */
export const THOUSANDS = { K: 3, M: 6, B: 9 } as const;

const zeroIfEmpty = (text: string, read: (text: string) => ReadNumber): ReadNumber =>
  text.trim() === "" ? { plain: "0" } : read(text);

/** A figure of the market form, without its commas; specification, section 5. */
const commasRemoved = (text: string) => readNumber(text, { commasRemoved: true });

/** Only a leading or trailing percent sign: removing one in the middle would join two figures. */
const withoutPercent = (text: string) => text.trim().replace(/^%|%$/g, "");

/** The market form's change in percent: words are 0; specification, section 5. A text with digits that cannot be read is an error: an accountant's (6.41) and a ledger's 6.41- are losses, not zero.
 */
function percentOrZero(text: string): ReadNumber {
  const read = commasRemoved(withoutPercent(text));
  return read.problem && !/\p{N}/u.test(text) ? { plain: "0" } : read;
}

/**
 * A volume: "1.5M", "142.7k", "2,310,000,000", "3B"; empty is 0; specification, section 5.
 * Negative volumes are errors.
 */
const volume = (text: string): ReadNumber =>
  zeroIfEmpty(text, (typed) => {
    const read = readNumber(typed, { commasRemoved: true, units: THOUSANDS });
    return read.plain?.startsWith("-") ? { problem: { kind: "negative" } } : read;
  });

/** The readers of figures by name: a declaration cannot send functions to the browser, which must read figures as the server does.
 */
export const NUMBER_NOTATIONS = {
  plain: (text: string) => readNumber(text),
  commasRemoved,
  /** With or without the percent sign. */
  percent: (text: string) => readNumber(withoutPercent(text)),
  percentOrZero,
  volume,
  /** "287.4B" is typed more easily than twelve digits. */
  marketCap: (text: string) => readNumber(text, { units: { ...THOUSANDS, T: 12 } }),
} as const;

export type NumberNotation = keyof typeof NUMBER_NOTATIONS;
