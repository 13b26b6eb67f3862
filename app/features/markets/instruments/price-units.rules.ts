import { shiftPoint } from "~/admin-kit/figures/read-number";

/** Price units that are a hundredth of a currency. */
export const HUNDREDTHS: Readonly<Record<string, string>> = {
  GBX: "GBP",
  USX: "USD",
  ZAC: "ZAR",
  ILA: "ILS",
};

type Unit = string | null | undefined;

/**
 * The powers of ten between two units; undefined if only a rate converts them. An unknown unit counts as the
 * same.
 */
function places(from: Unit, to: Unit): number | undefined {
  if (!from || !to || from === to) return 0;
  if (HUNDREDTHS[from] === to) return -2;
  return HUNDREDTHS[to] === from ? 2 : undefined;
}

/**
 * A price in another unit, exactly: 1992 GBX are 19.92 GBP.
 * @returns undefined between currencies, whose rate is unknown
 */
export function inUnit(price: string, from: Unit, to: Unit): string | undefined {
  const moved = places(from, to);
  if (moved === undefined || moved === 0) return moved === 0 ? price : undefined;
  const [, sign = "", unsigned = ""] = /^(-?)(.*)$/.exec(price) ?? [];
  return sign + shiftPoint(unsigned, moved);
}

/**
 * How many of one unit make one of another: 100 GBX are one GBP.
 * @returns undefined between currencies
 */
export function unitsIn(from: Unit, to: Unit): number | undefined {
  const moved = places(from, to);
  return moved === undefined ? undefined : 10 ** -moved;
}
