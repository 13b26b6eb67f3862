export const WATCHLIST_PATH = "/watchlist";
/** Receives the buttons of the entries. */
export const ENTRIES_PATH = "/watchlist/entries";
/** Receives marks: `add` or `remove`, each with a key. */
export const MARKS_PATH = "/watchlist/marks";
export const AUTHORS_PATH = "/watchlist/authors";
export const SAVED_PATH = "/watchlist/saved";
