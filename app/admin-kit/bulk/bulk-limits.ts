/** Rows of one bulk request. */
export const MAX_BULK_ROWS = 5_000;

/** What becomes of a row. */
export const BULK_STATUSES = ["created", "updated", "unchanged", "refused"] as const;
