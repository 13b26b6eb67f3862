import { parseDecimal, shiftPoint } from "./number-text";

/**
 * A change in percent: the sign is left out, and what cannot be read is 0; specification, section 5.
 * @returns always the text of a plain decimal.
 */
export const parsePercent = (text: string): string => parseDecimal(text.replaceAll("%", "")) ?? "0";

const UNITS = { K: 3, M: 6, B: 9 } as const;

/**
 * A volume: "1.5M", "142.7k", "2,310,000,000", "3B"; empty is 0; specification, section 5, and decisions.md.
 * @returns undefined for what is no volume; there is none below zero.
 */
export function parseVolume(text: string): string | undefined {
  const compact = text.replace(/[\s,]/g, "").toUpperCase();
  if (compact === "") return "0";
  const unit = compact.at(-1) as keyof typeof UNITS;
  const places = UNITS[unit];
  const plain = parseDecimal(places === undefined ? compact : compact.slice(0, -1));
  if (plain === undefined || plain.startsWith("-")) return undefined;
  return places === undefined ? plain : parseDecimal(shiftPoint(plain, places));
}

const CAP_PLACES: Record<string, number> = { K: 3, M: 6, B: 9, T: 12 };

/** Reads a market capitalisation: a plain figure, or "287.4B", which is typed more easily than twelve digits. */
export function parseMarketCap(text: string): string | undefined {
  const [, amount = "", unit = ""] = /^([\d.,\s]+)([KMBT])$/i.exec(text.trim()) ?? [];
  const plain = parseDecimal(amount || text);
  const places = CAP_PLACES[unit.toUpperCase()];
  return plain === undefined || places === undefined ? plain : parseDecimal(shiftPoint(plain, places));
}

const UNGROUPED_COMMA = /,(?!\d{3}(?!\d))|\.\d*,/;

/**
 * A price: commas stand before three digits each. Of "150,50" nobody knows whether it is not half of what it says; what is said of a
 * call is there for good.
 */
const parseGrouped = (text: string): string | undefined =>
  UNGROUPED_COMMA.test(text) ? undefined : parseDecimal(text);

/**
 * How the text of a figure is read, by the name that a declaration gives it: functions do not cross to the browser, and it
 * has to read as the server does. Each gives the text of a plain decimal, or undefined for what is no number.
 */
export const NUMBER_NOTATIONS = {
  plain: parseDecimal,
  grouped: parseGrouped,
  /** With or without the percent sign. */
  percent: (text: string) => parseDecimal(text.replaceAll("%", "")),
  /** The same, and what cannot be read is 0. */
  percentOrZero: parsePercent,
  volume: parseVolume,
  marketCap: parseMarketCap,
} as const;

export type NumberNotation = keyof typeof NUMBER_NOTATIONS;
