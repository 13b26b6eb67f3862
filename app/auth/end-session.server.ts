import { json } from "@remix-run/node";
import { forbidden, problem } from "~/web/replies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { isKeySecret } from "./keys/api-keys.server";
import { bearerToken, cookieToken, endSession, findBearer, findSession } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

export const SIGNED_OUT = "Signed out.";

/**
 * `DELETE /api/auth/session`: ends the session of the token, or of the cookie. Of a browser with two, the one that
 * the API reads: that of staff.
 */
export async function endSessionReply({ request }: RequestArgs): Promise<Response> {
  if (isKeySecret(bearerToken(request) ?? ""))
    throw forbidden("API keys have no session. Revoke the key instead.");
  for (const kind of ["staff", "member"] as const) {
    if (!(await isSignedIn(request, kind))) continue;
    return json({ message: SIGNED_OUT }, { headers: { "Set-Cookie": await endSession(request, kind) } });
  }
  throw problem(401, "You are not signed in.");
}

async function isSignedIn(request: Request, kind: SessionKind): Promise<boolean> {
  const bearer = bearerToken(request);
  if (bearer !== undefined) return (await findBearer(bearer))?.kind === kind;
  const cookie = cookieToken(request, kind);
  return cookie !== undefined && (await findSession(cookie, kind)) !== undefined;
}
