import type { HeadersFunction } from "@remix-run/node";

/**
 * `headers` of a page whose action or loader may answer 429 or 503: Remix sends a page's own headers
 * only where the route says so.
 */
export const retryAfterHeaders: HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const seconds = actionHeaders.get("Retry-After") ?? loaderHeaders.get("Retry-After");
  return seconds === null ? new Headers() : { "Retry-After": seconds };
};
