import { dayInWords, dayNumber } from "~/ui/charts/calendar";
import { drawnResult, lastPrice } from "~/ui/charts/call-geometry";
import type { CallTerm } from "~/ui/charts/call-terms";
import type { FigureTableData } from "~/ui/charts/exhibit";
import { formatDistance, formatNumber, pluralize } from "~/ui/format";
import { formatPrice, formatPriceStep } from "~/ui/price-format";
import type { CallPicture } from "./call-picture.rules";

/** "2.6% above the price"; "at the price" where rounding leaves no distance. */
export function distance(of: number, from: number, name: string): string {
  const size = formatNumber(Math.abs(of / from - 1) * 100, 1);
  return /[1-9]/.test(size) ? `${size}% ${of > from ? "above" : "below"} ${name}` : `at ${name}`;
}

/**
 * What a call's chart shows: what became of it, or what is risked for what, counted from the last price as an alert's card
 * counts it. @param isCurrent as for `callFigures`
 */
export function callFinding(call: CallPicture, isCurrent: boolean): string {
  const { made, target, stop, closed } = call;
  const price = priceIn(call);
  if (closed) {
    const days = pluralize(dayNumber(closed.day) - dayNumber(made.day), "day");
    return `${price(made.price)} became ${price(closed.price)}: ${gainOf(drawnResult(call))} in ${days}`;
  }
  const { from, name } = measuredFrom(call, isCurrent);
  const step = (size: number) => formatPriceStep(size, from, call.unit);
  const sign = call.direction === "buy" ? 1 : -1;
  const reward = target === undefined ? 0 : sign * (target - from);
  const risk = stop === undefined ? undefined : sign * (from - stop);
  if (reward > 0 && risk !== undefined && risk > 0)
    return `From ${name}, ${step(reward)} to gain for ${step(risk)} at risk: 1 to ${formatNumber(reward / risk)}`;
  if (reward > 0 && risk === undefined) return `From ${name}, ${step(reward)} to gain`;
  return `The price since it was made at ${price(made.price)}`;
}

/** How a call's prices are written. */
const priceIn =
  ({ unit }: CallPicture) =>
  (price: number): string =>
    formatPrice(price, unit);

/** The price that an open call's levels are measured from: the last one; of a closed call the one it was made at. */
function measuredFrom(call: CallPicture, isCurrent: boolean): { from: number; name: string } {
  const last = lastPrice(call);
  if (!last) return { from: call.made.price, name: "the price it was made at" };
  return { from: last.close, name: isCurrent ? "today’s price" : "the last price" };
}

/** "a gain of 12.3%", "no gain". @param result in per cent */
export function gainOf(result: number): string {
  const size = formatDistance(result);
  if (!/[1-9]/.test(size)) return "no gain";
  return `a ${result > 0 ? "gain" : "loss"} of ${size}%`;
}

/** The chart in a sentence, for those who do not see it. */
export function callSentence(call: CallPicture): string {
  const { name, direction, made, points, target, stop, ends, closed } = call;
  const price = priceIn(call);
  const first = points[0]?.day ?? made.day;
  const last = lastPrice(call);
  const span = `${name} from ${dayInWords(first)} to ${dayInWords((closed ?? last ?? made).day)}`;
  const begun = `${direction === "buy" ? "Bought" : "Sold"} on ${dayInWords(made.day, "day")} at ${price(made.price)}`;
  const reached = closed
    ? `${(closed.word ?? "settled").toLowerCase()} at ${price(closed.price)}, ${gainOf(drawnResult(call))}`
    : last && `last ${price(last.close)}`;
  const levels = [
    target !== undefined && `target ${price(target)}`,
    stop !== undefined && `stop ${price(stop)}`,
    !closed && ends && `until ${dayInWords(ends, "day")}`,
  ].filter(Boolean);
  return [span, [begun, reached].filter(Boolean).join("; "), capitalized(levels.join(", "))]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The figures below the chart. @param isCurrent whether the last price is one of today, so that it may be called "now" */
export function callFigures(call: CallPicture, isCurrent: boolean): CallTerm[] {
  const { made, target, stop } = call;
  const text = priceIn(call);
  const measured = measuredFrom(call, isCurrent);
  const name = lastPrice(call) ? measured.name : "made";
  const level = (label: string, price: number | undefined, side: "risk" | "reward"): CallTerm[] =>
    price === undefined
      ? []
      : [{ label, figure: text(price), note: distance(price, measured.from, name), side }];
  return [
    ...level("Stop", stop, "risk"),
    { label: "Made", figure: text(made.price), note: dayInWords(made.day) },
    ...reachedTerm(call, isCurrent),
    ...level("Target", target, "reward"),
  ];
}

function reachedTerm(call: CallPicture, isCurrent: boolean): CallTerm[] {
  const { made, closed } = call;
  if (closed)
    return [
      {
        label: closed.word ?? "Settled",
        figure: formatPrice(closed.price, call.unit),
        note: dayInWords(closed.day),
      },
    ];
  const last = lastPrice(call);
  if (!last) return [];
  const label = isCurrent ? "Now" : `On ${dayInWords(last.day, "day")}`;
  return [
    { label, figure: formatPrice(last.close, call.unit), note: distance(last.close, made.price, "made") },
  ];
}

type TableLine = { day: string; close: number; word: string };

/** The events of a call and its extremes, by day. The price it was made at is no close, and neither is one of a day that is not over. */
export function callTable(call: CallPicture): FigureTableData {
  const { made, closed } = call;
  const last = lastPrice(call);
  const events = [
    { day: made.day, close: made.price, word: "Made at" },
    ...extremesOf(call),
    ...(closed ? [{ day: closed.day, close: closed.price, word: closed.word ?? "Settled" }] : []),
    ...(last ? [{ ...last, word: "Last price" }] : []),
  ];
  return {
    columns: [{ label: "Date" }, { label: "Price", numeric: true }, { label: "What happened" }],
    rows: events
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .map(({ day, close, word }) => [dayInWords(day), formatPrice(close, call.unit), word]),
  };
}

/** The highest and the lowest close since a call was made, up to its end; none before a day of it is over. */
function extremesOf({ points, made, closed, running }: CallPicture): TableLine[] {
  const closes = points.filter(
    ({ day }) => day >= made.day && day < running && (!closed || day <= closed.day),
  );
  if (closes.length < 2) return closes.map((only) => ({ ...only, word: "Close" }));
  const extreme = (word: string, better: (one: number, other: number) => boolean) =>
    closes.slice(0, 1).map((first) => {
      const found = closes.reduce((best, point) => (better(point.close, best.close) ? point : best), first);
      return { ...found, word };
    });
  return [
    ...extreme("Highest close", (one, other) => one > other),
    ...extreme("Lowest close", (one, other) => one < other),
  ];
}
