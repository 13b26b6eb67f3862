/** What is asked before anything is deleted; decisions.md, "Back-office". @param singular "news item" */
export const deleteQuestion = (singular: string) => `Are you sure you want to delete this ${singular}?`;

/** Days that a deleted record can be brought back; docs/back-office-kit.md. */
export const BIN_DAYS = 30;

/** Said with the question where a record goes into the bin. */
export const IN_BIN = `It stays in the bin for ${BIN_DAYS} days.`;
