/** Days that a deleted record can be restored; docs/back-office-kit.md. */
export const BIN_DAYS = 30;

export const BIN_PATH = "/admin/bin";

/** Opens the bin, with the kinds of records that a person may delete. */
export const BIN_PERMISSION = "news.delete";
