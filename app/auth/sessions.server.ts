import { createHash, randomBytes } from "node:crypto";
import { SESSION_KINDS, SESSION_ORIGINS, Session, type SessionOrigin } from "db/entities/session";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, literal, sql, text, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { thumbnailPath } from "~/platform/pictures/picture";
import { cookieHeader, readCookie } from "~/web/cookies.server";
import type { RequestArgs } from "~/web/request-args.server";
import { loadSessionRow, type SessionRow } from "./session-row.server";
import type { MemberViewer, SessionKind, StaffRole, StaffViewer } from "./viewer-types.server";

/** Maximum lifetime of a session. Staff sign in again every working day. */
const LIFETIME_SECONDS: Record<SessionKind, number> = { member: 30 * 86_400, staff: 12 * 3_600 };

/** Names of the session cookies. */
export const SESSION_COOKIES: Record<SessionKind, string> = {
  member: "openbell_member",
  staff: "openbell_staff",
};

/** The hash of a token as the database stores it. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex");

/** 256 random bits. */
const randomToken = () => randomBytes(32).toString("base64url");

/**
 * The cookie that an API sign-in sets along with its token. It is a hash of the token, so a browser cannot
 * compute the token from its cookie and pass as a program.
 */
const cookieOfToken = (token: string) =>
  createHash("sha256").update(`cookie of ${token}`).digest("base64url");

/** A person who proved who they are, with the password's hash of that moment; null if they have none. */
export type IdentifiedPerson = { id: string; passwordHash: string | null };

/** A person whose password was correct, with the hash it was compared with. */
export type VerifiedPerson = IdentifiedPerson & { passwordHash: string };

const kindValue = literal(SESSION_KINDS)("kind");
const OWNERS = {
  member: { table: sql`members`, column: sql`member_id` },
  staff: { table: sql`staff`, column: sql`staff_id` },
};

const START = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`sessions.start-${kind}`, columns(Session, "id"))`
  with p as (select id from ${OWNERS[kind].table}
              where id = ${uuid("personId")} and password_hash is not distinct from ${text.orNull("passwordHash")} for share),
       ended as (delete from sessions
                  where token_hash = ${text.orNull("replacedHash")} and kind = ${kindValue} and exists (select 1 from p))
  insert into sessions (id, token_hash, kind, ${OWNERS[kind].column}, via, user_agent, ip, created_at, last_seen_at,
         password_confirmed_at, expires_at)
  select gen_random_uuid(), ${text("tokenHash")}, ${kindValue}, p.id, ${literal(SESSION_ORIGINS)("via")},
         ${text.orNull("userAgent")}, ${text.orNull("ip")}, now(), now(),
         case when ${bool("byPassword")} then now() end, now() + make_interval(secs => ${int("seconds")})
    from p
  returning id`,
);

/**
 * Starts a session. It ends this browser's previous session, because its cookie is overwritten. The token is
 * returned only here; the database stores its SHA-256.
 * @param via "bearer" is an API sign-in, whose token differs from the cookie
 * @param byPassword whether the password was given just now
 * @returns undefined when the password was changed since it was checked. The row is locked during the
 * comparison, so a sign-in cannot survive a simultaneous password reset.
 */
export async function startSession(
  args: RequestArgs,
  kind: SessionKind,
  person: IdentifiedPerson,
  via: SessionOrigin,
  byPassword = true,
  within?: EntityManager,
): Promise<{ token: string; setCookie: string } | undefined> {
  const token = randomToken();
  const cookie = via === "bearer" ? cookieOfToken(token) : token;
  const replaced = bearerToken(args.request) === undefined && cookieToken(args.request, kind);
  const values = {
    personId: person.id,
    passwordHash: person.passwordHash,
    replacedHash: replaced ? tokenHash(replaced) : null,
    kind,
    tokenHash: tokenHash(cookie),
    via,
    userAgent: args.request.headers.get("User-Agent")?.slice(0, 300) ?? null,
    ip: args.context.ip,
    byPassword,
    seconds: LIFETIME_SECONDS[kind],
  };
  const started = await START[kind].first(values, within);
  if (!started) return undefined;
  return { token, setCookie: cookieHeader(SESSION_COOKIES[kind], cookie, LIFETIME_SECONDS[kind]) };
}

const CONFIRM_PASSWORD = command("sessions.confirm-password")`
  update sessions set password_confirmed_at = now() where id = ${uuid("id")}`;

/** Stores that the password was given again in this session. */
export const markPasswordConfirmed = (sessionId: string): Promise<void> =>
  CONFIRM_PASSWORD.run({ id: sessionId });

const END = command("sessions.end")`
  delete from sessions where token_hash = any(${array(text)("hashes")}) and kind = ${kindValue}`;

/** Ends the session of this request. @returns the header that clears the cookie */
export async function endSession(request: Request, kind: SessionKind): Promise<string> {
  const bearer = bearerToken(request);
  const secret = bearer ?? cookieToken(request, kind);
  const cookies = [secret, bearer && cookieOfToken(bearer)].flatMap((cookie) => cookie || []);
  if (cookies.length > 0) await END.run({ hashes: cookies.map(tokenHash), kind });
  return cookieHeader(SESSION_COOKIES[kind], "", 0);
}

/** Runs at most every five minutes. After an hour without a request, a new visit starts. */
const TOUCH = command("sessions.touch")`
  update sessions set last_seen_at = now(), visited_before_at =
         case when last_seen_at < now() - interval '1 hour' then last_seen_at else visited_before_at end
   where id = ${uuid("id")}`;

/**
 * The person behind a cookie; undefined for an unknown value or an API token.
 * @param kind rejects sessions of the other kind
 */
export async function findSession(
  cookie: string,
  kind: SessionKind,
): Promise<MemberViewer | StaffViewer | undefined> {
  const row = await loadSessionRow(tokenHash(cookie));
  return row?.kind === kind ? personAt(row) : undefined;
}

/**
 * The person behind an `Authorization: Bearer` value; undefined when unknown. Accepts an API token, or a
 * cookie's value, which then has only a browser's rights.
 */
export async function findBearer(secret: string): Promise<MemberViewer | StaffViewer | undefined> {
  const [byToken, byCookie] = await Promise.all([
    loadSessionRow(tokenHash(cookieOfToken(secret))),
    loadSessionRow(tokenHash(secret)),
  ]);
  if (byToken) return personAt(byToken, byToken.via === "bearer");
  return byCookie && personAt(byCookie);
}

async function personAt(row: SessionRow, showsApiToken = false) {
  if (row.seenLongAgo) await TOUCH.run({ id: row.sessionId });
  return row.kind === "staff" ? staffViewer(row, showsApiToken) : memberViewer(row);
}

/** Undefined when required columns are missing. */
function memberViewer(row: SessionRow): MemberViewer | undefined {
  const { id, email, sessionId, firstname, lastname, tier } = row;
  if (firstname === null || lastname === null || tier === null) return undefined;
  return {
    kind: "member",
    id,
    sessionId,
    email,
    firstname,
    lastname,
    picture: row.picture ? thumbnailPath(row.picture) : undefined,
    tier,
    visitedBefore: row.visitedBefore ?? undefined,
    deletionRequestedAt: row.deletionRequestedAt ?? undefined,
    seenBy: row.seenBy ?? undefined,
    hasMarks: row.hasMarks,
    bellReadAt: row.bellReadAt ?? undefined,
  };
}

function staffViewer(row: SessionRow, showsApiToken: boolean): StaffViewer | undefined {
  const { id, email, sessionId, fullname, role, passwordAge } = row;
  if (fullname === null || role === null) return undefined;
  const needsTwoStep = !row.twoStep && twoStepIsRequired(role);
  return {
    kind: "staff",
    id,
    sessionId,
    email,
    fullname,
    role,
    ...narrowing({ role, narrowedTo: row.narrowedTo }),
    ...(needsTwoStep ? { needsTwoStep } : {}),
    ...(showsApiToken ? { showsApiToken } : {}),
    ...(passwordAge === null ? {} : { passwordAge }),
  } as StaffViewer;
}

/** The permissions within a role; superadmins have all of theirs. */
export const narrowing = ({ role, narrowedTo }: { role: StaffRole; narrowedTo: readonly string[] }) =>
  narrowedTo.length > 0 && role !== "superadmin" ? { narrowedTo: new Set(narrowedTo) } : {};

/** Whether this role must use two-step sign-in. */
export function twoStepIsRequired(role: StaffRole): boolean {
  const { twoStepFor } = config();
  return twoStepFor === "staff" || twoStepFor === role;
}

/** The token of an `Authorization: Bearer` header; an empty string when the header is malformed. */
export const bearerToken = (request: Request): string | undefined =>
  bearerIn(request.headers.get("Authorization"));

/** The same, from a raw `Authorization` header. */
export function bearerIn(header: string | null | undefined): string | undefined {
  if (header === null || header === undefined) return undefined;
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header.trim())?.[1] ?? "";
}

export function cookieToken(request: Request, kind: SessionKind): string | undefined {
  return tokenInCookies(request.headers.get("Cookie"), kind);
}

/** The same, from a raw `Cookie` header. */
export function tokenInCookies(cookies: string | null | undefined, kind: SessionKind): string | undefined {
  const token = readCookie(cookies, SESSION_COOKIES[kind]);
  return token && /^[A-Za-z0-9_-]{20,200}$/.test(token) ? token : undefined;
}
