import type { Completion, Sent } from "~/admin-kit/completion.server";
import type { MoverType } from "./markets.queries.server";
import {
  closeBefore,
  impossiblePercentWords,
  isImpossiblePercent,
  type Measure,
  type MovedPrice,
  otherPercent,
  otherPercentWords,
  percentSince,
  shown,
  signed,
} from "./price-change.rules";

/** What of a mover's figures depends on each other: its price, and what that moved by since the close before, in per cent. */
export type MoverFigures = {
  name: string;
  last: string;
  changePercent: string;
  moverType: MoverType;
  updatedAt: Date;
};

const LABELS = { last: "Last", changePercent: "Change %" };

/** A loser's change is a fall, whatever sign was typed. */
const signedOf = ({ moverType, changePercent }: Pick<MoverFigures, "moverType" | "changePercent">): string =>
  moverType === "losers" ? `-${changePercent.replace(/^-/, "")}` : changePercent;

/** What the mover said before, where it is the same one. */
function movedBefore(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<MoverFigures> | undefined,
): MovedPrice | undefined {
  if (!before || (values.name !== undefined && values.name !== before.name)) return undefined;
  return { last: before.last, changePercent: signedOf(before), at: before.updatedAt };
}

/** A price alone moves away from the close before, and its change with it: docs/figures.md. */
export function completeMover({ values, before, answered, ...measure }: Sent<MoverFigures>): Completion {
  const { last } = values;
  const moved = movedBefore(values, before);
  if (!moved || typeof last !== "string" || answered.has("changePercent")) return { values: {}, notes: {} };
  const percent = Number(last) === Number(moved.last) ? null : percentSince(last, moved, measure);
  return percent === null
    ? { values: {}, notes: {} }
    : {
        values: { changePercent: percent },
        notes: { changePercent: `Change % is set to ${signed(percent)} to fit.` },
      };
}

/** A mover that became another one, under the change of the one it was. */
const anothersChange = (
  said: { last: string; changePercent: string },
  before: Readonly<MoverFigures>,
): Record<string, string> =>
  Number(said.last) !== Number(before.last) && Number(said.changePercent) === Number(before.changePercent)
    ? { changePercent: otherPercentWords(said, "unknown", LABELS) }
    : {};

/** A change that its list cannot show, or that another list shows as its opposite. What was there already is not asked again. */
function listWarnings(
  { last, changePercent, moverType }: Pick<MoverFigures, "last" | "changePercent" | "moverType">,
  before: Readonly<MoverFigures> | undefined,
): Record<string, string> {
  const isSaid = before?.moverType === moverType && Number(before.changePercent) === Number(changePercent);
  const percent = signedOf({ moverType, changePercent });
  if (isSaid || Number(percent) === 0) return {};
  if (Number(last) > 0 && isImpossiblePercent(percent))
    return { changePercent: impossiblePercentWords(LABELS.changePercent, percent) };
  const was = before && Number(before.changePercent) === Number(changePercent) ? signedOf(before) : undefined;
  if (was !== undefined && Number(was) !== Number(percent))
    return {
      changePercent: `Change % was ${signed(was)}: in this list the same figure is ${signed(percent)}`,
    };
  return moverType === "gainers" && Number(percent) < 0
    ? { changePercent: `Change % ${signed(percent)} is a fall, and this is the list of gainers` }
    : {};
}

/** What of a mover's figures cannot all be true, by field. */
export function moverContradictions(
  values: Partial<MoverFigures>,
  before: Readonly<MoverFigures> | undefined,
  measure: Measure,
): Record<string, string> {
  const { last, changePercent, moverType = "gainers" } = values;
  if (!last || !changePercent) return {};
  const said = { last, changePercent, moverType };
  return { ...listWarnings(said, before), ...(before && moveWarnings(values, said, before, measure)) };
}

function moveWarnings(
  values: Partial<MoverFigures>,
  { last, changePercent, moverType }: Pick<MoverFigures, "last" | "changePercent" | "moverType">,
  before: Readonly<MoverFigures>,
  measure: Measure,
): Record<string, string> {
  const moved = movedBefore(values, before);
  if (!moved) return anothersChange({ last, changePercent }, before);
  const isNews =
    Number(last) !== Number(before.last) || Number(changePercent) !== Number(before.changePercent);
  const close = closeBefore(moved, measure);
  // What the mover was worked out to be a moment ago would be shown as its opposite.
  if (
    isNews &&
    moverType === "losers" &&
    close !== undefined &&
    Number(last) > close &&
    Number(changePercent) > 0
  )
    return {
      changePercent: `Last ${shown(last)} is above the close before, and losers are shown negative: it is none`,
    };
  const said = { last, changePercent: signedOf({ moverType, changePercent }) };
  const right = otherPercent(said, moved, measure);
  return right === undefined ? {} : { changePercent: otherPercentWords(said, right, LABELS) };
}
