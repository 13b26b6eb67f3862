import type { Completion, Sent } from "~/admin-kit/derived-values.server";
import type { Sentences } from "~/admin-kit/warnings.server";
import { slipWarning } from "./instruments/price-distance.rules";
import {
  closeBefore,
  decimalsToShow,
  type Figure,
  findPercentMismatch,
  formatFigure,
  halfCent,
  halfUnit,
  impossiblePercentText,
  inDecimals,
  inNewUnit,
  inShares,
  isImpossiblePercent,
  isKnown,
  isSame,
  type Measure,
  type MovedPrice,
  percentChange,
  percentMismatchText,
  signed,
} from "./price-change.rules";

/**
 * A quote's figures that depend on each other: exact decimals in the unit of `last`, `changePercent` in per
 * cent.
 */
export type QuoteFigures = {
  last: string;
  high?: Figure;
  low?: Figure;
  change?: Figure;
  changePercent?: Figure;
  updatedAt: Date;
  /** Identifies the instrument: figures of another one say nothing. */
  symbol?: string | null;
  name?: string;
  /** Its currency or other unit. */
  currency?: string | null;
};

type Followed = { values: Partial<Record<keyof QuoteFigures, string | null>>; notes: Sentences };

/**
 * Completes a quote's other figures from the sent ones: docs/figures.md. A figure that was not sent keeps its
 * value unless it contradicts the others. Then change and percentage are calculated, and the day's range is
 * widened to the price.
 */
export function completeQuote(sent: Sent<QuoteFigures>): Completion {
  const last = sent.values.last ?? sent.before?.last;
  if (typeof last !== "string") return { values: {}, notes: {} };
  const change = followChange(last, sent);
  const range = followRange(last, sent);
  return { values: { ...change.values, ...range.values }, notes: { ...change.notes, ...range.notes } };
}

const NOTHING: Followed = { values: {}, notes: {} };

function followChange(last: string, sent: Sent<QuoteFigures>): Followed {
  const { values, before, answered } = sent;
  const { change, changePercent }: Partial<QuoteFigures> = { ...before, ...values };
  // JSON's null empties a figure: it says nothing about the other one, and is not recalculated.
  const isEmptied = (name: "change" | "changePercent") => answered.has(name) && values[name] === null;
  const says = (name: "change" | "changePercent") => answered.has(name) && !isEmptied(name);
  const [saysChange, saysPercent] = [says("change"), says("changePercent")];
  if (saysChange && saysPercent) return NOTHING;
  if (!saysChange && !saysPercent) return before ? followLastAlone(last, sent, before) : NOTHING;
  if (saysPercent) {
    if (isEmptied("change") || (before && !isKnown(before.change))) return NOTHING;
    if (!isKnown(changePercent) || fits({ last, change, changePercent })) return NOTHING;
    return beside("change", changeFrom(last, changePercent, quoteClose(values, before, sent)));
  }
  if (isEmptied("changePercent") || (before && !isKnown(before.changePercent))) return NOTHING;
  if (!isKnown(change) || (before && fits({ last, change, changePercent }))) return NOTHING;
  return beside("changePercent", percentChange(Number(change), Number(last) - Number(change)));
}

/** Only a price was sent: the previous close stays, so the change follows. Emptied figures stay empty. */
function followLastAlone(last: string, sent: Sent<QuoteFigures>, before: Readonly<QuoteFigures>): Followed {
  const { values } = sent;
  if (Number(last) === Number(before.last)) return NOTHING;
  const follows = (name: "change" | "changePercent") => isKnown(before[name]) && values[name] !== null;
  const close = quoteClose(values, before, sent);
  const isMeasured = close !== undefined && close > 0;
  const moved = isMeasured ? inDecimals(Number(last) - close, decimalsToShow(last, before.change)) : null;
  const percent = isMeasured ? percentChange(Number(last) - close, close) : null;
  const followed = [
    ...(follows("change") ? [changeNoted(moved)] : []),
    ...(follows("changePercent") ? [percentNoted(percent)] : []),
  ];
  return {
    values: Object.assign({}, ...followed.map(({ values }) => values)),
    notes: Object.assign({}, ...followed.map(({ notes }) => notes)),
  };
}

const movedPrice = ({ updatedAt: at, last, change, changePercent }: QuoteFigures): MovedPrice => ({
  at,
  last,
  change,
  changePercent,
});

/** The previous close, if the quote still belongs to the same instrument. */
function quoteClose(
  values: Partial<QuoteFigures>,
  before: Readonly<QuoteFigures> | undefined,
  measure: Measure,
): number | undefined {
  const isOther = (name: "symbol" | "name") =>
    values[name] !== undefined && (values[name] ?? null) !== (before?.[name] ?? null);
  const { symbol }: Partial<QuoteFigures> = { ...before, ...values };
  const counted = inNewUnit(measure, values, before);
  return !before || !counted || isOther("symbol") || (!symbol && isOther("name"))
    ? undefined
    : closeBefore(movedPrice(before), counted);
}

const EMPTIED = "is cleared: it does not match the new Last, and the previous close is unknown.";

type Moved = "change" | "changePercent";
const LABELS = { last: "Last", change: "Change", changePercent: "Change %" } as const;

const noted = (name: Moved, value: string | null, emptied: string = EMPTIED): Followed => ({
  values: { [name]: value },
  notes: {
    [name]:
      value === null ? `${LABELS[name]} ${emptied}` : `${LABELS[name]} is set to ${signed(value)} to match.`,
  },
});
const changeNoted = (change: string | null): Followed => noted("change", change);
const percentNoted = (percent: string | null): Followed => noted("changePercent", percent);
/** Sets the figure that follows from a typed one, or empties it if the typed change is impossible. */
const beside = (name: Moved, value: string | null): Followed =>
  noted(
    name,
    value,
    `is cleared: it cannot be computed from the new ${LABELS[name === "change" ? "changePercent" : "change"]}.`,
  );

/**
 * The change for a price and its percentage. A percentage is rounded, so a known and fitting previous close
 * comes first.
 */
function changeFrom(last: string, percent: string, close: number | undefined): string | null {
  const decimals = decimalsToShow(last);
  if (close !== undefined) {
    const change = inDecimals(Number(last) - close, Math.max(decimals, 2));
    if (fits({ last, change, changePercent: percent })) return change;
  }
  if (Number(percent) <= -100) return null;
  return inDecimals((Number(last) * Number(percent)) / (100 + Number(percent)), decimals);
}

/**
 * Widens the previous range to the new price; on the day of a split it is converted to today's shares first.
 */
function followRange(last: string, { values, before, ...measure }: Sent<QuoteFigures>): Followed {
  const counted = inNewUnit(measure, values, before);
  if (!before || !counted || !("last" in values)) return NOTHING;
  const { shares } = counted;
  const isSplit = shares !== 1 && Number(last) !== Number(before.last);
  const followed: { values: Followed["values"]; notes: Record<string, string> } = { values: {}, notes: {} };
  for (const [name, moved, isBeyond] of [
    ["high", "High is raised", (end: string) => Number(last) > Number(end)],
    ["low", "Low is lowered", (end: string) => Number(last) < Number(end)],
  ] as const) {
    const { [name]: was } = before;
    if (name in values || !isKnown(was)) continue;
    const end = isSplit ? inShares(was, shares) : was;
    if (isBeyond(end)) {
      followed.values[name] = last;
      followed.notes[name] = `${moved} to the new Last, ${formatFigure(last)}.`;
    } else if (isSplit) {
      followed.values[name] = end;
      followed.notes[name] =
        `${moved.split(" ")[0]} is set to ${formatFigure(end)}, ${measure.shares === 1 ? "in the new unit" : "adjusted for the split"}.`;
    }
  }
  return followed;
}

type CheckedFigure = "last" | "high" | "low" | "change" | "changePercent";

/**
 * Warnings about figures that contradict each other, by field. The contract has no rule against them.
 * @param before the stored quote: its unchanged figures cause no new warning
 */
export function quoteContradictions(
  quote: Partial<QuoteFigures>,
  before?: Readonly<QuoteFigures>,
  measure?: Measure,
): Record<string, string> {
  const isNew = (...names: CheckedFigure[]) =>
    !before || names.some((name) => !isSame(quote[name], before[name]));
  const { last, high, low, change, changePercent } = quote;
  if (!isKnown(last)) return {};
  const warnings: Record<string, string> = {};
  if (isNew("last", "high") && isKnown(high) && Number(high) < Number(last))
    warnings.high = `High ${formatFigure(high)} is below Last ${formatFigure(last)}`;
  if (isNew("last", "low") && isKnown(low) && Number(low) > Number(last))
    warnings.low = `Low ${formatFigure(low)} is above Last ${formatFigure(last)}`;
  if (
    isNew("last", "change", "changePercent") &&
    isKnown(change) &&
    isKnown(changePercent) &&
    !fits({ last, change, changePercent }, LENIENT)
  ) {
    const percent = percentChange(Number(change), Number(last) - Number(change));
    const words = `Change ${signed(change)} and Change % ${signed(changePercent)} do not match Last ${formatFigure(last)}`;
    warnings.changePercent =
      percent === null ? words : `${words}: with that change it would be ${signed(percent)}%`;
  }
  if (Number(last) > 0 && isNew("last", "change", "changePercent"))
    Object.assign(warnings, impossible(quote, last));
  if (!before || !measure) return warnings;
  const beside = {
    ...otherChange(quote, before, measure),
    ...slippedChange(quote, before),
    ...oldChange(quote, before, measure),
    ...oldShares(last, before, measure),
  };
  return { ...beside, ...warnings };
}

/** Warns about a change from a previous close of zero or less. */
function impossible({ change, changePercent }: Partial<QuoteFigures>, last: string): Record<string, string> {
  return {
    ...(isKnown(change) &&
      Number(change) >= Number(last) && {
        change: `Change ${signed(change)} does not match Last ${formatFigure(last)}: the previous close would not be above 0`,
      }),
    ...(isImpossiblePercent(changePercent) && {
      changePercent: impossiblePercentText(LABELS.changePercent, changePercent),
    }),
  };
}

/**
 * Warns about a percentage with another sign or size than the price's move. If the old change and percentage
 * contradict each other, the previous close is unknown.
 */
function otherChange(
  quote: Partial<QuoteFigures>,
  before: Readonly<QuoteFigures>,
  measure: Measure,
): Record<string, string> {
  const { last, changePercent } = quote;
  const counted = inNewUnit(measure, quote, before);
  if (!isKnown(last) || !isKnown(changePercent) || !counted || isSame(last, before.last)) return {};
  const isConsistent = fits(before, LENIENT) || !isKnown(before.change) || !isKnown(before.changePercent);
  if (!isConsistent || quoteClose(quote, before, measure) === undefined) return {};
  const right = findPercentMismatch({ last, changePercent }, movedPrice(before), counted);
  return right === undefined
    ? {}
    : { changePercent: percentMismatchText({ last, changePercent }, right, LABELS) };
}

/** Warns about a change that became ten times its value under the same price. */
function slippedChange(quote: Partial<QuoteFigures>, before: Readonly<QuoteFigures>): Record<string, string> {
  if (!isSame(quote.last, before.last)) return {};
  const slipped = (name: "change" | "changePercent", label: string) => {
    const [now, was] = [quote[name], before[name]];
    const words = isKnown(now) && isKnown(was) ? slipWarning(label, now, was) : undefined;
    return words ? { [name]: words } : {};
  };
  return { ...slipped("change", "Change"), ...slipped("changePercent", "Change %") };
}

/**
 * Warns about a new price with the old change. A program or a pasted row may send all figures and update only
 * one.
 */
function oldChange(
  quote: Partial<QuoteFigures>,
  before: Readonly<QuoteFigures>,
  measure: Measure,
): Record<string, string> {
  const { last, change, changePercent } = quote;
  if (!isKnown(last) || isSame(last, before.last)) return {};
  const isOld = (["change", "changePercent"] as const).every((name) => isSame(quote[name], before[name]));
  if (!isOld || (!isKnown(change) && !isKnown(changePercent))) return {};
  const close = quoteClose(quote, before, measure);
  const moved =
    close === undefined ? undefined : inDecimals(Number(last) - close, decimalsToShow(last, change));
  const percent = close === undefined ? null : percentChange(Number(last) - close, close);
  const isRight = isKnown(change)
    ? isSame(moved, change)
    : percent !== null && isKnown(changePercent) && Math.abs(Number(percent) - Number(changePercent)) <= 0.02;
  if (isRight) return {};
  const field = isKnown(change) ? "change" : "changePercent";
  const words = isKnown(change) ? `Change ${signed(change)}` : `Change % ${signed(changePercent ?? "0")}`;
  const would =
    moved === undefined || percent === null
      ? ""
      : `: from the previous close it would be ${signed(moved)}, ${signed(percent)}%`;
  return { [field]: `${words} was calculated from the old Last, ${formatFigure(before.last)}${would}` };
}

/**
 * Warns about a price from before a split that is saved with other changes. It would count as a price in
 * today's shares.
 */
function oldShares(
  last: string,
  before: Readonly<QuoteFigures>,
  { shares }: Measure,
): Record<string, string> {
  return shares === 1 || !isSame(last, before.last)
    ? {}
    : {
        last: `Last ${formatFigure(last)} is of before the split: in the shares of today it is ${formatFigure(inShares(last, shares))}`,
      };
}

type Fitted = { last: string; change?: Figure; changePercent?: Figure };

/** How far figures may differ beyond their rounding: `times` the rounding, plus `beyond` per cent. */
const EXACT = { times: 1, beyond: 1e-9 };
const LENIENT = { times: 2, beyond: 0.02 };

/** With one decimal, less than this is written as 0.0%; a 0 without decimals is not a rounded 0.4. */
const ROUNDED_ZERO = 0.05;

/** Half a unit of a change's last digit; a whole number counts to the cent, since JSON writes 1.00 as 1. */
const halfUnitOfChange = (change: string) => (change.includes(".") ? halfUnit(change) : halfCent(change));

/** Whether a change and a percentage fit one price, within their decimals. */
function fits({ last, change, changePercent }: Fitted, { times, beyond } = EXACT): boolean {
  if (!isKnown(change) || !isKnown(changePercent)) return false;
  const [moved, percent] = [Number(change), Number(changePercent)];
  if (Math.sign(moved) * Math.sign(percent) < 0) return false;
  const close = Number(last) - moved;
  // A previous close of zero or less measures nothing, and no price above zero follows one.
  if (!(close > 0)) return !(Number(last) > 0);
  const byPercent = percent === 0 ? Math.min(halfUnit(changePercent), ROUNDED_ZERO) : halfUnit(changePercent);
  const rounding = byPercent + (Math.min(halfUnitOfChange(change), halfUnit(last)) / close) * 100;
  return Math.abs((moved / close) * 100 - percent) <= times * rounding + beyond;
}
