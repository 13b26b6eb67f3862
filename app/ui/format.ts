/**
 * Figures and words as the site writes them: tabular, grouped by commas, a true minus (U+2212) and
 * always the same decimals down a column. Amounts may come as exact decimal strings from the database;
 * they are never turned into binary fractions on the way. Dates are in dates.ts.
 */

/** A figure: a number, or an exact decimal as text ("1024.80"). */
export type Figure = number | string;

export const MINUS = "\u2212";
export const UNKNOWN = "\u2013";

const formats = new Map<string, Intl.NumberFormat>();

function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  let made = formats.get(key);
  if (!made) {
    // Without a sign of its own: the formatter's minus is a hyphen.
    made = new Intl.NumberFormat("en-US", { ...options, signDisplay: "never" });
    formats.set(key, made);
  }
  return made;
}

/** Intl takes exact decimals as text (ES2023); its type knows only number literals. */
function exact(value: Figure): number {
  return (typeof value === "string" ? value.trim() : value) as number;
}

function isFigure(value: Figure | null | undefined): value is Figure {
  if (value === null || value === undefined || value === "") return false;
  return Number.isFinite(Number(value));
}

function fixed(decimals: number): Intl.NumberFormat {
  return format(`fixed ${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Below zero after rounding: -0.001 with two decimals is nought, not minus nought. */
function isNegative(value: Figure, shown: string): boolean {
  return Number(value) < 0 && /[1-9]/.test(shown);
}

/** "1,024.80", "−0.24"; "–" when there is no figure. */
export function formatNumber(value: Figure | null | undefined, decimals = 2): string {
  if (!isFigure(value)) return UNKNOWN;
  const shown = fixed(decimals).format(exact(value));
  return isNegative(value, shown) ? MINUS + shown : shown;
}

/** A number of things: "1,204". */
export function formatCount(value: Figure | null | undefined): string {
  return formatNumber(value, 0);
}

/** With its sign: "+0.52", "−0.24", "0.00". */
export function formatSigned(value: Figure | null | undefined, decimals = 2): string {
  if (!isFigure(value)) return UNKNOWN;
  const shown = fixed(decimals).format(exact(value));
  if (!/[1-9]/.test(shown)) return shown;
  return (Number(value) < 0 ? MINUS : "+") + shown;
}

/** Where a figure goes when it is shown with these decimals: what is rounded away is no change. */
export function directionOf(value: Figure, decimals = 2): "up" | "down" | "flat" {
  const shown = formatSigned(value, decimals);
  if (shown.startsWith("+")) return "up";
  return shown.startsWith(MINUS) ? "down" : "flat";
}

/** A price: two decimals; below 1 four to six significant digits (0.001234). */
export function formatPrice(value: Figure | null | undefined, decimals = 2): string {
  if (!isFigure(value)) return UNKNOWN;
  const size = Math.abs(Number(value));
  if (size >= 1 || size === 0) return formatNumber(value, decimals);
  const options = { minimumSignificantDigits: 4, maximumSignificantDigits: 6 };
  const shown = format("small", options).format(exact(value));
  return Number(value) < 0 ? MINUS + shown : shown;
}

/** "$29.00"; `whole` leaves ".00" away where a price is spoken ("$29"). Other currencies: "29.00 EUR". */
export function formatMoney(amount: Figure | null | undefined, currency = "USD", whole = false): string {
  if (!isFigure(amount)) return UNKNOWN;
  const shown = fixed(2).format(exact(amount));
  const sum = whole ? shown.replace(/\.00$/, "") : shown;
  const sign = isNegative(amount, shown) ? MINUS : "";
  return currency === "USD" ? `${sign}$${sum}` : `${sign}${sum} ${currency}`;
}

const VOLUME_STEPS = [
  { from: 1_000_000_000, unit: "B" },
  { from: 1_000_000, unit: "M" },
  { from: 1_000, unit: "K" },
] as const;

/** Volume by section 9 of the specification: "612.4M", "142.7K", "950"; two decimals, zeros trimmed. */
export function formatVolume(value: Figure | null | undefined): string {
  if (!isFigure(value)) return UNKNOWN;
  const volume = Number(value);
  const step = VOLUME_STEPS.find((candidate) => volume >= candidate.from);
  const options = { maximumFractionDigits: 2, useGrouping: false };
  const shown = format("volume", options).format(step ? volume / step.from : volume);
  return (isNegative(volume, shown) ? MINUS : "") + shown + (step?.unit ?? "");
}

/** The first words of a text, with an ellipsis (in place of a stop) when there are more. White space becomes blanks. */
export function excerpt(text: string, words: number): string {
  const all = text.trim().split(/\s+/);
  if (all.length <= words) return all.join(" ");
  return `${all
    .slice(0, words)
    .join(" ")
    .replace(/[.,;:]+$/, "")}\u2026`;
}

/** A text of which one line is told again: its first letters, with an ellipsis when there are more. */
export function shortened(text: string, letters = 60): string {
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
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
