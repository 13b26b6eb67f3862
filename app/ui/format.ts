// Figures and words as the site writes them: tabular, grouped by commas, a true minus (U+2212) and
// always the same decimals down a column, but where they would make nought of a change. Amounts may come as exact decimal strings from the database;
// they are never turned into binary fractions on the way. Dates are in dates.ts.

/** A figure: a number, or an exact decimal as text ("1024.80"). */
export type Decimal = number | string;

export const MINUS = "\u2212";
export const DASH = "\u2013";

const formats = new Map<string, Intl.NumberFormat>();

function cachedFormat(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let made = formats.get(key);
  if (!made) {
    // Without a sign of its own: the formatter's minus is a hyphen.
    made = new Intl.NumberFormat("en-US", { ...options, signDisplay: "never" });
    formats.set(key, made);
  }
  return made;
}

/** Intl takes exact decimals as text (ES2023); its type knows only number literals. */
function intlValue(value: Decimal): number {
  return (typeof value === "string" ? value.trim() : value) as number;
}

function isDecimal(value: Decimal | null | undefined): value is Decimal {
  if (value === null || value === undefined || value === "") return false;
  return Number.isFinite(Number(value));
}

function fixedFormat(decimals: number): Intl.NumberFormat {
  return cachedFormat(`fixed ${decimals}`, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Below zero after rounding: -0.001 with two decimals is nought, not minus nought. */
function isNegative(value: Decimal, text: string): boolean {
  return Number(value) < 0 && /[1-9]/.test(text);
}

/** "1,024.80", "−0.24"; "–" when there is no figure. */
export function formatNumber(value: Decimal | null | undefined, decimals = 2): string {
  if (!isDecimal(value)) return DASH;
  const text = fixedFormat(decimals).format(intlValue(value));
  return isNegative(value, text) ? MINUS + text : text;
}

/** A number of things: "1,204". */
export function formatCount(value: Decimal | null | undefined): string {
  return formatNumber(value, 0);
}

/** The decimals of a change: those asked for, or two where these would make nought of one that was not. */
export function changeDecimals(value: Decimal, decimals = 2): number {
  if (decimals >= 2 || Number(value) === 0) return decimals;
  return /[1-9]/.test(fixedFormat(decimals).format(intlValue(value))) ? decimals : 2;
}

/** With its sign: "+0.52", "−0.24", "0.00"; with one decimal "+1.2", but "−0.05". */
export function formatSigned(value: Decimal | null | undefined, decimals = 2): string {
  if (!isDecimal(value)) return DASH;
  const text = fixedFormat(changeDecimals(value, decimals)).format(intlValue(value));
  if (!/[1-9]/.test(text)) return fixedFormat(decimals).format(0);
  return (Number(value) < 0 ? MINUS : "+") + text;
}

/** How far something went, whichever way: "6.6", but "0.05". */
export const formatDistance = (value: number, decimals = 1): string =>
  formatNumber(Math.abs(value), changeDecimals(value, decimals));

/** Where a figure goes when it is shown with these decimals: what is rounded away is no change. */
export function directionOf(value: Decimal, decimals = 2): "up" | "down" | "flat" {
  const text = formatSigned(value, decimals);
  if (text.startsWith("+")) return "up";
  return text.startsWith(MINUS) ? "down" : "flat";
}

/** What kind of instrument a price is of, as the table of instruments has it. */
export type PriceKind = "stock" | "etf" | "index" | "crypto" | "currency" | "commodity" | "bond" | "fund";

/** What a price is of and counted in: its decimals and its unit follow from these. Of an unknown kind it counts as a share's. */
export type PriceUnit = { kind?: PriceKind | null; currency?: string | null };

/** The decimals of a price from 1 on, by kind and size: what moves in smaller steps shows more of them. */
const DECIMALS: Record<PriceKind, (size: number) => number> = {
  ...{ stock: () => 2, etf: () => 2, index: () => 2, bond: () => 3 },
  fund: (size) => (size < 10 ? 4 : 2),
  commodity: (size) => (size < 10 ? 4 : size < 50 ? 3 : 2),
  currency: (size) => (size < 10 ? 4 : size < 100 ? 3 : 2),
  crypto: (size) => (size < 10 ? 4 : 2),
};

/**
 * Significant digits of a price below 1: of one kind and size always the same, four to six where nobody knows the kind. Near 1 a coin has
 * as many decimals as above it.
 */
function digitsBelowOne(kind: PriceUnit["kind"], size: number): { least: number; most: number } {
  if (!kind) return { least: 4, most: 6 };
  const digits = kind === "crypto" && size < 0.5 ? 5 : 4;
  return { least: digits, most: digits };
}

/** Whether a price is a yield, in per cent: bonds are quoted by it, and it is counted in no currency. */
export const isYield = ({ kind, currency }: PriceUnit): boolean => kind === "bond" && !currency;

function figureOf(value: Decimal, { kind }: PriceUnit): string {
  const size = Math.abs(Number(value));
  if (size === 0) return formatNumber(value, 2);
  if (size < 1) {
    const { least, most } = digitsBelowOne(kind, size);
    const options = { minimumSignificantDigits: least, maximumSignificantDigits: most };
    const text = cachedFormat(`small ${least} ${most}`, options).format(intlValue(value));
    return Number(value) < 0 ? MINUS + text : text;
  }
  const decimals = DECIMALS[kind ?? "stock"];
  // What is rounded up to the next size has the decimals of that one: 9.99996 is 10.000.
  const rounded = Number(size.toFixed(decimals(size)));
  return formatNumber(value, decimals(rounded));
}

/** Units that are hundredths of a currency: whoever reads 1,992 must not take it for pounds. */
const HUNDREDTHS: Readonly<Record<string, { sign: string; words: string }>> = {
  GBX: { sign: "p", words: "pence" },
  USX: { sign: "\u00a2", words: "US cents" },
  ZAC: { sign: "c", words: "South African cents" },
  ILA: { sign: "\u00a0agorot", words: "agorot" },
};

const signOf = ({ currency }: PriceUnit): string => HUNDREDTHS[currency ?? ""]?.sign ?? "";

/** A price as a figure alone, where what it is counted in stands beside it: "1,992.00". A yield has its per cent. */
export function priceFigure(value: Decimal | null | undefined, unit: PriceUnit = {}): string {
  if (!isDecimal(value)) return DASH;
  return isYield(unit) ? `${figureOf(value, unit)}%` : figureOf(value, unit);
}

/**
 * A price, wherever one is shown: the one place that knows its decimals. Where it is counted in hundredths of a currency it says so
 * itself, "1,992.00p"; other currencies are left to `Price`. "\u2013" when there is none.
 */
export function formatPrice(value: Decimal | null | undefined, unit: PriceUnit = {}): string {
  const figure = priceFigure(value, unit);
  return figure === DASH ? figure : figure + signOf(unit);
}

/** The decimals with which a price is shown: what stands beside it as a difference has as many. */
export const priceDecimals = (value: Decimal, unit: PriceUnit = {}): number =>
  figureOf(value, unit).split(".")[1]?.length ?? 0;

/** A difference of prices, without its sign: as many decimals as the price it is one of. @param of that price */
export const formatPriceStep = (step: Decimal, of: Decimal, unit: PriceUnit = {}): string =>
  formatNumber(Math.abs(Number(step)), priceDecimals(of, unit)) + signOf(unit);

/** What prices are counted in, as readers are told: "USD", "GBX, pence". */
export function currencyText(currency: string): string {
  const hundredth = HUNDREDTHS[currency];
  return hundredth ? `${currency}, ${hundredth.words}` : currency;
}

/** A price as it is stored, for staff: with every decimal that was typed, two at least. */
export function exactPrice(value: Decimal | null | undefined): string {
  if (!isDecimal(value)) return DASH;
  const typed = plainDecimals(value);
  return formatNumber(value, Math.max(2, typed));
}

/** How many decimals a figure was typed with, at most the eight that prices may have: zeros at the end of more than two count for nothing. */
const plainDecimals = (value: Decimal): number => {
  const text = typeof value === "number" ? value.toFixed(8) : value;
  return Math.min(8, (text.split(".")[1] ?? "").replace(/0+$/, "").length);
};

/** "$29.00"; `whole` leaves ".00" away where a price is spoken ("$29"). Other currencies: "29.00 EUR". */
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

/** Volume by section 9 of the specification: "612.4M", "142.7K", "950"; two decimals, zeros trimmed. */
export function formatVolume(value: Decimal | null | undefined): string {
  if (!isDecimal(value)) return DASH;
  const volume = Number(value);
  const step = VOLUME_STEPS.find((candidate) => volume >= candidate.from);
  const options = { maximumFractionDigits: 2, useGrouping: false };
  const text = cachedFormat("volume", options).format(step ? volume / step.from : volume);
  return (isNegative(volume, text) ? MINUS : "") + text + (step?.unit ?? "");
}

/** A text of which one line is told again: its first letters, with an ellipsis when there are more. */
export function truncate(text: string, letters = 60): string {
  const all = [...text];
  return all.length <= letters ? text : `${all.slice(0, letters).join("").trimEnd()}\u2026`;
}

/** Up to two initials: "Jonas Wetherby" is JW. */
export function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/).filter(Boolean);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return ends
    .map((part) => [...(part ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

/** "1 brief", "3 briefs"; give the plural where it is not just an s. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
