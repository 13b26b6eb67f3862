import { dayInWords } from "~/ui/charts/calendar";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import type { Close } from "~/ui/charts/series";
import { formatSigned } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import type { CloseReason } from "../call-events.rules";
import { numericLevels } from "../call-terms.rules";
import { callTitle } from "../calls.rules";

/** A settled call with the data of its small chart. Days are yyyy-mm-dd, prices exact decimals. */
export type SettledCard = {
  id: string;
  kind: "alert" | "pick";
  recordId: string;
  name: string;
  currency: string | null;
  instrumentKind: PriceUnit["kind"];
  direction: "buy" | "sell";
  madeOn: string;
  /** The entry day. */
  enteredOn: string;
  endedOn: string;
  reason: CloseReason | null;
  entryPrice: string;
  /** In shares of the day on which the call ended; `closeRatio` of them equal one share of the entry day. */
  closePrice: string;
  closeRatio: string;
  target: string | null;
  stop: string | null;
  /** In per cent. */
  result: number;
  /** The change of the index over the same days, in per cent. */
  index: number | null;
  /** Closes in shares of the entry day. */
  points: readonly Close[];
};

/** How the call ended, in a word next to its result. */
export const ENDED_AT: Record<CloseReason, string> = {
  target: "Target",
  stop: "Stop",
  period: "Last day",
  "by hand": "By hand",
  delisted: "Delisted",
};

/** The calls of which the lead is the last: all, those of the reader's plan, or the public ones. */
export type LeadScope = "all" | "some" | "public";

const LAST_OF: Record<LeadScope, string> = {
  all: "our last settled call",
  some: "our last settled call that you may read",
  public: "our last settled call that is public",
};

/** The front page's sentence about its lead call. */
export const leadPromise = (scope: LeadScope): string =>
  `This spot always shows ${LAST_OF[scope]}, right or wrong.`;

/** "Sell alert", "Stock pick": the kind of call and its direction. */
export function kindInWords({ kind, direction }: Pick<SettledCard, "kind" | "direction">): string {
  if (kind === "pick") return "Stock pick";
  return direction === "buy" ? "Buy alert" : "Sell alert";
}

/** The data of the small chart. */
export function cardChart(card: SettledCard): ChartedCall & { closed: { day: string; price: number } } {
  const { direction, points, enteredOn, endedOn, entryPrice, closePrice, closeRatio } = card;
  const { instrumentKind: kind, currency } = card;
  return {
    direction,
    unit: { kind, currency },
    points,
    made: { day: enteredOn, price: Number(entryPrice) },
    ...numericLevels(card),
    closed: { day: endedOn, price: Number(closePrice) * Number(closeRatio) },
  };
}

/** The small chart as a sentence, for screen readers. */
export function cardSentence(card: SettledCard): string {
  const { made, closed, unit } = cardChart(card);
  return [
    `${callTitle(card)}: made on ${dayInWords(made.day)} at ${formatPrice(made.price, unit)},`,
    `settled on ${dayInWords(closed.day)} at ${formatPrice(closed.price, unit)}, ${formatSigned(card.result, 1)}%.`,
  ].join(" ");
}
