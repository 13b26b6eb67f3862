import { dayInWords } from "~/ui/charts/calendar";
import { DASH, formatCount, formatNumber, formatSigned, pluralize } from "~/ui/format";
import type { CallState } from "../call-events.rules";
import { daysBetween, type Figures } from "./record.rules";

/** A settled call as the record's drawings know it; days yyyy-mm-dd, the result in per cent. */
export type Dot = {
  kind: CallState["kind"];
  list: string | null;
  direction: "buy" | "sell";
  name: string | null;
  endedOn: string;
  result: number;
};

/** The parts of the record that are looked at alone, by the word of their address. */
export const PARTS = {
  all: { label: "All", has: () => true },
  buy: { label: "Buy alerts", has: (call) => call.kind === "alert" && call.direction === "buy" },
  sell: { label: "Sell alerts", has: (call) => call.kind === "alert" && call.direction === "sell" },
  pick: { label: "Stock picks", has: (call) => call.kind === "pick" },
} as const satisfies Record<
  string,
  { label: string; has: (call: Pick<Dot, "kind" | "direction">) => boolean }
>;

/** What is said of a part of which nothing is drawn. @param settled calls of it that were settled, whoever may know them */
export function nothingDrawn(part: Part, settled: number): string {
  const what = { all: "call", buy: "buy alert", sell: "sell alert", pick: "stock pick" }[part];
  if (settled === 0) return `No ${what} has been settled yet.`;
  return `No settled ${what} is public yet.`;
}
export type Part = keyof typeof PARTS;

export const partOf = (asked: string | null): Part =>
  asked !== null && Object.hasOwn(PARTS, asked) ? (asked as Part) : "all";

/** With one decimal and its sign; a dash where there is none. */
export const signed = (value: number | undefined, unit = ""): string =>
  value === undefined ? DASH : `${formatSigned(value, 1)}${unit}`;

/** "3.2 points above", "0.4 points below". */
const distanceInWords = (points: number): string =>
  `${formatNumber(Math.abs(points), 1)} points ${points < 0 ? "below" : "above"}`;

/** The record in two or three sentences. @param index its name. @param waiting settled calls that the reader may not know */
export function recordInWords(
  { settled, right, median, aboveIndex }: Figures,
  index: string,
  waiting = 0,
): string {
  if (settled === 0 && waiting > 0) return `${pluralize(waiting, "call")} settled, none of them public.`;
  if (settled === 0) return "No call has been settled yet. The first one will stand here, right or wrong.";
  const sentences = [
    `${pluralize(settled, "call")} settled. ${right} gained and ${settled - right} did not.`,
    `The middle one made ${formatSigned(median, 1)}%.`,
  ];
  if (aboveIndex !== undefined)
    sentences.push(`On average they ended ${distanceInWords(aboveIndex)} the ${index} over the same dates.`);
  return sentences.join(" ");
}

/** What stands above the record beside an offer: "What members were told: 161 calls, 59% right". */
export const proofFinding = ({ settled, winRate }: Pick<Figures, "settled" | "winRate">): string =>
  `What members were told: ${pluralize(settled, "call")}, ${formatNumber(winRate, 0)}% right`;

/** A result nearer to nothing than this, in per cent, is small. */
const SMALL = 10;

/** What the dots show. @param part of the record that is drawn. @param settled calls of it, whoever may know them */
export function dotsFinding(calls: readonly Dot[], part: Part = "all", settled = 0): string {
  const [only] = calls;
  if (!only) return nothingDrawn(part, settled).slice(0, -1);
  if (calls.length === 1) return `The one settled call made ${formatSigned(only.result, 1)}%`;
  const small = calls.filter(({ result }) => Math.abs(result) <= SMALL).length;
  return `${small} of ${calls.length} ended within ${SMALL}% of where they began`;
}

/** The same for those who do not see it. @param readable of which they are the newest */
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

/** What a strip shows: "Buy alerts: 80 results from −7.7% to +15.7%, median +2.3%". */
export function stripLabel(name: string, results: readonly number[], median: number | undefined): string {
  if (results.length === 0) return `${name}: no result is public yet`;
  const percent = (value: number | undefined) => `${formatSigned(value, 1)}%`;
  const ends = `from ${percent(Math.min(...results))} to ${percent(Math.max(...results))}`;
  return `${name}: ${pluralize(results.length, "result")} ${ends}, median of all ${percent(median)}`;
}

/** Fewer settled calls than these say little. */
const FEW = 10;

/** What stands below the table of groups. @param settled how many calls of each were settled */
export const groupNote = (settled: readonly number[]): string =>
  settled.some((count) => count < FEW)
    ? "The triangle is the median. Fewer than ten settled calls say little; we show them all the same."
    : "The triangle is the median.";

const ENDS = {
  target: "Settled at its target",
  stop: "Settled at its stop",
  period: "Settled on its last day",
  "by hand": "Closed by hand",
  delisted: "Delisted",
} as const;

type Verdict = { text: string; won: boolean };

/** "Settled at its stop: −5.1% in 22 days". @param enteredOn yyyy-mm-dd, from which it is measured. @param result in per cent */
export function verdictOf(
  { closeReason, endedOn }: Pick<CallState, "closeReason" | "endedOn">,
  enteredOn: string,
  result: number,
): Verdict | undefined {
  if (!closeReason || endedOn === null) return undefined;
  const days = pluralize(daysBetween(enteredOn, endedOn), "day");
  return { text: `${ENDS[closeReason]}: ${formatSigned(result, 1)}% in ${days}`, won: result > 0 };
}

/** What the index did meanwhile, and who was right. */
export function comparisonInWords(won: boolean, over: number | undefined, index: string): string {
  const judged = won ? "We were right." : "We were wrong.";
  if (over === undefined) return `${judged} There is no index for these dates.`;
  return `The ${index} made ${formatSigned(over, 1)}% over the same dates. ${judged}`;
}

/** Of calls that are over and that no price has settled yet. @param overdue how many of them have waited for more than a week */
export function unsettledText(unsettled: number, overdue: number): string {
  const over = `${pluralize(unsettled, "call")} ${unsettled === 1 ? "is" : "are"} over and ${unsettled === 1 ? "waits" : "wait"}`;
  const late =
    overdue === 0
      ? ""
      : overdue === unsettled
        ? ", for more than a week"
        : `, ${formatCount(overdue)} of them for more than a week`;
  return `${over} for the price that settles ${unsettled === 1 ? "it" : "them"}${late}.`;
}

/** What becomes of settled calls that a viewer may not know yet. @param everPublic whether calls become public at all */
export const waitingInWords = (everPublic: boolean): string =>
  everPublic ? "will be public later" : "are for members only";

/** The same beside figures, and whether they are in them. @param waiting how many */
export const waitingBesideFigures = (waiting: number, everPublic: boolean): string =>
  `${formatCount(waiting)} more ${waitingInWords(everPublic)}, and ${
    everPublic ? "are in no figure until then" : `are in the figures by fives`
  }.`;
