/** The box that is ticked to save what a form has asked about. */
export const CONFIRMED = "confirmed";

/** Beside it, the mark of what was asked: ticked for that, the box is no answer to anything else. */
export const WARNINGS_SEEN = "asked";

export const SAVE_ANYWAY = "Save it as it is";
