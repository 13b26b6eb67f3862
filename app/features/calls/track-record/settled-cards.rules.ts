import { dayInWords } from "~/ui/charts/calendar";
import type { ChartedCall } from "~/ui/charts/call-geometry";
import type { Close } from "~/ui/charts/series";
import { formatSigned } from "~/ui/format";
import { formatPrice, type PriceUnit } from "~/ui/price-format";
import type { CloseReason } from "../call-events.rules";
import { levelsOf } from "../call-terms.rules";
import { callTitle } from "../calls.rules";

/** A call that was settled, with what its small drawing is made of. Days are yyyy-mm-dd, prices exact decimals. */
export type SettledCard = {
  id: string;
  kind: "alert" | "pick";
  recordId: string;
  name: string;
  currency: string | null;
  instrumentKind: PriceUnit["kind"];
  direction: "buy" | "sell";
  madeOn: string;
  /** From which it is measured. */
  enteredOn: string;
  endedOn: string;
  reason: CloseReason | null;
  entryPrice: string;
  /** In shares of the day it ended on, of which `closeRatio` are one of the day it was made. */
  closePrice: string;
  closeRatio: string;
  target: string | null;
  stop: string | null;
  /** In per cent. */
  result: number;
  /** What the index did over the same days, in per cent. */
  index: number | null;
  /** Closes in shares of the day of its entry. */
  points: readonly Close[];
};

/** How it ended, in a word beside its result. */
export const ENDED_AT: Record<CloseReason, string> = {
  target: "Target",
  stop: "Stop",
  period: "Last day",
  "by hand": "By hand",
  delisted: "Delisted",
};

/** Of which calls the lead is the last: of all, of those that a membership reads, or of those that are public. */
export type LeadScope = "all" | "some" | "public";

const LAST_OF: Record<LeadScope, string> = {
  all: "our last settled call",
  some: "our last settled call that you may read",
  public: "our last settled call that is public",
};

/** What the front page says of the call that leads it. */
export const leadPromise = (scope: LeadScope): string =>
  `This spot always shows ${LAST_OF[scope]}, right or wrong.`;

/** "Sell alert", "Stock pick": what kind of call it was, and which way. */
export function kindInWords({ kind, direction }: Pick<SettledCard, "kind" | "direction">): string {
  if (kind === "pick") return "Stock pick";
  return direction === "buy" ? "Buy alert" : "Sell alert";
}

/** What the small drawing draws. */
export function drawnCall(card: SettledCard): ChartedCall & { closed: { day: string; price: number } } {
  const { direction, points, enteredOn, endedOn, entryPrice, closePrice, closeRatio } = card;
  const { instrumentKind: kind, currency } = card;
  return {
    direction,
    unit: { kind, currency },
    points,
    made: { day: enteredOn, price: Number(entryPrice) },
    ...levelsOf(card),
    closed: { day: endedOn, price: Number(closePrice) * Number(closeRatio) },
  };
}

/** The drawing for those who do not see it. */
export function cardSentence(card: SettledCard): string {
  const { made, closed, unit } = drawnCall(card);
  return [
    `${callTitle(card)}: made on ${dayInWords(made.day)} at ${formatPrice(made.price, unit)},`,
    `settled on ${dayInWords(closed.day)} at ${formatPrice(closed.price, unit)}, ${formatSigned(card.result, 1)}%.`,
  ].join(" ");
}
