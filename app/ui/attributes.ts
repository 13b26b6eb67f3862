// Attributes that React 18 does not know, or would rename. They are spread, because JSX would reject their
// names.

/** Not reachable by pointer, keyboard or screen reader. */
export const INERT = { inert: "" };

/** Focus on page load. HTML's own attribute works without script, also on links and boxes. */
export const AUTOFOCUS = { autoFocus: true };

/** Loads the largest picture of a page first. */
export const HIGH_PRIORITY = { fetchpriority: "high" };

/** Loads non-essential files after those needed for painting. */
export const LOW_PRIORITY = { fetchpriority: "low" };

/** The browser keeps only one of several `details` with the same name open. */
export function exclusiveDetails(name: string): { name: string } {
  return { name };
}
