/** The content next to the right column on the front page, above the news. */
export type FrontColumn = {
  /** Rows of open calls and of new items; zero for readers without a morning section. */
  openCalls: number;
  newItems: number;
  /** Whether a settled call is the lead. */
  hasLead: boolean;
  /** False if the news could not be read. */
  hasNews: boolean;
};

/** Heights at a window of 1280 px, in px: of an exhibit, a list and the lead. */
const OPEN_CALLS = { head: 250, row: 60 };
const NEW_ITEMS = { head: 90, row: 45 };
const LEAD = 1_000;
/** The full height of the right column, and its height with one section, where it ends with the news. */
const WHOLE_COLUMN = 1_700;

const listHeight = (rows: number, { head, row }: { head: number; row: number }) =>
  rows > 0 ? head + rows * row : 0;

/**
 * The layout of the front page, so that neither column leaves a gap next to the other when a part is missing:
 * whether the news start below both columns, and how many sections the right one has (all if undefined).
 */
export function frontLayout({ openCalls, newItems, hasLead, hasNews }: FrontColumn): {
  newsBelow: boolean;
  sections?: 1;
} {
  const before = listHeight(openCalls, OPEN_CALLS) + listHeight(newItems, NEW_ITEMS) + (hasLead ? LEAD : 0);
  if (before >= WHOLE_COLUMN) return { newsBelow: true };
  return before >= LEAD / 2 && hasNews ? { newsBelow: false } : { newsBelow: false, sections: 1 };
}
