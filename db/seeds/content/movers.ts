import type { MoverType } from "../../entities/mover";

/** A mover of the demo; sample figures as exact decimals, `changePercent` in per cent, `volume` in shares. */
export type MoverContent = {
  moverType: MoverType;
  name: string;
  last: string;
  changePercent: string;
  volume: string;
};

type Row = [name: string, last: string, changePercent: string, volume: string];

const ROWS: Record<MoverType, readonly Row[]> = {
  gainers: [
    ["Cameco", "96.18", "7.92", "21400000"],
    ["Vertiv", "171.40", "5.36", "12080000"],
    ["Carnival", "31.07", "4.11", "38900000"],
    ["Micron", "131.55", "3.87", "29300000"],
    ["Rocket Lab", "47.90", "3.64", "18720000"],
    ["Vestas", "118.35", "3.26", "4610000"],
  ],
  losers: [
    ["Intel", "28.64", "-6.05", "141000000"],
    ["Diageo", "19.92", "-4.48", "9700000"],
    ["Pfizer", "24.11", "-3.20", "52600000"],
    ["Nike", "68.30", "-2.94", "18250000"],
    ["Occidental", "43.17", "-2.61", "14380000"],
    ["MongoDB", "214.70", "-2.08", "2940000"],
  ],
  mostactive: [
    ["Nvidia", "172.40", "1.64", "184620000"],
    ["Intel", "28.64", "-6.05", "141000000"],
    ["Tesla", "318.90", "0.72", "96400000"],
    ["Ford", "12.06", "0.00", "71800000"],
    ["Palantir", "151.25", "-0.83", "64910000"],
    ["Apple", "211.85", "0.34", "48350000"],
  ],
};

/** Six in each list, the largest move (or volume) first. */
export const MOVERS: readonly MoverContent[] = (Object.keys(ROWS) as MoverType[]).flatMap((moverType) =>
  ROWS[moverType].map(([name, last, changePercent, volume]) => ({
    moverType,
    name,
    last,
    changePercent,
    volume,
  })),
);
