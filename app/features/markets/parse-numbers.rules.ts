import { parseDecimal, shiftPoint } from "~/admin-kit/number-text";

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
