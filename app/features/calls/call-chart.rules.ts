import { type Split, sharesRatio } from "~/features/calls/settlement/settlement.rules";
import { dayInWords } from "~/ui/charts/calendar";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import type { CallTerm } from "~/ui/charts/call-terms";
import type { FigureTableData } from "~/ui/charts/exhibit";
import type { Close } from "~/ui/charts/series";
import { formatDistance } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import type { CallState } from "./call-events.rules";
import { numericLevels } from "./call-terms.rules";
import { gainText } from "./call-words.rules";

/** The chart of a settled call. Prices are adjusted to the shares of the entry day. */
export type SettledChart = {
  call: ChartedCall & { closed: { day: string; price: number } };
  terms: CallTerm[];
  title: string;
  sentence: string;
  table: FigureTableData;
  /** The best close, if it was further ahead than the end. */
  best?: Close;
};

type PricedDay = { day: string; close: string };

type ChartInput = {
  unit?: PriceUnit;
  /** The entry day, yyyy-mm-dd. */
  enteredOn: string;
  /** Shares of the entry day per share of the entry price. Default 1. */
  entryShares?: number;
  /** Unadjusted, oldest first. */
  prices: readonly PricedDay[];
  splits: readonly Split[];
  index?: { name: string; points: readonly Close[] };
};

/** Closes adjusted to the shares of the entry price, for splits before and after it. */
function closesInEntryShares({ prices, splits, enteredOn, entryShares: shares }: ChartInput): Close[] {
  return prices.map(({ day, close }) => {
    const since = sharesRatio({ madeOn: enteredOn, shares }, day, splits);
    const until = sharesRatio({ madeOn: day }, enteredOn, splits);
    return { day, close: (Number(close) * since) / until };
  });
}

/** Returns undefined if the call is not closed or has no price. */
export function settledChart(call: CallState, input: ChartInput): SettledChart | undefined {
  const { entryPrice, closePrice, closeRatio, endedOn, direction } = call;
  if (entryPrice === null || closePrice === null || endedOn === null) return undefined;
  const charted = {
    direction,
    unit: input.unit,
    points: closesInEntryShares(input),
    made: { day: input.enteredOn, price: Number(entryPrice) },
    ...numericLevels(call),
    closed: { day: endedOn, price: Number(closePrice) * Number(closeRatio ?? 1) },
    benchmark: input.index && { name: input.index.name, points: input.index.points },
  };
  return {
    call: charted,
    terms: chartTerms(charted),
    title: chartTitle(charted),
    sentence: chartSentence(call.name, charted),
    table: chartTable(charted),
    best: bestBeyondEnd(charted),
  };
}

/** The risk from entry to stop, in per cent. Undefined if no stop lies beyond the entry. */
export function riskPercent({
  direction,
  made,
  stop,
}: Pick<ChartedCall, "direction" | "made" | "stop">): number | undefined {
  if (stop === undefined) return undefined;
  const risk = (direction === "buy" ? 1 : -1) * (1 - stop / made.price) * 100;
  return risk > 0 ? risk : undefined;
}

type Settled = SettledChart["call"];

/** Closes between the entry and the end, both excluded. */
const openCloses = ({ points, made, closed }: Settled): readonly Close[] =>
  points.filter(({ day }) => day > made.day && day < closed.day);

const isBetter = (call: Settled, one: number, other: number) =>
  call.direction === "buy" ? one > other : one < other;

function bestClose(call: Settled): Close | undefined {
  return openCloses(call).reduce<Close | undefined>(
    (best, point) => (best && !isBetter(call, point.close, best.close) ? best : point),
    undefined,
  );
}

const gain = (call: Settled, price: number) =>
  (call.direction === "buy" ? 1 : -1) * 100 * (price / call.made.price - 1);

/** The best close, if it was further ahead than the end. */
function bestBeyondEnd(call: Settled): Close | undefined {
  const best = bestClose(call);
  const end = gain(call, call.closed.price);
  return best && gain(call, best.close) > Math.max(0, end) ? best : undefined;
}

/**
 * The chart's title: the result, and the best close if it was better. Not "behind": readers would think of
 * the index.
 */
function chartTitle(call: Settled): string {
  const best = bestBeyondEnd(call);
  const ended = `It ended with ${gainText(gain(call, call.closed.price))}`;
  return best ? `${ended}. At its best it stood at ${gainText(gain(call, best.close))}` : ended;
}

function chartSentence(name: string, call: Settled): string {
  const { direction, made, closed, target, stop } = call;
  const price = (value: number) => formatPrice(value, call.unit);
  const levels = [
    stop === undefined ? "no stop" : `stop ${price(stop)}`,
    target === undefined ? "no target" : `target ${price(target)}`,
  ].join(", ");
  return [
    `${name}: to ${direction} on ${dayInWords(made.day)} at ${price(made.price)}, ${levels}.`,
    `Settled on ${dayInWords(closed.day)} at ${price(closed.price)}.`,
  ].join(" ");
}

function chartTable(call: Settled): FigureTableData {
  const best = bestClose(call);
  const rows = [
    { ...call.made, what: "Made at" },
    ...(best ? [{ day: best.day, price: best.close, what: "Best close" }] : []),
    { ...call.closed, what: "Settled" },
  ];
  return {
    columns: [{ label: "Date" }, { label: "Price", numeric: true }, { label: "What happened" }],
    rows: rows.map(({ day, price, what }) => [dayInWords(day), formatPrice(price, call.unit), what]),
  };
}

function chartTerms({ unit, made, closed, target, stop }: Settled): CallTerm[] {
  const distance = (price: number) => {
    const percent = 100 * (price / made.price - 1);
    return `${formatDistance(percent)}% ${percent < 0 ? "below" : "above"} made`;
  };
  const term = (label: string, price: number, side?: CallTerm["side"]): CallTerm => ({
    label,
    figure: formatPrice(price, unit),
    note: distance(price),
    side,
  });
  return [
    ...(stop === undefined ? [] : [term("Stop", stop, "risk")]),
    { label: "Made", figure: formatPrice(made.price, unit), note: dayInWords(made.day) },
    { label: "Settled", figure: formatPrice(closed.price, unit), note: dayInWords(closed.day) },
    ...(target === undefined ? [] : [term("Target", target, "reward")]),
  ];
}
