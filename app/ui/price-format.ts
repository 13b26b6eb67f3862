import { cachedFormat, DASH, type Decimal, formatNumber, intlValue, isDecimal, MINUS } from "./format";

/** What kind of instrument a price is of, as the table of instruments has it. */
export type PriceKind = "stock" | "etf" | "index" | "crypto" | "currency" | "commodity" | "bond" | "fund";

/** What a price is of and counted in: its decimals and its unit follow from these. Of an unknown kind it counts as a share's. */
export type PriceUnit = { kind?: PriceKind | null; currency?: string | null };

/** The decimals of a price from 1 on, by kind and size: what moves in smaller steps shows more of them. */
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
  if (kind === "bond") return formatNumber(value, DECIMALS.bond(size));
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

/** What browsers format at most. */
const MOST_DECIMALS = 20;

/** How many decimals a figure was typed with: zeros at the end of more than two count for nothing. */
const plainDecimals = (value: Decimal): number => {
  const text = typeof value === "number" ? value.toFixed(8) : value;
  return Math.min(MOST_DECIMALS, (text.split(".")[1] ?? "").replace(/0+$/, "").length);
};
