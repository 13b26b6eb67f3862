import type { ServerResponse } from "node:http";

/** The realm of a token; the host names the owner. */
const REALM = 'Bearer realm="api"';

/**
 * The `WWW-Authenticate` header that every 401 needs (RFC 9110, section 11.6.1); it also states whether the
 * sent token was invalid (RFC 6750, section 3.1). Browsers do not know the scheme and show the page as usual.
 */
export function addBearerChallenge(response: ServerResponse): void {
  if (response.statusCode !== 401 || response.hasHeader("WWW-Authenticate")) return;
  const sent = response.req.headers.authorization !== undefined;
  response.setHeader("WWW-Authenticate", sent ? `${REALM}, error="invalid_token"` : REALM);
}
