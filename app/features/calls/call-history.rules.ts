import { exactPrice } from "~/ui/price-format";
import type { Changeable, ChangedBody, ReopenedBody } from "./call-events.rules";
import { REASON_LABELS } from "./calls.rules";

const LABELS: Record<keyof Changeable, string> = {
  symbol: "Ticker",
  direction: "Direction",
  target: "Target",
  stop: "Stop loss",
  lastDay: "Last day",
  zoneLow: "Buy zone from",
  zoneHigh: "Buy zone to",
  audience: "Readers",
};

const SHOWN: Record<keyof Changeable, (value: string) => string> = {
  symbol: (symbol) => symbol,
  direction: (direction) => direction.toUpperCase(),
  target: shortPrice,
  stop: shortPrice,
  lastDay: (day) => day,
  zoneLow: shortPrice,
  zoneHigh: shortPrice,
  audience: (audience) => (audience === "private" ? "Private members" : "members"),
};

/** "150", "150.50": without the decimals that a table needs. */
function shortPrice(price: string): string {
  return exactPrice(price).replace(/\.00$/, "");
}

/** What was changed of a call, a sentence each, without its day: "Target changed from 150 to 162". */
export const describeChanges = (changes: ChangedBody["changes"]): string[] =>
  Object.entries(changes).map(([name, { from, to }]) => {
    const term = name as keyof Changeable;
    const [label, show] = [LABELS[term], SHOWN[term]];
    if (from !== null && to !== null) return `${label} changed from ${show(from)} to ${show(to)}`;
    if (to !== null) return `${label} set to ${show(to)}`;
    return `${label} of ${from === null ? "" : show(from)} removed`;
  });

/** Of which shares a call's price and levels are, once a split was entered that lies between that price and the call. */
export const describeShares = (shares: string | undefined): string[] =>
  shares === undefined
    ? []
    : Number(shares) === 1
      ? ["Its price and levels are of the shares of the day it was made"]
      : [
          `A split was entered afterwards: one share of its price and levels is ${shares} of the day it was made`,
        ];

/** Which result was taken back, and why, without its day; nothing of a slip that was taken back within minutes. */
export const describeReopening = ({ mistake, note, undone }: ReopenedBody): string[] =>
  mistake
    ? []
    : [`${REASON_LABELS[undone.reason]} at ${exactPrice(undone.price)} on ${undone.on}: reopened (${note})`];
