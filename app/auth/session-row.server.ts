import { effectiveTierSql } from "db/effective-tier";
import { Member, TIERS } from "db/entities/member";
import { Session } from "db/entities/session";
import { STAFF_ROLES } from "db/entities/staff";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { array, bool, json, literal, type RowOf, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { FRESHNESS } from "./viewer-types.server";

/** How recently the password was given: the shortest matching period. */
const GAVE_PASSWORD = sql`case when s.password_confirmed_at > now() - interval '10 minutes' then 'ten minutes'
                               when s.password_confirmed_at > now() - interval '1 hour' then 'an hour' end`;

/** Each person has empty columns for the other kind. */
const SESSION = {
  ...columnsAs("s", Session, "tokenHash", "kind", "via"),
  sessionId: columnAs("s", Session, "id"),
  id: uuid.from`coalesce(m.id, p.id)`,
  email: text.from`coalesce(m.email, p.email)`,
  firstname: text.orNull.from`m.firstname`,
  lastname: text.orNull.from`m.lastname`,
  deletionRequestedAt: columnAs("m", Member, "deletionRequestedAt"),
  bellReadAt: timestamp.orNull.from`mm.bell_read_at`,
  hasMarks: bool.from`mm.changed_at is not null`,
  /** The name of the staff member who views the site as this member. */
  seenBy: text.orNull.from`v.fullname`,
  fullname: text.orNull.from`p.fullname`,
  role: literal(STAFF_ROLES).orNull.from`p.role`,
  narrowedTo: array(text).from`coalesce(p.narrowed_to, '{}')`,
  twoStep: bool.from`coalesce(p.two_step_since is not null, false)`,
  passwordAge: literal(FRESHNESS).orNull.from`${GAVE_PASSWORD}`,
  picture: json<Pick<StoredPicture, "id" | "widths">>().orNull
    .from`case when i.id is not null then json_build_object('id', i.id, 'widths', i.widths) end`,
  tier: literal(TIERS).orNull.from`${raw(effectiveTierSql("m"))}`,
  visitedBefore: timestamp.orNull
    .from`case when s.last_seen_at < now() - interval '1 hour' then s.last_seen_at else s.visited_before_at end`,
  seenLongAgo: bool.from`s.last_seen_at < now() - interval '5 minutes'`,
};

export type SessionRow = RowOf<typeof SESSION>;

/**
 * The people behind tokens, with the effective tier by the database's clock. Excludes expired sessions,
 * inactive people, and member views whose staff session has ended. The hashes are in a subquery to hide their
 * number from the planner: otherwise it would plan again for each number, which takes four times as long as
 * the query.
 */
const FIND = statement("sessions.find", SESSION)`
  select ${SESSION}
    from sessions s
    left join members m on m.id = s.member_id and m.status = 'active'
    left join images i on i.id = m.profile_image_id
    left join member_marks mm on mm.member_id = m.id
    left join staff p on p.id = s.staff_id and p.status = 'active'
    left join staff v on v.id = s.seen_by_id and v.status = 'active'
   where s.token_hash = any((select ${array(text)("hashes")}::text[])::text[]) and s.expires_at > now() and coalesce(m.id, p.id) is not null
     and (s.seen_by_id is null
          or exists (select 1 from sessions o where o.staff_id = v.id and o.expires_at > now()))`;

type PendingLookup = { resolve: (row: SessionRow | undefined) => void; reject: (error: unknown) => void };

let pending = new Map<string, PendingLookup[]>();

/**
 * Loads the session of a token hash from the database for every request. Requests in the same iteration of
 * the event loop share one query, because under load the round trip is the main cost.
 */
export function loadSessionRow(hash: string): Promise<SessionRow | undefined> {
  return new Promise((resolve, reject) => {
    if (pending.size === 0) setImmediate(() => void loadBatch());
    const queue = pending.get(hash);
    if (queue) queue.push({ resolve, reject });
    else pending.set(hash, [{ resolve, reject }]);
  });
}

async function loadBatch(): Promise<void> {
  const batch = pending;
  pending = new Map();
  try {
    const found = await FIND.allPrepared({ hashes: [...batch.keys()] });
    const byHash = new Map(found.map((row) => [row.tokenHash, row]));
    for (const [hash, all] of batch) for (const { resolve } of all) resolve(byHash.get(hash));
  } catch (error) {
    for (const all of batch.values()) for (const { reject } of all) reject(error);
  }
}
