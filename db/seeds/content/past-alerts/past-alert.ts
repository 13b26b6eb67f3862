/**
 * A trade alert of the demo whose period is over. It names no price: it was made at the last close of the demo's own history before
 * its day, and how it ended is what that history says.
 */
export type PastAlert = {
  tag: "buy" | "sell";
  ticker: string;
  daysAgo: number;
  holdingPeriod: string;
  /** How far from that close, in per cent. */
  target: number;
  /** The same; null: it had none, and ran to its last day or its target */
  stop: number | null;
  author: string;
  /** null: the page says that holdings are not stated */
  disclosure: string | null;
  analysis: string;
  /** The target it had first, in per cent, and how many days after its publication that was changed. */
  targetBefore?: { target: number; days: number };
  /** It was taken back, so many days after its publication: the record alone tells of it. */
  withdrawnAfter?: number;
};

/** What is written of one in its author's file. */
export type PastAlertContent = Omit<PastAlert, "author" | "disclosure"> & { disclosure?: string | null };
