import { createHash, randomBytes } from "node:crypto";
import { Staff } from "db/entities/staff";
import { PendingSignIn } from "db/entities/two-step";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import type { VerifiedPerson } from "~/auth/sessions.server";
import { cookieHeader, readCookie } from "~/web/cookies.server";

/** The page that asks for the code; the cookie's path. */
export const SECOND_STEP_PATH = "/admin/login/second-step";

const NAME = "openbell_second_step";
const MINUTES = 10;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const KEEP = command("pending-sign-ins.keep")`
  insert into pending_sign_ins (token_hash, staff_id, password_mark, expires_at)
  values (${text("tokenHash")}, ${uuid("staffId")}, ${text("mark")}, now() + make_interval(mins => ${int("minutes")}))`;

/** Stores a sign-in with a correct password until its code is entered. It is no session: its token only opens this page, in this browser. @returns the header that sets the token
 */
export async function beginPendingSignIn({ id, passwordHash }: VerifiedPerson): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await KEEP.run({ tokenHash: sha256(token), staffId: id, mark: sha256(passwordHash), minutes: MINUTES });
  return cookieHeader(NAME, token, MINUTES * 60, SECOND_STEP_PATH);
}

/** The header that removes the token. */
export const forgetPendingSignIn = (): string => cookieHeader(NAME, "", 0, SECOND_STEP_PATH);

const WAITING = columnsAs("s", Staff, "id", "email", "fullname", "passwordHash");
const FIND = statement("pending-sign-ins.find", WAITING)`
  select ${WAITING} from pending_sign_ins w join staff s on s.id = w.staff_id
   where w.token_hash = ${text("tokenHash")} and w.expires_at > now() and s.status = 'active'
     and w.password_mark = encode(sha256(convert_to(s.password_hash, 'UTF8')), 'hex')`;

/** The person whose sign-in is pending in this browser, unless it has expired or the password has changed. */
export async function pendingPerson(request: Request) {
  const tokenHash = pendingTokenHash(request);
  return tokenHash === undefined ? undefined : FIND.first({ tokenHash });
}

function pendingTokenHash(request: Request): string | undefined {
  const token = readCookie(request.headers.get("Cookie"), NAME);
  return token && /^[\w-]{43}$/.test(token) ? sha256(token) : undefined;
}

const END = statement("pending-sign-ins.end", columns(PendingSignIn, "id"))`
  delete from pending_sign_ins where token_hash = ${text("tokenHash")} returning id`;

/** Uses up a pending sign-in in the code's transaction. @returns false if it was already used */
export async function endPendingSignIn(manager: EntityManager, request: Request): Promise<boolean> {
  return (await END.first({ tokenHash: pendingTokenHash(request) ?? "" }, manager)) !== undefined;
}

/** Deletes a batch of expired sign-ins. @returns how many */
export const sweepPendingSignIns = sweep("pending-sign-ins.sweep", "pending_sign_ins", "expires_at < now()");
