import type { CloseReason } from "~/features/calls/call-events.rules";

/** Something that is new to a reader. */
export type NewItem = {
  kind: "News" | "Brief" | "Alert" | "Video" | "Settled";
  name: string;
  to: string;
  /** yyyy-mm-dd */
  day: string;
  /** When on that day, where that is known. */
  at?: Date;
  /** Of a settled call: how it ended, and what it came to in per cent. */
  outcome?: { reason: CloseReason | null; result: number };
};

/** Newer ones push the others out. */
const MOST = 8;

/** What is of that day or later, the newest first. @param since yyyy-mm-dd */
export const newestOf = (items: readonly NewItem[], since: string): NewItem[] =>
  items
    .filter(({ day }) => day >= since)
    .toSorted((one, other) => other.day.localeCompare(one.day) || timeOf(other) - timeOf(one))
    .slice(0, MOST);

/** What only has a day comes first on it. */
const timeOf = ({ at }: NewItem) => at?.getTime() ?? Number.POSITIVE_INFINITY;
