import { effectiveTierSql } from "db/entities/member";
import { query } from "db/query.server";
import type { StoredPicture } from "~/platform/images/picture";
import type { MemberViewer, SessionKind, StaffViewer } from "./viewer-types.server";

export type SessionRow = {
  token_hash: string;
  session_id: string;
  kind: SessionKind;
  id: string;
  email: string;
  seen_long_ago: boolean;
  tier: MemberViewer["tier"];
  firstname: string;
  lastname: string;
  picture: Pick<StoredPicture, "id" | "widths"> | null;
  deletion_requested_at: Date | null;
  fullname: string;
  role: StaffViewer["role"];
};

/**
 * The people behind some tokens, with the tier that counts at this moment by the database's clock.
 * Expired sessions, and those of people who are no longer active, are nobody's.
 */
const FIND_SESSIONS_SQL = `
  select s.token_hash, s.id as session_id, s.kind, coalesce(m.id, p.id) as id, coalesce(m.email, p.email) as email,
         m.firstname, m.lastname, m.deletion_requested_at, p.fullname, p.role,
         case when i.id is not null then json_build_object('id', i.id, 'widths', i.widths) end as picture,
         ${effectiveTierSql("m")} as tier,
         s.last_seen_at < now() - interval '5 minutes' as seen_long_ago
    from sessions s
    left join members m on m.id = s.member_id and m.status = 'active'
    left join images i on i.id = m.profile_image_id
    left join staff p on p.id = s.staff_id and p.status = 'active'
   where s.token_hash = any(?) and s.expires_at > now() and coalesce(m.id, p.id) is not null`;

type PendingLookup = { resolve: (row: SessionRow | undefined) => void; reject: (error: unknown) => void };

let pending = new Map<string, PendingLookup[]>();

/**
 * The session of a token's hash, asked of the database anew for every request. Requests that arrive in the same turn
 * of the event loop share one question: under load the round trip, not the answer, is what a page costs.
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
    const found = await query<SessionRow>(FIND_SESSIONS_SQL, [[...batch.keys()]]);
    const byHash = new Map(found.map((row) => [row.token_hash, row]));
    for (const [hash, all] of batch) for (const { resolve } of all) resolve(byHash.get(hash));
  } catch (error) {
    for (const all of batch.values()) for (const { reject } of all) reject(error);
  }
}
