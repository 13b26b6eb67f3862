import type { AppLoadContext } from "@remix-run/node";
import type { DescribedOperation } from "./described-operation";

/** Data that the server adds to every loader and action. */
export type RequestContext = {
  /** The browser's method. After an action, Remix calls the loaders with GET. */
  method: string;
  /** In the log, the `X-Request-Id` header and on error pages. */
  requestId: string;
  /**
   * The route pattern for logs: `/reset-password/:token`. The path and the query may contain secrets and are
   * never logged.
   */
  pattern: () => string;
  /** For the API: the operation of this address and method, if it is described. */
  describedOperation?: () => DescribedOperation | undefined;
  /** The address for rate limits; a proxy's header counts only if the proxy is trusted. */
  ip: string;
  /** Set when the request's cookies are ignored; the response then sets none. */
  cookieless?: boolean;
  /** For the few inline scripts of hydrated pages. */
  nonce: string;
  /** The requested address with its query. */
  address: string;
  /** Set when a failure needs another status than 500. */
  failureStatus?: 503;
  /** Sent as `Retry-After` if the reply is a 409, a 429 or a 503. */
  retryAfterSeconds?: number;
  /**
   * Set when the page is rendered for many readers: frame and personal parts are filled in when it is sent.
   */
  forMany?: boolean;
  /** For shared pages: the day (yyyy-mm-dd) since when content is new to these readers. */
  newSince?: string;
  /** For shared pages: these readers have dismissed the banners. */
  bannersDismissed?: boolean;
  /** For shared pages: whether the "not found" page is cached and need not be rendered. */
  missingIsKept?: () => boolean;
  /** The text of a shared page; through a `Response` body it would be copied as bytes, chunk by chunk. */
  drawn?: string;
  /** Set when a part of the page failed: the page is shown only until the next one is rendered. */
  incomplete?: boolean;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true;
  }
}

/** What guards need; loaders and actions pass their arguments. */
export type RequestArgs = { request: Request; context: AppLoadContext };
