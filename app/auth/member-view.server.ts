import { randomBytes } from "node:crypto";
import { Session } from "db/entities/session";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { cookieHeader } from "~/web/cookies.server";
import { cookieToken, SESSION_COOKIES, tokenHash } from "./sessions.server";
import type { StaffViewer } from "./viewer-types.server";

/** How long a member view lasts before staff have to open it again. */
const VIEW_SECONDS = 30 * 60;

const START = statement("member-view.start", columns(Session, "id"))`
  with m as (select id from members where id = ${uuid("memberId")} and status = 'active' for share),
       ended as (delete from sessions where token_hash = ${text.orNull("replacedHash")} and kind = 'member' and exists (select 1 from m))
  insert into sessions (id, token_hash, kind, member_id, seen_by_id, via, created_at, last_seen_at, expires_at)
  select gen_random_uuid(), ${text("tokenHash")}, 'member', m.id, ${uuid("staffId")}, 'cookie', now(), now(),
         now() + make_interval(secs => ${int("seconds")})
    from m
  returning id`;

/**
 * Lets staff see the site as a member: a read-only session of that member, for half an hour and never longer
 * than the staff session. It replaces a member session of this browser, like every sign-in.
 * @returns the cookie header; undefined when the member cannot sign in
 */
export async function startView(
  manager: EntityManager,
  request: Request,
  staff: StaffViewer,
  memberId: string,
): Promise<string | undefined> {
  const token = randomBytes(32).toString("base64url");
  const replaced = cookieToken(request, "member");
  const started = await START.first(
    {
      memberId,
      staffId: staff.id,
      tokenHash: tokenHash(token),
      replacedHash: replaced ? tokenHash(replaced) : null,
      seconds: VIEW_SECONDS,
    },
    manager,
  );
  return started && cookieHeader(SESSION_COOKIES.member, token, VIEW_SECONDS);
}

const END = statement("member-view.end", { memberId: uuid.orNull })`
  delete from sessions where token_hash = ${text("tokenHash")} and seen_by_id = ${uuid("staffId")}
  returning member_id as "memberId"`;

/**
 * Ends this browser's member view.
 * @returns the member's id, if there was a view, and the header that clears the cookie
 */
export async function endView(
  request: Request,
  staff: StaffViewer,
): Promise<{ memberId?: string; setCookie: string }> {
  const token = cookieToken(request, "member");
  const ended = token ? await END.first({ tokenHash: tokenHash(token), staffId: staff.id }) : undefined;
  return { memberId: ended?.memberId ?? undefined, setCookie: cookieHeader(SESSION_COOKIES.member, "", 0) };
}
