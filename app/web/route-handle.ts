import type { ReactNode } from "react";

/** `handle` of a route: what the frame around it and the page cache may do. */
export type RouteHandle = {
  /** The page holds state in the browser, so React comes along. Reading pages ship none. */
  hydrate?: true;
  /** The page is the same for every reader of one tier, so the page cache may keep it. */
  shared?: true;
  /** What a shared page reads of its query; anything else in its address is dropped before the page is drawn. */
  params?: readonly string[];
  /**
   * `false` gives the right column's width to the content; a component stands there in place of advertisements and movers, and
   * is given the last settled calls.
   */
  sidebar?: false | ((props: { settled: ReactNode }) => ReactNode);
  /** The page's own words name the support number, so the bar above does not. */
  namesSupport?: true;
  /** A form drawn over the list it belongs to. */
  dialog?: true;
};
