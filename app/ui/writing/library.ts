// Names shared by the server's HTML of the picture library and its script.

/** The button that opens the library without saving. */
export const LIBRARY_LOOK = "libraryLook";
/** The current and the previous search: a search that was typed but not sent saves nothing. */
export const LIBRARY_SEARCH = "librarySearch";
export const LIBRARY_SEARCHED = "librarySearched";
/** Longest search in characters. */
export const MAX_LIBRARY_SEARCH = 200;

export const LIBRARY_ID = "library";
/** The number of matches. */
export const COUNT_ID = "library-count";
export const CHOICES_ID = "library-choices";

/** The address of the pictures alone. @param field the form's field; none to insert one into a text */
export const choicesAt = (search: string, field = ""): string =>
  `/admin/pictures/choices?${new URLSearchParams({ search, field })}`;

/** Whether an element belongs to the library: searching pictures does not change the record. */
export const isOfLibrary = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`#${LIBRARY_ID}`) !== null;
