import { exactPrice } from "~/ui/price-format";
import type { CallKind, CallState, CloseReason } from "./call-events.rules";

export const KIND_LABELS: Record<CallKind, string> = {
  alert: "Trade alert",
  pick: "Stock pick",
  brief: "Daily brief",
};

export const STATE_LABELS: Record<CallState["state"], string> = {
  open: "Open",
  closed: "Settled",
  withdrawn: "Withdrawn",
};

export const REASON_LABELS: Record<CloseReason, string> = {
  target: "Target reached",
  stop: "Stop reached",
  period: "Period over",
  "by hand": "Closed by hand",
  delisted: "Delisted",
};

/** Label of a call that is older than the ledger. Its terms are those of its record when the ledger began. */
export const RECORDED_LATER = "Recorded later";

/** The title of a call: "Buy Nvidia". */
export const callTitle = ({ direction, name }: { direction: "buy" | "sell"; name: string }): string =>
  `${direction === "buy" ? "Buy" : "Sell"} ${name}`;

/** The result that current prices would give a settled call. */
export const byPricesText = (by: { on: string; price: string; reason: CloseReason } | undefined): string =>
  by
    ? `Current prices give: ${REASON_LABELS[by.reason]} at ${exactPrice(by.price)} on ${by.on}.`
    : "Current prices would leave this call open, or on hold for a possible split.";

/** How a call ended, in a few words: "Target reached at 150.00". */
export function outcomeText(call: {
  mistake: boolean;
  closeReason?: CloseReason | null;
  closePrice?: string | null;
}): string | undefined {
  if (call.mistake) return "Withdrawn within ten minutes, as a mistake";
  if (!call.closeReason) return undefined;
  return `${REASON_LABELS[call.closeReason]} at ${exactPrice(call.closePrice)}`;
}
