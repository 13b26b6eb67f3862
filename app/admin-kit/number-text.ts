/** Every figure lies between this and its negative; the largest has 15 digits before the point. */
export const DECIMAL_LIMIT = 1e15;

/** A decimal as the database keeps it: at most 15 digits before the point and 8 after it. */
const DECIMAL = /^-?\d{1,15}(\.\d{1,8})?$/;

const NUMBER_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i;

/**
 * Reads a number as people and programs write it and gives the text of an exact decimal: commas and blanks are
 * left out, a true minus counts, `1e-7` is written out. It never passes through a binary fraction.
 * @returns undefined for anything that is no number, or one too large or too fine to be kept.
 */
export function parseDecimal(text: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    NUMBER_TEXT.exec(text.replace(/[\s,]/g, "").replace("\u2212", "-")) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const plain = (sign === "-" ? "-" : "") + shiftPoint(`${whole}.${fraction}`, Number(exponent));
  return DECIMAL.test(plain) ? plain : undefined;
}

/** Moves the point to the right, or to the left for negative `places`: "1.5" by 6 is "1500000". */
export function shiftPoint(unsigned: string, places: number): string {
  const [whole = "", fraction = ""] = unsigned.split(".");
  const before = Math.max(0, -(whole.length + places));
  const after = Math.max(0, places - fraction.length);
  const digits = "0".repeat(before) + whole + fraction + "0".repeat(after);
  const point = before + whole.length + places;
  const end = digits.slice(point);
  return (digits.slice(0, point).replace(/^0+(?=\d)/, "") || "0") + (end ? `.${end}` : "");
}

/** A plain decimal without noughts that say nothing: 150.00 is 150. Any other text as it is. */
export const withoutTrailingZeros = (text: string): string =>
  /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, "").replace(/^-0$/, "0") : text;
