import { randomUUID } from "node:crypto";
import { Member } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { ACCESS_DAY } from "~/features/entitlements/access-end.server";
import { config } from "~/platform/config.server";
import { AppError } from "~/web/app-error.server";
import { EMAIL_TAKEN, newReferralCode } from "../registration.server";

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

/** Somebody new, without a password. */
export type NewPerson = { firstname: string; lastname: string; email: string };

const ADD = statement("member-table.add", columns(Member, "id", "email"))`
  insert into members (id, firstname, lastname, email, status, registered_by_admin, referral_code, email_verified_at)
  select id, firstname, lastname, email, 'active', true, code, now()
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("firstnames")}::text[], ${array(text)("lastnames")}::text[],
                ${array(text)("emails")}::text[], ${array(text)("codes")}::text[]) as given (id, firstname, lastname, email, code)
  on conflict (email) do nothing returning id, email`;

/**
 * Adds members for the staff, as `registerByStaff` does, but without a password: they set one by a mail.
 * @returns their ids by address
 * @throws AppError 409 where an address is taken by now
 */
export async function addMembers(
  manager: EntityManager,
  people: readonly NewPerson[],
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const added = await ADD.all(
    {
      ids: people.map(() => randomUUID()),
      firstnames: people.map(({ firstname }) => firstname),
      lastnames: people.map(({ lastname }) => lastname),
      emails: people.map(({ email }) => email),
      codes: people.map(() => newReferralCode()),
    },
    manager,
  );
  if (added.length < people.length)
    throw new AppError(409, `Nothing was saved: ${EMAIL_TAKEN.toLowerCase()}`);
  return new Map(added.map(({ id, email }) => [email, id]));
}

const RENAME = command("member-table.rename")`
  update members m set firstname = given.firstname, lastname = given.lastname, version = m.version + 1
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("firstnames")}::text[], ${array(text)("lastnames")}::text[])
      as given (id, firstname, lastname)
   where m.id = given.id`;

/** Writes the names of members who are held by the caller, and counts their versions up. */
export const renameMembers = (
  manager: EntityManager,
  people: readonly { id: string; firstname: string; lastname: string }[],
): Promise<void> =>
  RENAME.run(
    {
      ids: people.map(({ id }) => id),
      firstnames: people.map(({ firstname }) => firstname),
      lastnames: people.map(({ lastname }) => lastname),
    },
    manager,
  );
