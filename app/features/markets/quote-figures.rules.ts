import type { Completion, Sent } from "~/admin-kit/completion.server";
import type { Sentences } from "~/admin-kit/warnings.server";
import { slippedFrom } from "./instruments/price-distance.rules";
import {
  closeBefore,
  decimalsOf,
  type Figure,
  halfCent,
  halfUnit,
  impossiblePercentWords,
  inDecimals,
  inNewUnit,
  inShares,
  isImpossiblePercent,
  isKnown,
  isSame,
  type Measure,
  type MovedPrice,
  otherPercent,
  otherPercentWords,
  percentOf,
  shown,
  signed,
} from "./price-change.rules";

/** What of a quote's figures depends on each other; exact decimals, the last price's unit, `changePercent` in per cent. */
export type QuoteFigures = {
  last: string;
  high?: Figure;
  low?: Figure;
  change?: Figure;
  changePercent?: Figure;
  updatedAt: Date;
  /** Of what it is: figures of something else say nothing. */
  symbol?: string | null;
  name?: string;
  /** In what it is counted. */
  currency?: string | null;
};

type Followed = { values: Partial<Record<keyof QuoteFigures, string | null>>; notes: Sentences };

/**
 * What follows for a quote's other figures from those that were sent: docs/figures.md. A figure that was not sent keeps its value
 * unless that contradicts the others; then change and percent are calculated, and the day's range holds the price.
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
  // JSON's null empties: it says nothing of the other, and nothing follows for it.
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
  return beside("changePercent", percentOf(Number(change), Number(last) - Number(change)));
}

/** A price alone was sent: it moved away from the close before, which stays where it was. What was emptied stays empty. */
function followLastAlone(last: string, sent: Sent<QuoteFigures>, before: Readonly<QuoteFigures>): Followed {
  const { values } = sent;
  if (Number(last) === Number(before.last)) return NOTHING;
  const follows = (name: "change" | "changePercent") => isKnown(before[name]) && values[name] !== null;
  const close = quoteClose(values, before, sent);
  const isMeasured = close !== undefined && close > 0;
  const moved = isMeasured ? inDecimals(Number(last) - close, decimalsOf(last, before.change)) : null;
  const percent = isMeasured ? percentOf(Number(last) - close, close) : null;
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

/** The close before, where the quote is of what it was. */
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

const EMPTIED = "is emptied: it does not fit the new Last, and the close before is not known.";

type Moved = "change" | "changePercent";
const LABELS = { last: "Last", change: "Change", changePercent: "Change %" } as const;

const noted = (name: Moved, value: string | null, emptied: string = EMPTIED): Followed => ({
  values: { [name]: value },
  notes: {
    [name]:
      value === null ? `${LABELS[name]} ${emptied}` : `${LABELS[name]} is set to ${signed(value)} to fit.`,
  },
});
const changeNoted = (change: string | null): Followed => noted("change", change);
const percentNoted = (percent: string | null): Followed => noted("changePercent", percent);
/** Of a figure beside a typed one that no price can have moved by. */
const beside = (name: Moved, value: string | null): Followed =>
  noted(
    name,
    value,
    `is emptied: beside the new ${LABELS[name === "change" ? "changePercent" : "change"]} there is none.`,
  );

/** The change that belongs to a price and its percentage. A percentage is rounded: where the close before is known and fits, it counts. */
function changeFrom(last: string, percent: string, close: number | undefined): string | null {
  const decimals = decimalsOf(last);
  if (close !== undefined) {
    const change = inDecimals(Number(last) - close, Math.max(decimals, 2));
    if (fits({ last, change, changePercent: percent })) return change;
  }
  if (Number(percent) <= -100) return null;
  return inDecimals((Number(last) * Number(percent)) / (100 + Number(percent)), decimals);
}

/** The range of before holds the new price; on the day of a split it becomes one of today's shares first. */
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
      followed.notes[name] = `${moved} to the new Last, ${shown(last)}.`;
    } else if (isSplit) {
      followed.values[name] = end;
      followed.notes[name] =
        `${moved.split(" ")[0]} is set to ${shown(end)}, ${measure.shares === 1 ? "in the new unit" : "in the shares after the split"}.`;
    }
  }
  return followed;
}

type Judged = "last" | "high" | "low" | "change" | "changePercent";

/**
 * What of a quote's figures cannot all be true, by field. The contract has no rule against it.
 * @param before the quote as it is: what it said before is not asked again
 */
export function quoteContradictions(
  quote: Partial<QuoteFigures>,
  before?: Readonly<QuoteFigures>,
  measure?: Measure,
): Record<string, string> {
  const isNew = (...names: Judged[]) => !before || names.some((name) => !isSame(quote[name], before[name]));
  const { last, high, low, change, changePercent } = quote;
  if (!isKnown(last)) return {};
  const said: Record<string, string> = {};
  if (isNew("last", "high") && isKnown(high) && Number(high) < Number(last))
    said.high = `High ${shown(high)} is below Last ${shown(last)}`;
  if (isNew("last", "low") && isKnown(low) && Number(low) > Number(last))
    said.low = `Low ${shown(low)} is above Last ${shown(last)}`;
  if (
    isNew("last", "change", "changePercent") &&
    isKnown(change) &&
    isKnown(changePercent) &&
    !fits({ last, change, changePercent }, LENIENT)
  ) {
    const percent = percentOf(Number(change), Number(last) - Number(change));
    const words = `Change ${signed(change)} and Change % ${signed(changePercent)} do not fit Last ${shown(last)}`;
    said.changePercent =
      percent === null ? words : `${words}: with that change it would be ${signed(percent)}%`;
  }
  if (Number(last) > 0 && isNew("last", "change", "changePercent"))
    Object.assign(said, impossible(quote, last));
  if (!before || !measure) return said;
  const beside = {
    ...otherChange(quote, before, measure),
    ...slippedChange(quote, before),
    ...oldChange(quote, before, measure),
    ...oldShares(last, before, measure),
  };
  return { ...beside, ...said };
}

/** A change that would have begun at nought or below. */
function impossible({ change, changePercent }: Partial<QuoteFigures>, last: string): Record<string, string> {
  return {
    ...(isKnown(change) &&
      Number(change) >= Number(last) && {
        change: `Change ${signed(change)} of Last ${shown(last)}: the close before would not be above 0`,
      }),
    ...(isImpossiblePercent(changePercent) && {
      changePercent: impossiblePercentWords(LABELS.changePercent, changePercent),
    }),
  };
}

/**
 * A percentage beside another price, of the other direction than that price moved in, or of another size. A quote whose change and
 * percentage did not fit each other tells no close.
 */
function otherChange(
  quote: Partial<QuoteFigures>,
  before: Readonly<QuoteFigures>,
  measure: Measure,
): Record<string, string> {
  const { last, changePercent } = quote;
  const counted = inNewUnit(measure, quote, before);
  if (!isKnown(last) || !isKnown(changePercent) || !counted || isSame(last, before.last)) return {};
  const isTold = fits(before, LENIENT) || !isKnown(before.change) || !isKnown(before.changePercent);
  if (!isTold || quoteClose(quote, before, measure) === undefined) return {};
  const right = otherPercent({ last, changePercent }, movedPrice(before), counted);
  return right === undefined
    ? {}
    : { changePercent: otherPercentWords({ last, changePercent }, right, LABELS) };
}

/** A change that became ten times what it was, under the same price. */
function slippedChange(quote: Partial<QuoteFigures>, before: Readonly<QuoteFigures>): Record<string, string> {
  if (!isSame(quote.last, before.last)) return {};
  const slipped = (name: "change" | "changePercent", label: string) => {
    const [now, was] = [quote[name], before[name]];
    const words = isKnown(now) && isKnown(was) ? slippedFrom(label, now, was) : undefined;
    return words ? { [name]: words } : {};
  };
  return { ...slipped("change", "Change"), ...slipped("changePercent", "Change %") };
}

/** Another price with the change of the price before: a program, or a row of a table, sent all figures and changed one. */
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
  const moved = close === undefined ? undefined : inDecimals(Number(last) - close, decimalsOf(last, change));
  const percent = close === undefined ? null : percentOf(Number(last) - close, close);
  const isRight = isKnown(change)
    ? isSame(moved, change)
    : percent !== null && isKnown(changePercent) && Math.abs(Number(percent) - Number(changePercent)) <= 0.02;
  if (isRight) return {};
  const field = isKnown(change) ? "change" : "changePercent";
  const words = isKnown(change) ? `Change ${signed(change)}` : `Change % ${signed(changePercent ?? "0")}`;
  const would =
    moved === undefined || percent === null
      ? ""
      : `: from the close before it would be ${signed(moved)}, ${signed(percent)}%`;
  return { [field]: `${words} is that of Last ${shown(before.last)}${would}` };
}

/** A price of before a split, under anything else that is new: saved today it would be taken for one of today's shares. */
function oldShares(
  last: string,
  before: Readonly<QuoteFigures>,
  { shares }: Measure,
): Record<string, string> {
  return shares === 1 || !isSame(last, before.last)
    ? {}
    : {
        last: `Last ${shown(last)} is of before the split: in the shares of today it is ${shown(inShares(last, shares))}`,
      };
}

type Fitted = { last: string; change?: Figure; changePercent?: Figure };

/** How far figures may miss each other beyond what each was rounded by: times that, and per cent. */
const EXACT = { times: 1, beyond: 1e-9 };
const LENIENT = { times: 2, beyond: 0.02 };

/** What is less than this is 0.0% to whoever writes one decimal; a nought without any is no rounded 0.4. */
const NOUGHT = 0.05;

/** Half of a change's last digit; a whole one is to the cent, as JSON writes 1.00. */
const halfOfMove = (change: string) => (change.includes(".") ? halfUnit(change) : halfCent(change));

/** Whether a change and a percentage are those of one price, as far as their decimals say. */
function fits({ last, change, changePercent }: Fitted, { times, beyond } = EXACT): boolean {
  if (!isKnown(change) || !isKnown(changePercent)) return false;
  const [moved, percent] = [Number(change), Number(changePercent)];
  if (Math.sign(moved) * Math.sign(percent) < 0) return false;
  const close = Number(last) - moved;
  // Nothing can be measured by a close of nought or less, which no price above nought comes from.
  if (!(close > 0)) return !(Number(last) > 0);
  const byPercent = percent === 0 ? Math.min(halfUnit(changePercent), NOUGHT) : halfUnit(changePercent);
  const rounding = byPercent + (Math.min(halfOfMove(change), halfUnit(last)) / close) * 100;
  return Math.abs((moved / close) * 100 - percent) <= times * rounding + beyond;
}
