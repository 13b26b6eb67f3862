import type { Completion, Sent } from "~/admin-kit/completion.server";
import type { IsToday, Sentences } from "~/admin-kit/doubts.server";
import { formatNumber, formatSigned } from "~/ui/format";

type Figure = string | null | undefined;

/** What of a quote's figures depends on each other; exact decimals, the last price's unit, `changePercent` in per cent. */
export type QuoteFigures = {
  last: string;
  high?: Figure;
  low?: Figure;
  change?: Figure;
  changePercent?: Figure;
  updatedAt: Date;
};

type Followed = { values: Partial<Record<keyof QuoteFigures, string | null>>; notes: Sentences };

/**
 * What follows for a quote's other figures from those that were sent: docs/decisions/0132. A figure that was not sent keeps its value
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

function followChange(last: string, { values, before, answered, isToday }: Sent<QuoteFigures>): Followed {
  const { change, changePercent }: Partial<QuoteFigures> = { ...before, ...values };
  const [saysChange, saysPercent] = [answered.has("change"), answered.has("changePercent")];
  if (saysChange === saysPercent)
    return saysChange || !before ? NOTHING : followLastAlone(last, values, before, isToday);
  if (saysPercent) {
    if (before && !isKnown(before.change)) return NOTHING;
    if (!isKnown(changePercent) || fits({ last, change, changePercent })) return NOTHING;
    return changeNoted(changeFrom(last, changePercent, closeBefore(before, isToday)));
  }
  if (before && !isKnown(before.changePercent)) return NOTHING;
  if (!isKnown(change) || (before && fits({ last, change, changePercent }))) return NOTHING;
  return percentNoted(percentOf(Number(change), Number(last) - Number(change)));
}

/** A price alone was sent: it moved away from the close before, which stays where it was. */
function followLastAlone(
  last: string,
  sent: Readonly<Record<string, unknown>>,
  before: Readonly<QuoteFigures>,
  isToday: IsToday,
): Followed {
  if ("change" in sent || "changePercent" in sent || Number(last) === Number(before.last)) return NOTHING;
  const { change, changePercent } = before;
  if (!isKnown(change) && !isKnown(changePercent)) return NOTHING;
  const close = closeBefore(before, isToday);
  const isMeasured = close !== undefined && close > 0;
  const moved = isMeasured ? inDecimals(Number(last) - close, decimalsOf(last, change)) : null;
  const percent = isMeasured ? percentOf(Number(last) - close, close) : null;
  const followed = [
    ...(isKnown(change) ? [changeNoted(moved)] : []),
    ...(isKnown(changePercent) ? [percentNoted(percent)] : []),
  ];
  return {
    values: Object.assign({}, ...followed.map(({ values }) => values)),
    notes: Object.assign({}, ...followed.map(({ notes }) => notes)),
  };
}

const EMPTIED = "is emptied: it does not fit the new Last, and the close before is not known.";

const changeNoted = (change: string | null): Followed => ({
  values: { change },
  notes: {
    change:
      change === null
        ? `Change ${EMPTIED}`
        : `Change is set to ${formatSigned(change, decimalsOf(change))} to fit.`,
  },
});

const percentNoted = (changePercent: string | null): Followed => ({
  values: { changePercent },
  notes: {
    changePercent:
      changePercent === null
        ? `Change % ${EMPTIED}`
        : `Change % is set to ${formatSigned(changePercent, decimalsOf(changePercent))} to fit.`,
  },
});

const DAY_MS = 24 * 3_600_000;

/** A weekend and two holidays: a price that is older says nothing about the last close. */
const OLDEST_CLOSE_DAYS = 5;

/** The close before today, as far as a quote tells: of today by its change, of the last days its price is that close. */
function closeBefore(before: Readonly<QuoteFigures> | undefined, isToday: IsToday): number | undefined {
  if (!before) return undefined;
  const last = Number(before.last);
  if (isToday(before.updatedAt)) {
    if (isKnown(before.change)) return last - Number(before.change);
    return isKnown(before.changePercent) ? last / (1 + Number(before.changePercent) / 100) : undefined;
  }
  const isOfLastDays = Array.from({ length: OLDEST_CLOSE_DAYS }, (_, nth) => nth + 1).some((days) =>
    isToday(new Date(before.updatedAt.getTime() + days * DAY_MS)),
  );
  return isOfLastDays ? last : undefined;
}

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

/** @returns null where the close before is no price that anything could be measured by */
function percentOf(change: number, close: number): string | null {
  if (!(close > 0)) return null;
  const percent = (change / close) * 100;
  return inDecimals(percent, percent !== 0 && Math.abs(percent) < 0.005 ? 4 : 2);
}

function followRange(last: string, { values, before }: Sent<QuoteFigures>): Followed {
  if (!before || !("last" in values)) return NOTHING;
  const { high, low } = before;
  const followed: { values: Followed["values"]; notes: Record<string, string> } = { values: {}, notes: {} };
  if (!("high" in values) && isKnown(high) && Number(last) > Number(high)) {
    followed.values.high = last;
    followed.notes.high = `High is raised to the new Last, ${shown(last)}.`;
  }
  if (!("low" in values) && isKnown(low) && Number(last) < Number(low)) {
    followed.values.low = last;
    followed.notes.low = `Low is lowered to the new Last, ${shown(last)}.`;
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
    const words = `Change ${formatSigned(change, decimalsOf(change))} and Change % ${formatSigned(changePercent)} do not fit Last ${shown(last)}`;
    said.changePercent =
      percent === null ? words : `${words}: with that change it would be ${formatSigned(percent)}%`;
  }
  return said;
}

const isSame = (one: Figure, other: Figure): boolean =>
  isKnown(one) && isKnown(other) ? Number(one) === Number(other) : (one ?? null) === (other ?? null);

const isKnown = (figure: Figure): figure is string => typeof figure === "string";

type Fitted = { last: string; change?: Figure; changePercent?: Figure };

/** How far figures may miss each other beyond what each was rounded by: times that, and per cent. */
const EXACT = { times: 1, beyond: 1e-9 };
const LENIENT = { times: 2, beyond: 0.02 };

/** Whether a change and a percentage are those of one price, as far as their decimals say. */
function fits({ last, change, changePercent }: Fitted, { times, beyond } = EXACT): boolean {
  if (!isKnown(change) || !isKnown(changePercent)) return false;
  const [moved, percent] = [Number(change), Number(changePercent)];
  if (Math.sign(moved) * Math.sign(percent) < 0) return false;
  const close = Number(last) - moved;
  // Nothing can be measured by a close of nought or less, which no price above nought comes from.
  if (!(close > 0)) return !(Number(last) > 0);
  const rounding = halfUnit(changePercent) + (Math.min(halfUnit(change), halfUnit(last)) / close) * 100;
  return Math.abs((moved / close) * 100 - percent) <= times * rounding + beyond;
}

const decimalsIn = (figure: string) => figure.split(".")[1]?.length ?? 0;

/** Half of the last digit that a figure has. */
const halfUnit = (figure: string) => 0.5 * 10 ** -decimalsIn(figure);

/** As many as figures have, but two. */
const decimalsOf = (...figures: Figure[]) =>
  Math.max(2, ...figures.map((figure) => (isKnown(figure) ? decimalsIn(figure) : 0)));

const inDecimals = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace(/^-(0(?:\.0*)?)$/, "$1");

const shown = (figure: string) => formatNumber(figure, decimalsOf(figure));
