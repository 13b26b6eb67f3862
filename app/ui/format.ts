// Formats figures and words: thousands commas, a true minus (U+2212), and fixed decimals per column, unless a
// change would become zero. Amounts may be exact decimal strings from the database; they are never converted
// to binary fractions. Dates are in dates.ts.

/** A number, or an exact decimal as text ("1024.80"). */
export type Decimal = number | string;

export const MINUS = "\u2212";
export const DASH = "\u2013";

const formats = new Map<string, Intl.NumberFormat>();

export function cachedFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let made = formats.get(key);
  if (!made) {
    // Unsigned, because the formatter's minus is a hyphen.
    made = new Intl.NumberFormat("en-US", { ...options, signDisplay: "never" });
    formats.set(key, made);
  }
  return made;
}

/** Intl accepts exact decimals as text (ES2023); its type only allows number literals. */
export function intlValue(value: Decimal): number {
  return (typeof value === "string" ? value.trim() : value) as number;
}

export function isDecimal(value: Decimal | null | undefined): value is Decimal {
  if (value === null || value === undefined || value === "") return false;
  return Number.isFinite(Number(value));
}

function fixedFormat(decimals: number): Intl.NumberFormat {
  return cachedFormat(`fixed ${decimals}`, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Negative after rounding: -0.001 with two decimals is zero, not minus zero. */
function isNegative(value: Decimal, text: string): boolean {
  return Number(value) < 0 && /[1-9]/.test(text);
}

/** "1,024.80", "−0.24"; "–" without a figure. */
export function formatNumber(value: Decimal | null | undefined, decimals = 2): string {
  if (!isDecimal(value)) return DASH;
  const text = fixedFormat(decimals).format(intlValue(value));
  return isNegative(value, text) ? MINUS + text : text;
}

/** A count: "1,204". */
export function formatCount(value: Decimal | null | undefined): string {
  return formatNumber(value, 0);
}

/** A count of a large table: "10,000+" if counting stopped there. */
export const formatTotal = (count: number, capped = false): string =>
  `${formatCount(count)}${capped ? "+" : ""}`;

/** The decimals of a change: as requested, or two if it would become zero. */
export function changeDecimals(value: Decimal, decimals = 2): number {
  if (decimals >= 2 || Number(value) === 0) return decimals;
  return /[1-9]/.test(fixedFormat(decimals).format(intlValue(value))) ? decimals : 2;
}

/** Signed: "+0.52", "−0.24", "0.00"; with one decimal "+1.2", but "−0.05". */
export function formatSigned(value: Decimal | null | undefined, decimals = 2): string {
  if (!isDecimal(value)) return DASH;
  const text = fixedFormat(changeDecimals(value, decimals)).format(intlValue(value));
  if (!/[1-9]/.test(text)) return fixedFormat(decimals).format(0);
  return (Number(value) < 0 ? MINUS : "+") + text;
}

/** The unsigned size of a change: "6.6", but "0.05". */
export const formatDistance = (value: number, decimals = 1): string =>
  formatNumber(Math.abs(value), changeDecimals(value, decimals));

/** The direction of a figure at these decimals; a change that rounds to zero has none. */
export function changeDirection(value: Decimal, decimals = 2): "up" | "down" | "flat" {
  const text = formatSigned(value, decimals);
  if (text.startsWith("+")) return "up";
  return text.startsWith(MINUS) ? "down" : "flat";
}

/** `level` is a zero that the specification wants green. */
export type Direction = "up" | "down" | "flat" | "level";

/** A direction for people who do not see its colour and arrow. */
export const DIRECTION_LABELS: Record<Direction, string> = {
  up: "up",
  down: "down",
  flat: "unchanged",
  level: "unchanged",
};

/** "$29.00"; `whole` omits ".00" ("$29"). Other currencies: "29.00 EUR". */
export function formatMoney(amount: Decimal | null | undefined, currency = "USD", whole = false): string {
  if (!isDecimal(amount)) return DASH;
  const text = fixedFormat(2).format(intlValue(amount));
  const sum = whole ? text.replace(/\.00$/, "") : text;
  const sign = isNegative(amount, text) ? MINUS : "";
  return currency === "USD" ? `${sign}$${sum}` : `${sign}${sum} ${currency}`;
}

const VOLUME_STEPS = [
  { from: 1_000_000_000, unit: "B" },
  { from: 1_000_000, unit: "M" },
  { from: 1_000, unit: "K" },
] as const;

/**
 * Volume as in section 9 of the specification: "612.4M", "142.7K", "950"; two decimals, trailing zeros
 * removed.
 */
export function formatVolume(value: Decimal | null | undefined): string {
  if (!isDecimal(value)) return DASH;
  const volume = Number(value);
  const step = VOLUME_STEPS.find((candidate) => volume >= candidate.from);
  const options = { maximumFractionDigits: 2, useGrouping: false };
  const text = cachedFormat("volume", options).format(step ? volume / step.from : volume);
  return (isNegative(volume, text) ? MINUS : "") + text + (step?.unit ?? "");
}

/** The start of a text in one line, with an ellipsis if it is longer. */
export function truncate(text: string, letters = 60): string {
  const all = [...text];
  return all.length <= letters ? text : `${all.slice(0, letters).join("").trimEnd()}\u2026`;
}

/** A text whose first letter is in upper case: "This plan". */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name's first letter in upper case; empty if the name starts with a digit or has no letter. */
export const initialOf = (name: string): string =>
  /^[^\p{L}\p{N}]*(\p{L})/u.exec(name)?.[1]?.toUpperCase() ?? "";

/** Up to two initials: "Jonas Wetherby" is JW. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map(initialOf).filter(Boolean);
  return letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : letters.join("");
}

/** "1 brief", "3 briefs"; pass the plural if it is irregular. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
