import { dayInWords } from "~/ui/charts/calendar";
import { DASH, formatCount, formatNumber, formatSigned, pluralize } from "~/ui/format";
import type { CallState } from "../call-events.rules";
import { daysBetween, type Figures } from "./record.rules";

/** A settled call in the track record's charts; days yyyy-mm-dd, the result in per cent. */
export type Dot = {
  kind: CallState["kind"];
  list: string | null;
  direction: "buy" | "sell";
  name: string | null;
  endedOn: string;
  result: number;
};

/** The parts of the track record with their own address, by query value. */
export const PARTS = {
  all: { label: "All", has: () => true },
  buy: { label: "Buy alerts", has: (call) => call.kind === "alert" && call.direction === "buy" },
  sell: { label: "Sell alerts", has: (call) => call.kind === "alert" && call.direction === "sell" },
  pick: { label: "Stock picks", has: (call) => call.kind === "pick" },
} as const satisfies Record<
  string,
  { label: string; has: (call: Pick<Dot, "kind" | "direction">) => boolean }
>;

/**
 * The text for a part without visible results. @param settled all settled calls of the part, visible or not
 */
export function noResultsText(part: Part, settled: number): string {
  const what = { all: "call", buy: "buy alert", sell: "sell alert", pick: "stock pick" }[part];
  if (settled === 0) return `No ${what} has been settled yet.`;
  return `No settled ${what} is public yet.`;
}
export type Part = keyof typeof PARTS;

export const parsePart = (value: string | null): Part =>
  value !== null && Object.hasOwn(PARTS, value) ? (value as Part) : "all";

/** With sign and one decimal; a dash if undefined. */
export const signed = (value: number | undefined, unit = ""): string =>
  value === undefined ? DASH : `${formatSigned(value, 1)}${unit}`;

/** "3.2 points above", "0.4 points below". */
const distanceInWords = (points: number): string =>
  `${formatNumber(Math.abs(points), 1)} points ${points < 0 ? "below" : "above"}`;

/**
 * The track record in two or three sentences. @param index its name
 * @param waiting settled calls that the reader may not see
 */
export function trackRecordText(
  { settled, right, median, aboveIndex }: Figures,
  index: string,
  waiting = 0,
): string {
  if (settled === 0 && waiting > 0) return `${pluralize(waiting, "call")} settled, none of them public.`;
  if (settled === 0) return "No call has been settled yet. The first one will appear here, right or wrong.";
  const sentences = [
    `${pluralize(settled, "call")} settled. ${right} gained and ${settled - right} did not.`,
    `Median result: ${formatSigned(median, 1)}%.`,
  ];
  if (aboveIndex !== undefined)
    sentences.push(`On average they ended ${distanceInWords(aboveIndex)} the ${index} over the same dates.`);
  return sentences.join(" ");
}

/** The title of the track record next to an offer: "What members received: 161 calls, 59% right". */
export const proofFinding = ({ settled, winRate }: Pick<Figures, "settled" | "winRate">): string =>
  `What members received: ${pluralize(settled, "call")}, ${formatNumber(winRate, 0)}% right`;

/** Results closer to zero than this, in per cent, are small. */
const SMALL = 10;

/**
 * The chart's title. @param part the part in the chart. @param settled all settled calls of the part,
 * visible or not
 */
export function dotsFinding(calls: readonly Dot[], part: Part = "all", settled = 0): string {
  const [only] = calls;
  if (!only) return noResultsText(part, settled).slice(0, -1);
  if (calls.length === 1) return `The only settled call returned ${formatSigned(only.result, 1)}%`;
  const small = calls.filter(({ result }) => Math.abs(result) <= SMALL).length;
  return `${small} of ${calls.length} ended within ${SMALL}% of where they began`;
}

/**
 * The chart as a sentence, for screen readers. @param readable the number of calls of which these are the
 * newest
 */
export function dotsSentence(calls: readonly Dot[], readable = calls.length): string {
  const results = calls.map(({ result }) => result);
  const days = calls.map(({ endedOn }) => endedOn).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "No settled calls.";
  const gained = results.filter((result) => result > 0).length;
  const percent = (value: number) => `${formatSigned(value, 1)}%`;
  return [
    `${calls.length < readable ? "The newest " : ""}${pluralize(calls.length, "settled call")} from ${dayInWords(first)} to ${dayInWords(last)}:`,
    `${gained} gained, ${calls.length - gained} did not,`,
    `from ${percent(Math.min(...results))} to ${percent(Math.max(...results))}.`,
  ].join(" ");
}

/** A strip's label: "Buy alerts: 80 results from −7.7% to +15.7%, median +2.3%". */
export function stripLabel(name: string, results: readonly number[], median: number | undefined): string {
  if (results.length === 0) return `${name}: no result is public yet`;
  const percent = (value: number | undefined) => `${formatSigned(value, 1)}%`;
  const ends = `from ${percent(Math.min(...results))} to ${percent(Math.max(...results))}`;
  return `${name}: ${pluralize(results.length, "result")} ${ends}, median of all ${percent(median)}`;
}

/** Fewer settled calls than this say little. */
const FEW = 10;

/** The note below the table of groups. @param settled the settled calls of each group */
export const groupNote = (settled: readonly number[]): string =>
  settled.some((count) => count < FEW)
    ? "The triangle is the median. Fewer than ten settled calls say little; we show them anyway."
    : "The triangle is the median.";

const ENDS = {
  target: "Settled at its target",
  stop: "Settled at its stop",
  period: "Settled on its last day",
  "by hand": "Closed by hand",
  delisted: "Delisted",
} as const;

type Verdict = { text: string; won: boolean };

/**
 * "Settled at its stop: −5.1% in 22 days". @param enteredOn yyyy-mm-dd, the entry day. @param result in per
 * cent
 */
export function callVerdict(
  { closeReason, endedOn }: Pick<CallState, "closeReason" | "endedOn">,
  enteredOn: string,
  result: number,
): Verdict | undefined {
  if (!closeReason || endedOn === null) return undefined;
  const days = pluralize(daysBetween(enteredOn, endedOn), "day");
  return { text: `${ENDS[closeReason]}: ${formatSigned(result, 1)}% in ${days}`, won: result > 0 };
}

/** The index's change over the same days, and whether the call was right. */
export function comparisonInWords(won: boolean, over: number | undefined, index: string): string {
  const verdict = won ? "We were right." : "We were wrong.";
  if (over === undefined) return `${verdict} No index prices are available for these dates.`;
  return `The ${index} moved ${formatSigned(over, 1)}% over the same dates. ${verdict}`;
}

/**
 * Calls past their last day without a closing price. @param overdue those that have waited for more than a
 * week
 */
export function unsettledText(unsettled: number, overdue: number): string {
  const over = `${pluralize(unsettled, "call")} ${unsettled === 1 ? "is" : "are"} over and waiting`;
  const late =
    overdue === 0
      ? ""
      : overdue === unsettled
        ? ", for more than a week"
        : `, ${formatCount(overdue)} of them for more than a week`;
  return `${over} for the price that settles ${unsettled === 1 ? "it" : "them"}${late}.`;
}

/**
 * What happens to settled calls that the viewer may not see. @param everPublic whether calls ever become
 * public
 */
export const waitingInWords = (everPublic: boolean): string =>
  everPublic ? "will be public later" : "can be seen by members only";

/** The number of such calls, and whether the figures include them. @param waiting the number */
export const waitingBesideFigures = (waiting: number, everPublic: boolean): string =>
  `${formatCount(waiting)} more ${waitingInWords(everPublic)}, and ${
    everPublic ? "will be in no figure until then" : `the figures include them only in groups of five`
  }.`;
