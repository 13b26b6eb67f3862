import { exactPrice } from "~/ui/price-format";
import type { ChangeableResource, ChangedBody, ReopenedBody } from "./call-events.rules";
import { REASON_LABELS } from "./calls.rules";

const LABELS: Record<keyof ChangeableResource, string> = {
  symbol: "Ticker",
  direction: "Direction",
  target: "Target",
  stop: "Stop loss",
  lastDay: "Last day",
  zoneLow: "Buy zone from",
  zoneHigh: "Buy zone to",
  audience: "Readers",
};

const FORMATS: Record<keyof ChangeableResource, (value: string) => string> = {
  symbol: (symbol) => symbol,
  direction: (direction) => direction.toUpperCase(),
  target: shortPrice,
  stop: shortPrice,
  lastDay: (day) => day,
  zoneLow: shortPrice,
  zoneHigh: shortPrice,
  audience: (audience) => (audience === "private" ? "Private members" : "members"),
};

/** "150", "150.50": the short form of a price in a sentence. */
function shortPrice(price: string): string {
  return exactPrice(price).replace(/\.00$/, "");
}

/** One sentence per change, without its day: "Target changed from 150 to 162". */
export const describeChanges = (changes: ChangedBody["changes"]): string[] =>
  Object.entries(changes).map(([name, { from, to }]) => {
    const term = name as keyof ChangeableResource;
    const [label, show] = [LABELS[term], FORMATS[term]];
    if (from !== null && to !== null) return `${label} changed from ${show(from)} to ${show(to)}`;
    if (to !== null) return `${label} set to ${show(to)}`;
    return `${label} of ${from === null ? "" : show(from)} removed`;
  });

/** Explains which shares a call's prices count, after a later split between the entry price and the call. */
export const describeShares = (shares: string | undefined): string[] =>
  shares === undefined
    ? []
    : Number(shares) === 1
      ? ["Its price and levels refer to shares as of the day it was made"]
      : [
          `A split was entered later: its price and levels are per share, and one such share equals ${shares} on the day the call was made`,
        ];

/**
 * The removed result and the reason, without the day. Empty if the reopening fixed a mistake within minutes.
 */
export const describeReopening = ({ mistake, note, undone }: ReopenedBody): string[] =>
  mistake
    ? []
    : [`${REASON_LABELS[undone.reason]} at ${exactPrice(undone.price)} on ${undone.on}: reopened (${note})`];
