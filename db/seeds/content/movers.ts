import type { MoverType } from "../../entities/mover";
import { QUOTES } from "./quotes";

/** A mover of the demo; sample figures as exact decimals, `changePercent` in per cent, `volume` in shares. */
export type MoverContent = {
  moverType: MoverType;
  name: string;
  last: string;
  changePercent: string;
  volume: string;
};

/** A name alone is one of the quotes: the two tables stand on one page, and must not contradict each other. */
type Row = string | [name: string, last: string, changePercent: string, volume: string];

const ROWS: Record<MoverType, readonly Row[]> = {
  gainers: [
    "Cameco",
    ["Vertiv", "171.40", "5.36", "12080000"],
    "Carnival",
    ["Micron", "131.55", "3.87", "29300000"],
    ["Rocket Lab", "47.90", "3.64", "18720000"],
    ["Vestas", "118.35", "3.26", "4610000"],
  ],
  losers: [
    "Intel",
    ["Diageo", "1992.00", "-4.48", "9700000"],
    ["Pfizer", "24.11", "-3.20", "52600000"],
    ["Nike", "68.30", "-2.94", "18250000"],
    ["Occidental", "43.17", "-2.61", "14380000"],
    ["MongoDB", "214.70", "-2.08", "2940000"],
  ],
  mostactive: ["Nvidia", "Intel", "Tesla", "Ford", ["Palantir", "151.25", "-0.83", "64910000"], "Apple"],
};

function moverOf(row: Row): Omit<MoverContent, "moverType"> {
  if (typeof row !== "string") {
    const [name, last, changePercent, volume] = row;
    return { name, last, changePercent, volume };
  }
  const quote = QUOTES.find(({ category, name }) => category === "Stocks" && name === row);
  if (!quote) throw new Error(`The mover ${row} is no stock of the quotes`);
  const { name, last, changePercent, volume } = quote;
  return { name, last, changePercent, volume };
}

/** Six in each list, the largest move (or volume) first. */
export const MOVERS: readonly MoverContent[] = (Object.keys(ROWS) as MoverType[]).flatMap((moverType) =>
  ROWS[moverType].map((row) => ({ moverType, ...moverOf(row) })),
);
