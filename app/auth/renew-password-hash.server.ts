import { SESSION_KINDS } from "db/entities/session";
import { sql, text, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import type { VerifiedPerson } from "./sessions.server";
import type { SessionKind } from "./viewer-types.server";

const TABLES = { member: sql`members`, staff: sql`staff` };

/** Does not increment the version: editors of the person see no change. */
const RENEW = forEachOf(
  SESSION_KINDS,
  (kind) => statement(`password-hash.renew-${kind}`, { id: uuid })`
  update ${TABLES[kind]} set password_hash = ${text("renewed")}
   where id = ${uuid("id")} and password_hash = ${text("before")} returning id`,
);

/**
 * Stores a new hash of the same password, provided the compared hash is still stored. Sessions and links stay
 * valid.
 * @returns false when the password was changed in the meantime
 */
export async function renewPasswordHash(
  kind: SessionKind,
  { id, passwordHash: before }: VerifiedPerson,
  renewed: string,
): Promise<boolean> {
  return (await RENEW[kind].first({ id, before, renewed })) !== undefined;
}
