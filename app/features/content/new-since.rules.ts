import type { CloseReason } from "~/features/calls/call-events.rules";

/** Something that is new to a reader. */
export type NewItem = {
  kind: "News" | "Brief" | "Alert" | "Video" | "Settled";
  name: string;
  to: string;
  /** yyyy-mm-dd */
  day: string;
  /** The time on that day, if it is known. */
  at?: Date;
  /** Of a settled call: how it ended, and its result in per cent. */
  outcome?: { reason: CloseReason | null; result: number };
};

/** The most items in the list. Newer ones replace the oldest. */
const MAX_NEW_ITEMS = 8;

/**
 * The items of that day or later, newest first.
 * @param since yyyy-mm-dd
 */
export const selectNewItems = (items: readonly NewItem[], since: string): NewItem[] =>
  items
    .filter(({ day }) => day >= since)
    .toSorted((one, other) => other.day.localeCompare(one.day) || sortTime(other) - sortTime(one))
    .slice(0, MAX_NEW_ITEMS);

/** An item without a time comes first on its day. */
const sortTime = ({ at }: NewItem) => at?.getTime() ?? Number.POSITIVE_INFINITY;
