/** The checkbox that confirms a form's warnings. */
export const CONFIRMED = "confirmed";

/** Hidden field with the mark of the warnings that were shown: the box confirms only those. */
export const WARNINGS_SEEN = "asked";

export const SAVE_ANYWAY = "Save anyway";
