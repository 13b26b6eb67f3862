import type { ServerResponse } from "node:http";

/** What a token opens; whose it is says the host. */
const REALM = 'Bearer realm="api"';

/**
 * Says of a 401 how to show who one is, as every such answer must (RFC 9110, section 11.6.1), and whether it was the token that was sent
 * which is not good (RFC 6750, section 3.1). Browsers know no such scheme and show the page as ever.
 */
export function addBearerChallenge(response: ServerResponse): void {
  if (response.statusCode !== 401 || response.hasHeader("WWW-Authenticate")) return;
  const sent = response.req.headers.authorization !== undefined;
  response.setHeader("WWW-Authenticate", sent ? `${REALM}, error="invalid_token"` : REALM);
}
