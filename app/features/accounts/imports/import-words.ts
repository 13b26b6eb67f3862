import type { ImportState, RowOutcome } from "./imports.queries.server";

export const STATE_WORDS: Record<ImportState, string> = {
  receiving: "Coming in",
  matching: "Waits for its columns",
  reading: "Being read",
  comparing: "Being compared",
  compared: "Waits for you",
  writing: "Being written",
  done: "Written",
  cancelled: "Called off",
  mailing: "Sending emails",
  undoing: "Being undone",
  undone: "Undone",
};

/** The outcomes of rows, before and after they are written. */
export const OUTCOME_WORDS: Record<RowOutcome, string> = {
  added: "new",
  changed: "changed",
  same: "unchanged",
  refused: "refused",
  undecided: "to be decided",
};
