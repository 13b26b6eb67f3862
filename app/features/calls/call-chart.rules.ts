import { ratioAt, type Split } from "~/features/calls/settlement/settlement.rules";
import { dayInWords } from "~/ui/charts/calendar";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import type { CallTerm } from "~/ui/charts/call-terms";
import type { FigureTableData } from "~/ui/charts/exhibit";
import type { Close } from "~/ui/charts/series";
import { formatDistance } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import type { CallState } from "./call-events.rules";
import { levelsOf } from "./call-terms.rules";
import { gainOf } from "./call-words.rules";

/** What a settled call is drawn of. Prices are of shares of the day from which it is measured. */
export type SettledChart = {
  call: ChartedCall & { closed: { day: string; price: number } };
  terms: CallTerm[];
  title: string;
  sentence: string;
  table: FigureTableData;
  /** The close at which it stood further ahead than at its end, where there was one. */
  best?: Close;
};

type Priced = { day: string; close: string };

type Drawn = {
  unit?: PriceUnit;
  /** From which it is measured. */
  enteredOn: string;
  /** How many shares of that day one is that the entry is of. */
  entryShares?: number;
  /** Unadjusted, oldest first. */
  prices: readonly Priced[];
  splits: readonly Split[];
  index?: { name: string; points: readonly Close[] };
};

/** Closes in the shares that a call's entry is of, whatever was split before or after it. */
function closesInItsShares({ prices, splits, enteredOn, entryShares: shares }: Drawn): Close[] {
  return prices.map(({ day, close }) => {
    const since = ratioAt({ madeOn: enteredOn, shares }, day, splits);
    const until = ratioAt({ madeOn: day }, enteredOn, splits);
    return { day, close: (Number(close) * since) / until };
  });
}

/** Undefined for a call that was not closed, or made without any price. */
export function settledChart(call: CallState, drawn: Drawn): SettledChart | undefined {
  const { entryPrice, closePrice, closeRatio, endedOn, direction } = call;
  if (entryPrice === null || closePrice === null || endedOn === null) return undefined;
  const charted = {
    direction,
    unit: drawn.unit,
    points: closesInItsShares(drawn),
    made: { day: drawn.enteredOn, price: Number(entryPrice) },
    ...levelsOf(call),
    closed: { day: endedOn, price: Number(closePrice) * Number(closeRatio ?? 1) },
    benchmark: drawn.index && { name: drawn.index.name, points: drawn.index.points },
  };
  return {
    call: charted,
    terms: termsOf(charted),
    title: findingOf(charted),
    sentence: sentenceOf(call.name, charted),
    table: tableOf(charted),
    best: bestAhead(charted),
  };
}

/** What was risked, from the entry to the stop, in per cent; undefined where no stop lies beyond the entry. */
export function riskOf({
  direction,
  made,
  stop,
}: Pick<ChartedCall, "direction" | "made" | "stop">): number | undefined {
  if (stop === undefined) return undefined;
  const risk = (direction === "buy" ? 1 : -1) * (1 - stop / made.price) * 100;
  return risk > 0 ? risk : undefined;
}

type Settled = SettledChart["call"];

/** Closes while it was open, the ends not counted. */
const openCloses = ({ points, made, closed }: Settled): readonly Close[] =>
  points.filter(({ day }) => day > made.day && day < closed.day);

const isBetter = (call: Settled, one: number, other: number) =>
  call.direction === "buy" ? one > other : one < other;

/** The close at which it stood best. */
function bestClose(call: Settled): Close | undefined {
  return openCloses(call).reduce<Close | undefined>(
    (best, point) => (best && !isBetter(call, point.close, best.close) ? best : point),
    undefined,
  );
}

const gain = (call: Settled, price: number) =>
  (call.direction === "buy" ? 1 : -1) * 100 * (price / call.made.price - 1);

/** The same where it was further ahead than at its end. */
function bestAhead(call: Settled): Close | undefined {
  const best = bestClose(call);
  const end = gain(call, call.closed.price);
  return best && gain(call, best.close) > Math.max(0, end) ? best : undefined;
}

/** What the drawing shows: where it ended, and how far it came on its way. "Behind" would be read as behind the index. */
function findingOf(call: Settled): string {
  const best = bestAhead(call);
  const ended = `It ended with ${gainOf(gain(call, call.closed.price))}`;
  return best ? `${ended}. At its best it stood at ${gainOf(gain(call, best.close))}` : ended;
}

function sentenceOf(name: string, call: Settled): string {
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

function tableOf(call: Settled): FigureTableData {
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

function termsOf({ unit, made, closed, target, stop }: Settled): CallTerm[] {
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
