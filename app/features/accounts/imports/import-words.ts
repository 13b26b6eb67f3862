import type { ImportState, RowOutcome } from "./imports.queries.server";

export const STATE_WORDS: Record<ImportState, string> = {
  receiving: "Uploading",
  matching: "Columns to be matched",
  reading: "Reading",
  comparing: "Comparing",
  compared: "Needs your decision",
  writing: "Importing",
  done: "Imported",
  cancelled: "Cancelled",
  mailing: "Sending emails",
  undoing: "Undoing",
  undone: "Undone",
};

/** The outcomes of rows, before and after they are written. */
export const OUTCOME_WORDS: Record<RowOutcome, string> = {
  added: "new",
  changed: "changed",
  same: "unchanged",
  refused: "refused",
  undecided: "undecided",
};
