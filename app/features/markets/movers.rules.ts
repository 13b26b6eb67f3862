import { type Decimal, formatNumber, formatSigned, MINUS } from "~/ui/format";
import type { MoverType } from "./markets.queries.server";

export const MOVER_ORDER: readonly MoverType[] = ["gainers", "losers", "mostactive"];

export const MOVER_TITLES: Record<MoverType, string> = {
  gainers: "Gainers",
  losers: "Losers",
  mostactive: "Most active",
};

/** The first movers of each kind, in their order. */
export const firstOfEach = <Mover extends { moverType: MoverType }>(movers: readonly Mover[], each: number) =>
  MOVER_ORDER.flatMap((type) => movers.filter(({ moverType }) => moverType === type).slice(0, each));

/** The time of the newest mover. */
export function newestTime(movers: readonly { asOf: Date }[]): Date | undefined {
  const times = movers.map(({ asOf }) => asOf.getTime());
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/** Whether any of them has a three-month line. */
export const hasQuarters = (movers: readonly { quarter?: readonly unknown[] }[]): boolean =>
  movers.some(({ quarter = [] }) => quarter.length > 1);

/** A mover's change as shown: `level` is zero, green like a rise but without its arrow. */
export type MoverChange = { text: string; direction: "up" | "down" | "level" };

/**
 * The display rule of the specification, section 4. Losers are always negative and red, whatever was typed.
 * Others have a plus sign if positive, and are green if not negative.
 */
export function moverChange(type: MoverType, changePercent: Decimal): MoverChange {
  if (type === "losers") {
    const size = formatNumber(String(changePercent).replace(/^[-\u2212]/, ""));
    return { text: `${MINUS}${size}%`, direction: "down" };
  }
  const text = `${formatSigned(changePercent)}%`;
  if (text.startsWith(MINUS)) return { text, direction: "down" };
  return { text, direction: text.startsWith("+") ? "up" : "level" };
}
