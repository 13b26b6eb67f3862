// What the server draws of the picture library in a form, and its script finds by name.

/** The button that looks into the library, and saves nothing. */
export const LIBRARY_LOOK = "libraryLook";
/** What is looked for there, and what was looked for last: a search that was typed and not sent saves nothing either. */
export const LIBRARY_SEARCH = "librarySearch";
export const LIBRARY_SEARCHED = "librarySearched";
/** Longest search in characters. */
export const MAX_LIBRARY_SEARCH = 200;

export const LIBRARY_ID = "library";
/** How many match. */
export const COUNT_ID = "library-count";
export const CHOICES_ID = "library-choices";

/** Where the pictures are had alone. @param field whose form asks; none to put one into a text */
export const choicesAt = (search: string, field = ""): string =>
  `/admin/pictures/choices?${new URLSearchParams({ search, field })}`;

/** Whether something belongs to the library in a form: looking for a picture changes nothing of the record. */
export const isOfLibrary = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${LIBRARY_ID}`) !== null;
