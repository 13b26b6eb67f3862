import type { ReactNode } from "react";

/** `handle` of a route: hints for its frame and the page cache. */
export type RouteHandle = {
  /** The page needs React; "on use" loads it when its form is touched. Reading pages load none. */
  hydrate?: true | "on use";
  /** The page is the same for all readers of a tier and can be cached. */
  shared?: true;
  /** Query parameters of a shared page; others are dropped before it is rendered. */
  params?: readonly string[];
  /**
   * `false` removes the right column. A number limits its sections below the advertisement, so that the
   * column is not longer than a short page; the markets page has one, and never the movers. A component
   * replaces all sections and receives the last settled calls.
   */
  sidebar?: false | 1 | 2 | 3 | "AtMarkets" | ((props: { settled: ReactNode }) => ReactNode);
  /** The same number, based on the loaded data: fewer if a part is missing. */
  sidebarFor?: (loaded: unknown) => 1 | 2 | 3 | undefined;
  /** Preloads the serif's text weight; headlines are preloaded on every page. */
  serifText?: true;
  /** The page shows the support number itself, so the top bar does not. */
  namesSupport?: true;
  /** A form that is shown as a dialog over its list. */
  dialog?: true;
};
