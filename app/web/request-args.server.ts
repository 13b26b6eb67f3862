import type { AppLoadContext } from "@remix-run/node";

/** What the server hands to every loader and action beside the request. */
export type RequestContext = {
  /** As the browser sent it. After an action Remix asks the loaders of the page it draws with a GET. */
  method: string;
  /** Named in the log, in the `X-Request-Id` header and on error pages. */
  requestId: string;
  /**
   * Where the request went, as the log may say it: `/reset-password/:token`. The path itself may hold a secret, and so may
   * the query; neither is written down anywhere.
   */
  pattern: () => string;
  /** The address limits are counted by; the proxy's word only when it is trusted. */
  ip: string;
  /** Set when the request's cookies do not count: the answer sets none either. */
  cookieless?: boolean;
  /** For the few inline scripts of hydrated pages. */
  nonce: string;
  /** What was asked for, with its query. */
  address: string;
  /** Set when a loader or action broke in a way that deserves another status than 500. */
  failureStatus?: 503;
  /** Sent as `Retry-After` if the reply is a 429 or a 503. */
  retryAfterSeconds?: number;
  /** Set where a page is drawn for many: what changes while it does not, or is one reader's, is filled in when it is sent. */
  forMany?: boolean;
  /** Of a page that is drawn for many: the day (yyyy-mm-dd) since which they find things new. */
  newSince?: string;
  /** Of a page that is drawn for many: those have put the banners away. */
  bannersDismissed?: boolean;
  /** Of a page that is drawn for many: whether that of what is missing there is kept, and need not be drawn. */
  missingIsKept?: () => boolean;
  /** The page that was drawn for many, as text: through the body of a `Response` it would go as bytes, piece by piece. */
  drawn?: string;
  /** Set when a part of the page could not be read: the page is shown until the next one is drawn. */
  incomplete?: boolean;
};

declare module "@remix-run/node" {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true;
  }
}

/** The two things every guard needs; loaders and actions pass their arguments as they are. */
export type RequestArgs = { request: Request; context: AppLoadContext };
