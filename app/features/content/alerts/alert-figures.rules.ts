import type { Completion, Sent } from "~/admin-kit/derived-values.server";
import {
  type Figure,
  findPercentMismatch,
  impossiblePercentText,
  inNewUnit,
  isImpossiblePercent,
  isKnown,
  isSame,
  type Measure,
  type MovedPrice,
  percentMismatchText,
  percentSince,
  signed,
} from "~/features/markets/price-change.rules";

/** An alert's price, and its change since the previous close, in per cent. */
export type AlertMove = {
  ticker: string;
  currentPrice?: Figure;
  dailyChange?: Figure;
  pricedAt?: Date | null;
  currency?: string | null;
};

const LABELS = { last: "Current price", changePercent: "Daily change" };

/** The stored price and change, if they are of the same company. */
function movedBefore(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<AlertMove> | undefined,
): MovedPrice | undefined {
  if (!before || (values.ticker !== undefined && values.ticker !== before.ticker)) return undefined;
  return { last: before.currentPrice, changePercent: before.dailyChange, at: before.pricedAt };
}

const EMPTIED =
  "Daily change is cleared: it does not match the new Current price, and the previous close is unknown.";
const PRICELESS = "Daily change is cleared: it cannot be calculated without a Current price.";

/** A price that is sent alone brings its change, or empties a change that no longer fits: docs/figures.md. */
export function completeAlert({ values, before, answered, ...measure }: Sent<AlertMove>): Completion {
  const { currentPrice } = values;
  const isFollowed = before && isKnown(before.dailyChange) && !answered.has("dailyChange");
  const isEmptied = "dailyChange" in values && values.dailyChange === null;
  if (!isFollowed || isEmptied || !("currentPrice" in values)) return { values: {}, notes: {} };
  if (isKnown(currentPrice as Figure) && Number(currentPrice) === Number(before.currentPrice))
    return { values: {}, notes: {} };
  const [moved, counted] = [movedBefore(values, before), inNewUnit(measure, values, before)];
  const dailyChange =
    typeof currentPrice === "string" && moved && counted ? percentSince(currentPrice, moved, counted) : null;
  const emptied = isKnown(currentPrice as Figure) ? EMPTIED : PRICELESS;
  const note = dailyChange === null ? emptied : `Daily change is set to ${signed(dailyChange)} to match.`;
  return { values: { dailyChange }, notes: { dailyChange: note } };
}

/** Contradictions between an alert's price and its change, by field. */
export function moveContradictions(
  values: Partial<AlertMove>,
  before: Readonly<AlertMove> | undefined,
  measure: Measure,
): Record<string, string> {
  const { currentPrice, dailyChange } = values;
  if (
    isImpossiblePercent(dailyChange) &&
    Number(currentPrice) > 0 &&
    !isSame(dailyChange, before?.dailyChange)
  )
    return { dailyChange: impossiblePercentText(LABELS.changePercent, dailyChange) };
  const [moved, counted] = [movedBefore(values, before), inNewUnit(measure, values, before)];
  if (!moved || !counted || !currentPrice || !dailyChange) return {};
  const entered = { last: currentPrice, changePercent: dailyChange };
  const right = findPercentMismatch(entered, moved, counted);
  return right === undefined ? {} : { dailyChange: percentMismatchText(entered, right, LABELS) };
}
