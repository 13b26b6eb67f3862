import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, type RowOf, text } from "db/sql";
import { statement } from "db/statement.server";
import { ACCESS_DAY } from "~/access/access-end.server";
import { config } from "~/platform/config.server";

const KNOWN = { ...columns(Member, "id", "email", "firstname", "lastname", "version"), ...ACCESS_DAY };

/** A member whose address a row has. */
export type KnownMember = RowOf<typeof KNOWN>;

const BY_ADDRESSES = statement("member-table.by-addresses", KNOWN)`
  select ${KNOWN} from members where email = any(${array(text)("emails")}::citext[])`;

const LOCK_BY_ADDRESSES = statement("member-table.lock-by-addresses", KNOWN)`
  select ${KNOWN} from members where email = any(${array(text)("emails")}::citext[]) order by id for update`;

/** The members of these addresses, by address. @param within a transaction, which locks them in the order of their ids */
export async function membersByAddress(
  emails: readonly string[],
  within?: EntityManager,
): Promise<Map<string, KnownMember>> {
  const asked = { zone: config().siteTz, emails: [...emails] };
  const found = await (within ? LOCK_BY_ADDRESSES.all(asked, within) : BY_ADDRESSES.all(asked));
  return new Map(found.map((member) => [member.email, member]));
}
