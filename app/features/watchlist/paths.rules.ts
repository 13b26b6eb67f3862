export const WATCHLIST_PATH = "/watchlist";
/** Receives the buttons of the entries. */
export const ENTRIES_PATH = "/watchlist/entries";
export const AUTHORS_PATH = "/watchlist/authors";
export const SAVED_PATH = "/watchlist/saved";
