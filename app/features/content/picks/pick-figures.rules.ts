import type { Completion, Sent } from "~/admin-kit/completion.server";
import { DECIMAL_LIMIT } from "~/admin-kit/figures/read-number";
import {
  decimalsToShow,
  type Figure,
  halfCent,
  halfUnit,
  inDecimals,
  isKnown,
  isSame,
  shown,
  signed,
} from "~/features/markets/price-change.rules";
import { percentFrom } from "./picks.rules";

/** What of a pick's figures depends on each other; margins in per cent of the ends of its year. */
export type PickFigures = {
  currentPrice?: Figure;
  week52High?: Figure;
  week52Low?: Figure;
  margin52WeekHigh?: Figure;
  changeMargin52WeekLow?: Figure;
};

/** Each margin with the end that it is measured from, named as forms and the API name them. */
const MARGINS = [
  {
    margin: "margin52WeekHigh",
    field: "margin52WksHigh",
    label: "Margin to the 52-week high",
    end: "week52High",
  },
  {
    margin: "changeMargin52WeekLow",
    field: "ChMargin52WksLow",
    label: "Change from the 52-week low",
    end: "week52Low",
  },
] as const;

/**
 * A margin that was not sent follows the price and the end of the year that it is measured from. One that nobody entered stays so: it is
 * worked out where it is read. An end of the year is never worked out of a margin, which is rounded.
 */
export function completePick({ values, before, answered }: Sent<PickFigures>): Completion {
  const followed: Completion = { values: {}, notes: {} };
  const pick: PickFigures = { ...before, ...values };
  const notes: Record<string, string> = {};
  for (const { margin, field, label, end } of MARGINS) {
    const was = before?.[margin];
    const isMoved =
      before && [end, "currentPrice" as const].some((name) => !isSame(pick[name], before[name]));
    if (!isMoved || !isKnown(was) || answered.has(margin) || values[margin] === null) continue;
    const right = marginOf(pick, end, was);
    if (right !== null && fits(pick, { margin: was, end })) continue;
    followed.values[margin] = right;
    notes[field] =
      right === null
        ? `${label} is emptied: what it is measured by is not known.`
        : `${label} is set to ${signed(right)} to fit.`;
  }
  return { values: followed.values, notes };
}

/**
 * What of a pick's figures cannot all be true, by field. The contract has no rule against it.
 * @param before the pick as it is: what it said before is not asked again
 */
export function pickContradictions(
  pick: PickFigures,
  before?: Readonly<PickFigures>,
): Record<string, string> {
  const isNew = (...names: (keyof PickFigures)[]) =>
    !before || names.some((name) => !isSame(pick[name], before[name]));
  const { currentPrice: price, week52High: high, week52Low: low } = pick;
  const said: Record<string, string> = {};
  if (!isKnown(price)) return said;
  if (isNew("currentPrice", "week52High") && isKnown(high) && Number(price) > Number(high))
    said.wks52High = `Current price ${shown(price)} is above the 52-week high ${shown(high)}`;
  if (isNew("currentPrice", "week52Low") && isKnown(low) && Number(price) < Number(low))
    said.wks52Low = `Current price ${shown(price)} is below the 52-week low ${shown(low)}`;
  for (const { margin, field, label, end } of MARGINS) {
    const { [margin]: typed, [end]: measured } = pick;
    if (!isKnown(typed) || !isNew("currentPrice", end, margin) || fits(pick, { margin: typed, end }))
      continue;
    const right = marginOf(pick, end, typed);
    if (right !== null && isKnown(measured))
      said[field] =
        `${label} ${signed(typed)} does not fit ${shown(price)} and ${shown(measured)}: it would be ${signed(right)}%`;
  }
  return said;
}

/** In the decimals that the margin had. @returns null where there is nothing to measure */
function marginOf(pick: PickFigures, end: "week52High" | "week52Low", was: string): string | null {
  const percent = percentFrom(pick[end], pick.currentPrice);
  return percent === undefined || !(Math.abs(percent) < DECIMAL_LIMIT)
    ? null
    : inDecimals(percent, decimalsToShow(was));
}

/** Whether a margin is that of a price and an end, as far as their decimals say; where one of both is not known it may be. */
function fits(
  { currentPrice: price, ...pick }: PickFigures,
  { margin, end }: { margin: string; end: "week52High" | "week52Low" },
): boolean {
  const { [end]: measured } = pick;
  const percent = percentFrom(measured, price);
  if (percent === undefined || !isKnown(price) || !isKnown(measured)) return true;
  const rounding = halfUnit(margin) + ((halfCent(price) + halfCent(measured)) / Number(measured)) * 100;
  return Math.abs(percent - Number(margin)) <= 2 * rounding + 0.02;
}
