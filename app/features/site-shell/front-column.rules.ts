/** What stands beside the right column of the front page before its news. */
export type FrontColumn = {
  /** Rows of the open calls and of what is new; none where a reader has no morning. */
  openCalls: number;
  newItems: number;
  /** The settled call that leads. */
  hasLead: boolean;
  /** False where the news could not be read. */
  hasNews: boolean;
};

/** Lengths on a window of 1280 px, in px: what an exhibit, a list and the lead take. */
const OPEN_CALLS = { head: 250, row: 60 };
const NEW_ITEMS = { head: 90, row: 45 };
const LEAD = 1_000;
/** The right column, whole; and with one section it ends where the news does. */
const WHOLE_COLUMN = 1_700;

const lengthOf = (rows: number, { head, row }: { head: number; row: number }) =>
  rows > 0 ? head + rows * row : 0;

/**
 * How the front page is laid out so that neither column stands empty beside the other, whatever part of it is missing:
 * whether the news begin below both columns, and how many sections the right one has (all without it).
 */
export function frontLayout({ openCalls, newItems, hasLead, hasNews }: FrontColumn): {
  newsBelow: boolean;
  sections?: 1;
} {
  const before = lengthOf(openCalls, OPEN_CALLS) + lengthOf(newItems, NEW_ITEMS) + (hasLead ? LEAD : 0);
  if (before >= WHOLE_COLUMN) return { newsBelow: true };
  return before >= LEAD / 2 && hasNews ? { newsBelow: false } : { newsBelow: false, sections: 1 };
}
