import type { Completion, Sent } from "~/admin-kit/derived-values.server";
import { DECIMAL_LIMIT } from "~/admin-kit/figures/read-number";
import {
  decimalsToShow,
  type Figure,
  formatFigure,
  halfCent,
  halfUnit,
  inDecimals,
  isKnown,
  isSame,
  signed,
} from "~/features/markets/price-change.rules";
import { percentFrom } from "./picks.rules";

/** The figures of a pick that depend on each other. Margins are in per cent of the ends of its year. */
export type PickFigures = {
  currentPrice?: Figure;
  week52High?: Figure;
  week52Low?: Figure;
  margin52WeekHigh?: Figure;
  changeMargin52WeekLow?: Figure;
};

/** Each margin and the end of the year it refers to, as forms and the API name them. */
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
 * Recomputes a margin that was not sent from the price and its end of the year. A margin that nobody entered
 * stays empty and is computed on read. An end of the year is never computed from a margin, which is rounded.
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
    const right = computeMargin(pick, end, was);
    if (right !== null && fits(pick, { margin: was, end })) continue;
    followed.values[margin] = right;
    notes[field] =
      right === null
        ? `${label} is cleared: a price it is computed from is unknown.`
        : `${label} is set to ${signed(right)} to match.`;
  }
  return { values: followed.values, notes };
}

/**
 * Contradictions between a pick's figures, by field. The specification has no rule against them.
 * @param before the stored pick: its contradictions are not reported again
 */
export function pickContradictions(
  pick: PickFigures,
  before?: Readonly<PickFigures>,
): Record<string, string> {
  const isNew = (...names: (keyof PickFigures)[]) =>
    !before || names.some((name) => !isSame(pick[name], before[name]));
  const { currentPrice: price, week52High: high, week52Low: low } = pick;
  const problems: Record<string, string> = {};
  if (!isKnown(price)) return problems;
  if (isNew("currentPrice", "week52High") && isKnown(high) && Number(price) > Number(high))
    problems.wks52High = `Current price ${formatFigure(price)} is above the 52-week high ${formatFigure(high)}`;
  if (isNew("currentPrice", "week52Low") && isKnown(low) && Number(price) < Number(low))
    problems.wks52Low = `Current price ${formatFigure(price)} is below the 52-week low ${formatFigure(low)}`;
  for (const { margin, field, label, end } of MARGINS) {
    const { [margin]: typed, [end]: measured } = pick;
    if (!isKnown(typed) || !isNew("currentPrice", end, margin) || fits(pick, { margin: typed, end }))
      continue;
    const right = computeMargin(pick, end, typed);
    if (right !== null && isKnown(measured))
      problems[field] =
        `${label} ${signed(typed)} does not match ${formatFigure(price)} and ${formatFigure(measured)}, which give ${signed(right)}%`;
  }
  return problems;
}

/**
 * With the decimals of the stored margin.
 * @returns null if it cannot be computed
 */
function computeMargin(pick: PickFigures, end: "week52High" | "week52Low", was: string): string | null {
  const percent = percentFrom(pick[end], pick.currentPrice);
  return percent === undefined || !(Math.abs(percent) < DECIMAL_LIMIT)
    ? null
    : inDecimals(percent, decimalsToShow(was));
}

/** Whether a margin fits a price and an end, within their decimals. It fits if one of them is unknown. */
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
