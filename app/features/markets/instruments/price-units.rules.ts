import { shiftPoint } from "~/admin-kit/figures/read-number";

/** Units of prices of which a hundred make one of the currency. */
export const HUNDREDTHS: Readonly<Record<string, string>> = {
  GBX: "GBP",
  USX: "USD",
  ZAC: "ZAR",
  ILA: "ILS",
};

type Unit = string | null | undefined;

/** The powers of ten between two units; undefined where nothing but a rate is. Of a unit that nobody said it is taken to be the same. */
function places(from: Unit, to: Unit): number | undefined {
  if (!from || !to || from === to) return 0;
  if (HUNDREDTHS[from] === to) return -2;
  return HUNDREDTHS[to] === from ? 2 : undefined;
}

/**
 * A price in another unit, to its last digit: 1992 of GBX are 19.92 of GBP.
 * @returns undefined between currencies, whose rate nobody has said
 */
export function inUnit(price: string, from: Unit, to: Unit): string | undefined {
  const moved = places(from, to);
  if (moved === undefined || moved === 0) return moved === 0 ? price : undefined;
  const [, sign = "", unsigned = ""] = /^(-?)(.*)$/.exec(price) ?? [];
  return sign + shiftPoint(unsigned, moved);
}

/** How many of one unit another one is: 100 GBX are one GBP. @returns undefined between currencies */
export function unitsIn(from: Unit, to: Unit): number | undefined {
  const moved = places(from, to);
  return moved === undefined ? undefined : 10 ** -moved;
}
