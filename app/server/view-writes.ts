import type { IncomingMessage } from "node:http";
import { ONLY_LOOKING } from "~/auth/only-looking";
import { bearerIn, findBearer, findSession, tokenInCookies } from "~/auth/sessions.server";
import type { GuardResponse } from "./guard-response";

/** The back-office has a session of its own, and signing out ends the view. */
const OWN_BUSINESS = /^\/(admin|logout)(\/|$)/i;

/**
 * Why a write goes no further that comes with the session of staff who only look through a member's eyes, in the cookie or in
 * `Authorization`. Checked here, before any action, so that none can forget it; the cookies are those that count (cookie-trust.ts).
 * @returns undefined where the request has no member's session at all, so that nothing waits
 */
export function writeOfAView(
  { headers }: Pick<IncomingMessage, "headers">,
  path: string,
): Promise<GuardResponse | undefined> | undefined {
  if (OWN_BUSINESS.test(path)) return undefined;
  // As the viewer is found: where a token is sent, cookies do not count.
  const bearer = bearerIn(headers.authorization);
  const secret = bearer ?? tokenInCookies(headers.cookie, "member");
  if (!secret) return undefined;
  const finding = bearer === undefined ? findSession(secret, "member") : findBearer(secret);
  return finding.then((viewer) =>
    viewer?.kind === "member" && viewer.seenBy ? { status: 403, message: ONLY_LOOKING } : undefined,
  );
}
