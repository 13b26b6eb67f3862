import { isOverSql } from "db/effective-tier";
import { Member } from "db/entities/member";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, raw, sql, text } from "db/sql";
import { statement } from "db/statement.server";
import type { KnownPerson } from "./classify-row.rules.server";

const KNOWN = {
  ...columnsAs("m", Member, "id", "email", "firstname", "lastname", "remindByMail", "version"),
  tier: columnAs("m", Member, "subscription"),
  until: columnAs("m", Member, "subscriptionExpiresAt"),
  over: bool.from`coalesce(${raw(isOverSql("m"))}, false)`,
  notes: array(text).from`array(select n.text from member_notes n where n.member_id = m.id)`,
  labels: array(text)
    .from`array(select l.name_key from member_labels g join labels l on l.id = g.label_id where g.member_id = m.id)`,
};

const OF_ADDRESSES = sql`members m where m.email = any(${array(text)("emails")}::citext[])`;

const FIND = statement("member-imports.known", KNOWN)`select ${KNOWN} from ${OF_ADDRESSES}`;
const LOCK = statement("member-imports.lock-known", KNOWN)`
  select ${KNOWN} from ${OF_ADDRESSES} order by m.id for update of m`;

/** The members with these addresses, by address. @param locks in id order, until the transaction ends */
export async function knownPeople(
  manager: EntityManager,
  emails: readonly string[],
  locks: boolean,
): Promise<Map<string, KnownPerson>> {
  const found = await (locks ? LOCK : FIND).all({ emails: [...emails] }, manager);
  return new Map(found.map((member) => [member.email, member]));
}
