import { SESSION_KINDS } from "db/entities/session";
import { sql, text, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import type { VerifiedPerson } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

const TABLES = { member: sql`members`, staff: sql`staff` };

/** No new version of the person: nobody who edits them sees anything of it. */
const RENEW = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`password-hash.renew-${kind}`, { id: uuid })`
  update ${TABLES[kind]} set password_hash = ${text("renewed")}
   where id = ${uuid("id")} and password_hash = ${text("before")} returning id`,
);

/**
 * Keeps another hash of the same password, as long as the one that was compared is still theirs: sessions and links stay what they are.
 * @returns false where it is another one by now
 */
export async function renewPasswordHash(
  kind: SessionKind,
  { id, passwordHash: before }: VerifiedPerson,
  renewed: string,
): Promise<boolean> {
  return (await RENEW[kind].first({ id, before, renewed })) !== undefined;
}
