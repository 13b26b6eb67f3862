import { cachedFormat, DASH, type Decimal, formatNumber, intlValue, isDecimal, MINUS } from "./format";

/** Kinds of instruments, as in the table of instruments. */
export type PriceKind = "stock" | "etf" | "index" | "crypto" | "currency" | "commodity" | "bond" | "fund";

/**
 * The instrument and currency of a price; its decimals and unit follow from them. An unknown kind counts as a
 * share.
 */
export type PriceUnit = { kind?: PriceKind | null; currency?: string | null };

/** Decimals of a price from 1 on, by kind and size: smaller steps need more. */
const DECIMALS: Record<PriceKind, (size: number) => number> = {
  stock: () => 2,
  etf: () => 2,
  index: () => 2,
  bond: () => 3,
  fund: (size) => (size < 10 ? 4 : 2),
  commodity: (size) => (size < 10 ? 4 : size < 50 ? 3 : 2),
  currency: (size) => (size < 10 ? 4 : size < 100 ? 3 : 2),
  crypto: (size) => (size < 10 ? 4 : 2),
};

/**
 * Significant digits of a price below 1, by kind; four to six if the kind is unknown. Near 1 a coin has as
 * many decimals as above it.
 */
function digitsBelowOne(kind: PriceUnit["kind"], size: number): { least: number; most: number } {
  if (!kind) return { least: 4, most: 6 };
  const digits = kind === "crypto" && size < 0.5 ? 5 : 4;
  return { least: digits, most: digits };
}

/** Whether a price is a yield in per cent: bonds are quoted by it, without a currency. */
export const isYield = ({ kind, currency }: PriceUnit): boolean => kind === "bond" && !currency;

function figureOf(value: Decimal, { kind }: PriceUnit): string {
  const size = Math.abs(Number(value));
  if (kind === "bond") return formatNumber(value, DECIMALS.bond(size));
  if (size === 0) return formatNumber(value, 2);
  if (size < 1) {
    const { least, most } = digitsBelowOne(kind, size);
    const options = { minimumSignificantDigits: least, maximumSignificantDigits: most };
    const text = cachedFormat(`small ${least} ${most}`, options).format(intlValue(value));
    return Number(value) < 0 ? MINUS + text : text;
  }
  const decimals = DECIMALS[kind ?? "stock"];
  // Rounding up to the next size uses its decimals: 9.99996 is 10.000.
  const rounded = Number(size.toFixed(decimals(size)));
  return formatNumber(value, decimals(rounded));
}

/** Units that are hundredths of a currency, so that nobody reads 1,992 as pounds. */
const HUNDREDTHS: Readonly<Record<string, { sign: string; words: string }>> = {
  GBX: { sign: "p", words: "pence" },
  USX: { sign: "\u00a2", words: "US cents" },
  ZAC: { sign: "c", words: "South African cents" },
  ILA: { sign: "\u00a0agorot", words: "agorot" },
};

const signOf = ({ currency }: PriceUnit): string => HUNDREDTHS[currency ?? ""]?.sign ?? "";

/** A price without its unit, which is shown next to it: "1,992.00". A yield keeps its per cent sign. */
export function priceFigure(value: Decimal | null | undefined, unit: PriceUnit = {}): string {
  if (!isDecimal(value)) return DASH;
  return isYield(unit) ? `${figureOf(value, unit)}%` : figureOf(value, unit);
}

/**
 * Formats a price; the only place that knows its decimals. Hundredths of a currency are marked, "1,992.00p";
 * other units are left to `Price`. "\u2013" without a price.
 */
export function formatPrice(value: Decimal | null | undefined, unit: PriceUnit = {}): string {
  const figure = priceFigure(value, unit);
  return figure === DASH ? figure : figure + signOf(unit);
}

/** The decimals of a shown price; differences next to it use the same. */
export const priceDecimals = (value: Decimal, unit: PriceUnit = {}): number =>
  figureOf(value, unit).split(".")[1]?.length ?? 0;

/** An unsigned price difference, with the price's decimals. @param of that price */
export const formatPriceStep = (step: Decimal, of: Decimal, unit: PriceUnit = {}): string =>
  formatNumber(Math.abs(Number(step)), priceDecimals(of, unit)) + signOf(unit);

/** The unit of prices in words: "USD", "GBX, pence". */
export function currencyText(currency: string): string {
  const hundredth = HUNDREDTHS[currency];
  return hundredth ? `${currency}, ${hundredth.words}` : currency;
}

/** A stored price for staff: all typed decimals, two at least. */
export function exactPrice(value: Decimal | null | undefined): string {
  if (!isDecimal(value)) return DASH;
  const typed = plainDecimals(value);
  return formatNumber(value, Math.max(2, typed));
}

/** The browsers' maximum. */
const MOST_DECIMALS = 20;

/** The number of typed decimals, without trailing zeros beyond two. */
const plainDecimals = (value: Decimal): number => {
  const text = typeof value === "number" ? value.toFixed(8) : value;
  return Math.min(MOST_DECIMALS, (text.split(".")[1] ?? "").replace(/0+$/, "").length);
};
