import type { Completion, Sent } from "~/admin-kit/derived-values.server";
import type { MoverType } from "./markets.queries.server";
import {
  closeBefore,
  findPercentMismatch,
  formatFigure,
  impossiblePercentText,
  isImpossiblePercent,
  type Measure,
  type MovedPrice,
  percentMismatchText,
  percentSince,
  signed,
} from "./price-change.rules";

/**
 * A mover's figures that depend on each other: the price, and its change since the previous close in per
 * cent.
 */
export type MoverFigures = {
  name: string;
  last: string;
  changePercent: string;
  moverType: MoverType;
  updatedAt: Date;
};

const LABELS = { last: "Last", changePercent: "Change %" };

/** A loser's change is negative, whatever sign was typed. */
const signedChange = ({
  moverType,
  changePercent,
}: Pick<MoverFigures, "moverType" | "changePercent">): string =>
  moverType === "losers" ? `-${changePercent.replace(/^-/, "")}` : changePercent;

/** The mover's previous price and change, if it is still the same mover. */
function previousPrice(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<MoverFigures> | undefined,
): MovedPrice | undefined {
  if (!before || (values.name !== undefined && values.name !== before.name)) return undefined;
  return { last: before.last, changePercent: signedChange(before), at: before.updatedAt };
}

/** A new price alone also changes the percentage, since the previous close stays: docs/figures.md. */
export function completeMover({ values, before, answered, ...measure }: Sent<MoverFigures>): Completion {
  const { last } = values;
  const moved = previousPrice(values, before);
  if (!moved || typeof last !== "string" || answered.has("changePercent")) return { values: {}, notes: {} };
  const percent = Number(last) === Number(moved.last) ? null : percentSince(last, moved, measure);
  return percent === null
    ? { values: {}, notes: {} }
    : {
        values: { changePercent: percent },
        notes: { changePercent: `Change % is set to ${signed(percent)} to match.` },
      };
}

/** Warns if a mover got another name and price but kept the old change. */
const oldChangeWarning = (
  figures: { last: string; changePercent: string },
  before: Readonly<MoverFigures>,
): Record<string, string> =>
  Number(figures.last) !== Number(before.last) &&
  Number(figures.changePercent) === Number(before.changePercent)
    ? { changePercent: percentMismatchText(figures, "unknown", LABELS) }
    : {};

/**
 * Warns about a change that the list cannot show, or that another list shows as its opposite. Unchanged
 * figures cause no new warning.
 */
function listWarnings(
  { last, changePercent, moverType }: Pick<MoverFigures, "last" | "changePercent" | "moverType">,
  before: Readonly<MoverFigures> | undefined,
): Record<string, string> {
  const isUnchanged =
    before?.moverType === moverType && Number(before.changePercent) === Number(changePercent);
  const percent = signedChange({ moverType, changePercent });
  if (isUnchanged || Number(percent) === 0) return {};
  if (Number(last) > 0 && isImpossiblePercent(percent))
    return { changePercent: impossiblePercentText(LABELS.changePercent, percent) };
  const was =
    before && Number(before.changePercent) === Number(changePercent) ? signedChange(before) : undefined;
  if (was !== undefined && Number(was) !== Number(percent))
    return {
      changePercent: `Change % was ${signed(was)}: this list shows the same figure as ${signed(percent)}`,
    };
  return moverType === "gainers" && Number(percent) < 0
    ? { changePercent: `Change % ${signed(percent)} is a fall, but this is the list of gainers` }
    : {};
}

/** Warnings about figures that contradict each other, by field. */
export function moverContradictions(
  values: Partial<MoverFigures>,
  before: Readonly<MoverFigures> | undefined,
  measure: Measure,
): Record<string, string> {
  const { last, changePercent, moverType = "gainers" } = values;
  if (!last || !changePercent) return {};
  const figures = { last, changePercent, moverType };
  return { ...listWarnings(figures, before), ...(before && moveWarnings(values, figures, before, measure)) };
}

function moveWarnings(
  values: Partial<MoverFigures>,
  { last, changePercent, moverType }: Pick<MoverFigures, "last" | "changePercent" | "moverType">,
  before: Readonly<MoverFigures>,
  measure: Measure,
): Record<string, string> {
  const moved = previousPrice(values, before);
  if (!moved) return oldChangeWarning({ last, changePercent }, before);
  const hasChanged =
    Number(last) !== Number(before.last) || Number(changePercent) !== Number(before.changePercent);
  const close = closeBefore(moved, measure);
  // A just calculated change would be shown as its opposite.
  if (
    hasChanged &&
    moverType === "losers" &&
    close !== undefined &&
    Number(last) > close &&
    Number(changePercent) > 0
  )
    return {
      changePercent: `Last ${formatFigure(last)} is above the previous close, so it is not a loser`,
    };
  const figures = { last, changePercent: signedChange({ moverType, changePercent }) };
  const right = findPercentMismatch(figures, moved, measure);
  return right === undefined ? {} : { changePercent: percentMismatchText(figures, right, LABELS) };
}
