import { type ReadNumber, readNumber } from "./read-number";

/** Letters that multiply a figure, each with its power of ten. */
export const THOUSANDS = { K: 3, M: 6, B: 9 } as const;

const zeroIfEmpty = (text: string, read: (text: string) => ReadNumber): ReadNumber =>
  text.trim() === "" ? { plain: "0" } : read(text);

/** A figure of the market form, of which commas are removed; specification, section 5. */
const commasRemoved = (text: string) => readNumber(text, { commasRemoved: true });

/** Its percent sign stands before or behind it: within, it would join two figures. */
const withoutPercent = (text: string) => text.trim().replace(/^%|%$/g, "");

/**
 * The market form's change in percent: words are 0; specification, section 5. A figure that is not taken, or could be two, is said: an
 * accountant's (6.41) and a ledger's 6.41- are falls and no noughts, and nobody meant nought by digits of another script.
 */
function percentOrZero(text: string): ReadNumber {
  const read = commasRemoved(withoutPercent(text));
  return read.problem && !/\p{N}/u.test(text) ? { plain: "0" } : read;
}

/** A volume: "1.5M", "142.7k", "2,310,000,000", "3B"; empty is 0; specification, section 5, and decisions.md. None is below zero. */
const volume = (text: string): ReadNumber =>
  zeroIfEmpty(text, (typed) => {
    const read = readNumber(typed, { commasRemoved: true, units: THOUSANDS });
    return read.plain?.startsWith("-") ? { problem: { kind: "negative" } } : read;
  });

/**
 * How the text of a figure is read, by the name that a declaration gives it: functions do not cross to the browser, and it
 * has to read as the server does.
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
