import type { Figures } from "tests/support/independent-figures";
import { DAY_MS } from "./days";
import { type ExpectedCall, entryDay } from "./expected-calls";

/** A close of the index. */
export type IndexClose = { date: string; close: number };

/** A settled call as in the track record: per cent, and calendar days. */
export type Settled = {
  id: string;
  call: ExpectedCall;
  entered: string;
  ended: string;
  result: number;
  /** The change of the index over the same days, if both are known. */
  index: number | undefined;
  held: number;
};

/** A settled call; undefined for a call in no figure: a brief's, or one without an entry. */
export function settledAs(id: string, call: ExpectedCall, index: readonly IndexClose[]): Settled | undefined {
  const { kind, state, entry, endedOn: ended, result: closed, terms } = call;
  if (kind === "brief" || state !== "closed" || !entry || !closed || !ended) return undefined;
  const entered = entryDay(call);
  const close = (closed.price * closed.ratio[0]) / closed.ratio[1];
  const gain = terms.direction === "buy" ? close - entry.price : entry.price - close;
  const [first, last] = [closeUntil(index, entered), closeUntil(index, ended)];
  return {
    ...{ id, call, entered, ended, result: (100 * gain) / entry.price },
    index: first !== undefined && last !== undefined ? (100 * (last - first)) / first : undefined,
    held: (Date.parse(ended) - Date.parse(entered)) / DAY_MS,
  };
}

/** The last close, at most a week old. */
function closeUntil(index: readonly IndexClose[], day: string): number | undefined {
  const week = Date.parse(day) - 7 * DAY_MS;
  return index.findLast(({ date }) => date <= day && Date.parse(date) > week)?.close;
}

/** The published formulas. @param calls in the order of their ends */
export function expectedFigures(calls: readonly Settled[]): Figures {
  const results = calls.map(({ result }) => result);
  const compared = calls.flatMap(({ result, index }) => (index === undefined ? [] : result - index));
  const right = results.filter((result) => result > 0).length;
  return {
    ...{ settled: calls.length, right, compared: compared.length },
    ...{ winRate: (100 * right) / calls.length, mean: meanOf(results), median: middleOf(results) },
    ...{ best: Math.max(...results), worst: Math.min(...results), drawdown: deepestFall(results) },
    ...{ daysHeld: meanOf(calls.map(({ held }) => held)), aboveIndex: meanOf(compared) },
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function middleOf(values: readonly number[]): number {
  const ordered = values.toSorted((one, other) => one - other);
  const [lower, upper] = [Math.ceil(ordered.length / 2) - 1, Math.floor(ordered.length / 2)];
  return ((ordered[lower] ?? 0) + (ordered[upper] ?? 0)) / 2;
}

function deepestFall(results: readonly number[]): number {
  let [sum, highest, deepest] = [0, 0, 0];
  for (const result of results) {
    sum += result;
    highest = Math.max(highest, sum);
    deepest = Math.max(deepest, highest - sum);
  }
  return deepest;
}
