/**
 * Attributes that React 18 has no property for, or lower-cases only by hand. They are spread, because
 * JSX would refuse them by name.
 */

/** Not reachable by pointer, keyboard or screen reader. */
export const INERT = { inert: "" };

/** Focus on arrival. HTML's own attribute: it works without script, on links and boxes, too. */
export const FOCUS_FIRST = { autoFocus: true };

/** The largest picture of a page is fetched before the others. */
export const FETCH_FIRST = { fetchpriority: "high" };

/** Of details with one name the browser keeps one open. */
export function exclusive(name: string): { name: string } {
  return { name };
}
