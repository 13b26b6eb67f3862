import type { IncomingMessage } from "node:http";
import { READ_ONLY_VIEW } from "~/auth/read-only-view";
import { bearerIn, findBearer, findSession, tokenInCookies } from "~/auth/sessions.server";
import type { GuardResponse } from "./guard-response";

/** The back-office has a separate session, and signing out ends the view. */
const OWN_BUSINESS = /^\/(admin|logout)(\/|$)/i;

/**
 * Refuses writes in a member view, by cookie or `Authorization`. Checked before any action, so that none can
 * forget it; only cookies that count are used (cookie-trust.ts).
 * @returns undefined without a member session, so that nothing waits
 */
export function refuseMemberViewWrite(
  { headers }: Pick<IncomingMessage, "headers">,
  path: string,
): Promise<GuardResponse | undefined> | undefined {
  if (OWN_BUSINESS.test(path)) return undefined;
  // As for the viewer: with a token, cookies do not count.
  const bearer = bearerIn(headers.authorization);
  const secret = bearer ?? tokenInCookies(headers.cookie, "member");
  if (!secret) return undefined;
  const finding = bearer === undefined ? findSession(secret, "member") : findBearer(secret);
  return finding.then((viewer) =>
    viewer?.kind === "member" && viewer.seenBy ? { status: 403, message: READ_ONLY_VIEW } : undefined,
  );
}
