import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, type RowOf, text } from "db/sql";
import { statement } from "db/statement.server";
import { ACCESS_DAY } from "~/access/access-end.server";
import { config } from "~/platform/config.server";

const KNOWN = {
  ...columns(Member, "id", "email", "firstname", "lastname", "version"),
  ...ACCESS_DAY,
  labels: array(text).from`array(select l.name from member_labels g join labels l on l.id = g.label_id
    where g.member_id = members.id and l.ended_at is null order by l.name_key)`,
};

/** An existing member whose address a row has. */
export type KnownMember = RowOf<typeof KNOWN>;

const BY_ADDRESSES = statement("member-table.by-addresses", KNOWN)`
  select ${KNOWN} from members where email = any(${array(text)("emails")}::citext[])`;

const LOCK_BY_ADDRESSES = statement("member-table.lock-by-addresses", KNOWN)`
  select ${KNOWN} from members where email = any(${array(text)("emails")}::citext[]) order by id for update`;

/** The members with these addresses, by address. @param within a transaction, which locks them in id order */
export async function membersByAddress(
  emails: readonly string[],
  within?: EntityManager,
): Promise<Map<string, KnownMember>> {
  const params = { zone: config().siteTz, emails: [...emails] };
  const found = await (within ? LOCK_BY_ADDRESSES.all(params, within) : BY_ADDRESSES.all(params));
  return new Map(found.map((member) => [member.email, member]));
}
