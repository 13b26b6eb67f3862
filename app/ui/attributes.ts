// Attributes that React 18 has no property for, or lower-cases only by hand. They are spread, because
// JSX would refuse them by name.

/** Not reachable by pointer, keyboard or screen reader. */
export const INERT = { inert: "" };

/** Focus on arrival. HTML's own attribute: it works without script, on links and boxes, too. */
export const AUTOFOCUS = { autoFocus: true };

/** The largest picture of a page is fetched before the others. */
export const HIGH_PRIORITY = { fetchpriority: "high" };

/** What a page is complete without: fetched after what it is painted with. */
export const LOW_PRIORITY = { fetchpriority: "low" };

/** Of details with one name the browser keeps one open. */
export function exclusiveDetails(name: string): { name: string } {
  return { name };
}
