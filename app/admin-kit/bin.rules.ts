/** Days that a deleted record can be restored; docs/back-office-kit.md. */
export const BIN_DAYS = 30;

export const BIN_PATH = "/admin/bin";
