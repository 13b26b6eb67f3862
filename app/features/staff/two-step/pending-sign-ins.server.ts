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

/** The page that asks for the code; its cookie goes there and nowhere else. */
export const SECOND_STEP_PATH = "/admin/login/second-step";

const NAME = "openbell_second_step";
const MINUTES = 10;

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const KEEP = command("pending-sign-ins.keep")`
  insert into pending_sign_ins (token_hash, staff_id, password_mark, expires_at)
  values (${text("tokenHash")}, ${uuid("staffId")}, ${text("mark")}, now() + make_interval(mins => ${int("minutes")}))`;

/**
 * Keeps a sign-in whose password was right until its code comes. It is no session: its token opens nothing but the page
 * that asks, in this browser. @returns the header that hands the token over
 */
export async function beginPendingSignIn({ id, passwordHash }: VerifiedPerson): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await KEEP.run({ tokenHash: sha256(token), staffId: id, mark: sha256(passwordHash), minutes: MINUTES });
  return cookieHeader(NAME, token, MINUTES * 60, SECOND_STEP_PATH);
}

/** The header that takes the token away. */
export const forgetPendingSignIn = (): string => cookieHeader(NAME, "", 0, SECOND_STEP_PATH);

const WAITING = columnsAs("s", Staff, "id", "email", "fullname", "passwordHash");
const FIND = statement("pending-sign-ins.find", WAITING)`
  select ${WAITING} from pending_sign_ins w join staff s on s.id = w.staff_id
   where w.token_hash = ${text("tokenHash")} and w.expires_at > now() and s.status = 'active'
     and w.password_mark = encode(sha256(convert_to(s.password_hash, 'UTF8')), 'hex')`;

/** Whose sign-in waits in this browser; nobody's, where it is over or the password is another one by now. */
export async function pendingPerson(request: Request) {
  const tokenHash = tokenHashOf(request);
  return tokenHash === undefined ? undefined : FIND.first({ tokenHash });
}

function tokenHashOf(request: Request): string | undefined {
  const token = readCookie(request.headers.get("Cookie"), NAME);
  return token && /^[\w-]{43}$/.test(token) ? sha256(token) : undefined;
}

const END = statement("pending-sign-ins.end", columns(PendingSignIn, "id"))`
  delete from pending_sign_ins where token_hash = ${text("tokenHash")} returning id`;

/** Uses it up, in the transaction of the code that was taken. @returns false where it was used up before */
export async function endPendingSignIn(manager: EntityManager, request: Request): Promise<boolean> {
  return (await END.first({ tokenHash: tokenHashOf(request) ?? "" }, manager)) !== undefined;
}

/** Throws away those that are over, a part of them. @returns how many */
export const sweepPendingSignIns = sweep("pending-sign-ins.sweep", "pending_sign_ins", "expires_at < now()");
