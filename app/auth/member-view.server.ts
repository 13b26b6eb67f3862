import { randomBytes } from "node:crypto";
import { Session } from "db/entities/session";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { cookieHeader } from "~/web/cookies.server";
import { cookieToken, SESSION_COOKIES, tokenHash } from "./sessions.server";
import type { StaffViewer } from "./viewer-types.server";

/** How long staff look through a member's eyes before they have to ask again. */
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
 * Lets staff see the site as a member does: a session of that member in which nothing can be changed, for half an hour and no
 * longer than they are signed in themselves. One of their own as a member ends, as with any sign-in.
 * @returns the header that sets its cookie; undefined for who could not sign in either
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

/** Ends the view that this browser has. @returns the member's id, if there was one, and the header that clears the cookie */
export async function endView(
  request: Request,
  staff: StaffViewer,
): Promise<{ memberId?: string; setCookie: string }> {
  const token = cookieToken(request, "member");
  const ended = token ? await END.first({ tokenHash: tokenHash(token), staffId: staff.id }) : undefined;
  return { memberId: ended?.memberId ?? undefined, setCookie: cookieHeader(SESSION_COOKIES.member, "", 0) };
}
