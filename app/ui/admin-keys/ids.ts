/** The list of keyboard shortcuts. */
export const SHORTCUTS_ID = "shortcuts";
/** The button that turns single-letter shortcuts off. */
export const TURN_OFF_ID = "shortcuts-off";
