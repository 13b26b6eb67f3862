import { dayInWords, dayNumber } from "~/ui/charts/calendar";
import { drawnResult, lastPrice } from "~/ui/charts/call-geometry";
import type { CallTerm } from "~/ui/charts/call-terms";
import type { FigureTableData } from "~/ui/charts/exhibit";
import { capitalise, formatDistance, formatNumber, pluralize } from "~/ui/format";
import { formatPrice, formatPriceStep } from "~/ui/price-format";
import type { CallPicture } from "./call-picture.rules";

/** "2.6% above the price"; "at the price" if the distance rounds to zero. */
export function distanceText(of: number, from: number, name: string): string {
  const size = formatNumber(Math.abs(of / from - 1) * 100, 1);
  return /[1-9]/.test(size) ? `${size}% ${of > from ? "above" : "below"} ${name}` : `at ${name}`;
}

/**
 * The title of a call's chart: its result, or its reward and risk from the last price, as on an alert's
 * card.
 * @param isCurrent as for `callFigures`
 */
export function callFinding(call: CallPicture, isCurrent: boolean): string {
  const { made, target, stop, closed } = call;
  const price = priceIn(call);
  if (closed) {
    const days = pluralize(dayNumber(closed.day) - dayNumber(made.day), "day");
    return `${price(made.price)} became ${price(closed.price)}: ${gainText(drawnResult(call))} in ${days}`;
  }
  const { from, name } = priceBasis(call, isCurrent);
  const step = (size: number) => formatPriceStep(size, from, call.unit);
  const sign = call.direction === "buy" ? 1 : -1;
  const reward = target === undefined ? 0 : sign * (target - from);
  const risk = stop === undefined ? undefined : sign * (from - stop);
  if (reward > 0 && risk !== undefined && risk > 0)
    return `From ${name}, ${step(reward)} to gain for ${step(risk)} at risk: 1 to ${formatNumber(reward / risk)}`;
  if (reward > 0 && risk === undefined) return `From ${name}, ${step(reward)} to gain`;
  return `The price since the call was made at ${price(made.price)}`;
}

/** Formats the prices of a call. */
const priceIn =
  ({ unit }: CallPicture) =>
  (price: number): string =>
    formatPrice(price, unit);

/**
 * The price from which levels are measured: the last price of an open call, the entry price of a closed one.
 */
function priceBasis(call: CallPicture, isCurrent: boolean): { from: number; name: string } {
  const last = lastPrice(call);
  if (!last) return { from: call.made.price, name: "the price it was made at" };
  return { from: last.close, name: isCurrent ? "today’s price" : "the last price" };
}

/** "a gain of 12.3%", "no gain". @param result in per cent */
export function gainText(result: number): string {
  const size = formatDistance(result);
  if (!/[1-9]/.test(size)) return "no gain";
  return `a ${result > 0 ? "gain" : "loss"} of ${size}%`;
}

/** The chart as a sentence, for screen readers. */
export function callSentence(call: CallPicture): string {
  const { name, direction, made, points, target, stop, ends, closed } = call;
  const price = priceIn(call);
  const first = points[0]?.day ?? made.day;
  const last = lastPrice(call);
  const span = `${name} from ${dayInWords(first)} to ${dayInWords((closed ?? last ?? made).day)}`;
  const opening = `${direction === "buy" ? "Bought" : "Sold"} on ${dayInWords(made.day, "day")} at ${price(made.price)}`;
  const reached = closed
    ? `${(closed.word ?? "settled").toLowerCase()} at ${price(closed.price)}, ${gainText(drawnResult(call))}`
    : last && `last ${price(last.close)}`;
  const levels = [
    target !== undefined && `target ${price(target)}`,
    stop !== undefined && `stop ${price(stop)}`,
    !closed && ends && `until ${dayInWords(ends, "day")}`,
  ].filter(Boolean);
  return [span, [opening, reached].filter(Boolean).join("; "), capitalise(levels.join(", "))]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
}

/**
 * The figures below the chart. @param isCurrent whether the last price is from today and may be called "now"
 */
export function callFigures(call: CallPicture, isCurrent: boolean): CallTerm[] {
  const { made, target, stop } = call;
  const text = priceIn(call);
  const basis = priceBasis(call, isCurrent);
  const name = lastPrice(call) ? basis.name : "made";
  const level = (label: string, price: number | undefined, side: "risk" | "reward"): CallTerm[] =>
    price === undefined
      ? []
      : [{ label, figure: text(price), note: distanceText(price, basis.from, name), side }];
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
    { label, figure: formatPrice(last.close, call.unit), note: distanceText(last.close, made.price, "made") },
  ];
}

type TableLine = { day: string; close: number; word: string };

/**
 * A call's events and extreme closes, by day. The entry price and prices of the running day are not closes.
 */
export function callTable(call: CallPicture): FigureTableData {
  const { made, closed } = call;
  const last = lastPrice(call);
  const events = [
    { day: made.day, close: made.price, word: "Made at" },
    ...extremeCloses(call),
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

/** The highest and lowest close from the entry to the end. Empty until the first day is over. */
function extremeCloses({ points, made, closed, running }: CallPicture): TableLine[] {
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
