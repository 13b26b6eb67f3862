import type { ReactNode } from "react";

/** `handle` of a route: what the frame around it and the page cache may do. */
export type RouteHandle = {
  /**
   * The page holds state in the browser, so React comes along, "on use" not before its form is touched. Reading pages ship none.
   */
  hydrate?: true | "on use";
  /** The page is the same for every reader of one tier, so the page cache may keep it. */
  shared?: true;
  /** What a shared page reads of its query; anything else in its address is dropped before the page is drawn. */
  params?: readonly string[];
  /**
   * `false` gives the right column's width to the content. A number is how many of the column's sections stand there below its
   * advertisement: a page that ends early has few, so that no column is longer than its page; the markets page has one, and never
   * the movers. A component stands there in place of all of them, and is given the last settled calls.
   */
  sidebar?: false | 1 | 2 | 3 | "AtMarkets" | ((props: { settled: ReactNode }) => ReactNode);
  /** The same number by what the page has loaded: fewer where a part of it is missing. */
  sidebarFor?: (loaded: unknown) => 1 | 2 | 3 | undefined;
  /** The page has words in the serif's weight of texts, which is fetched before it is asked for; headlines are on every page. */
  serifText?: true;
  /** The page's own words name the support number, so the bar above does not. */
  namesSupport?: true;
  /** A form drawn over the list it belongs to. */
  dialog?: true;
};
