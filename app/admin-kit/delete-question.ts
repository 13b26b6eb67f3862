import { BIN_DAYS } from "./bin.rules";

/** The question before every deletion. @param singular "news item" */
export const deleteQuestion = (singular: string) => `Are you sure you want to delete this ${singular}?`;

/** Shown with the question if the record goes into the bin. */
export const IN_BIN = `It stays in the bin for ${BIN_DAYS} days.`;
