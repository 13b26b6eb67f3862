/** The sheet of keys. */
export const SHORTCUTS_ID = "shortcuts";
/** The button that turns single letters off. */
export const TURN_OFF_ID = "shortcuts-off";
