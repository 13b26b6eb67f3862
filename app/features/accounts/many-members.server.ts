import { randomUUID } from "node:crypto";
import { MEMBER_STATUSES, Member, type MemberStatus } from "db/entities/member";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, literal, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { ChangeEntry } from "~/admin-kit/change-log.server";
import { adoptSubscriptions } from "~/features/newsletters/choices.queries.server";
import { members } from "./members.resource.server";
import { newReferralCode } from "./registration.server";

/** A new member without a password. Defaults: active, gets reminders, joined now. */
export type NewPerson = {
  firstname: string;
  lastname: string;
  email: string;
  status?: MemberStatus;
  remindByMail?: boolean;
  createdAt?: Date;
};

/** An address was registered between the check and the write. */
export class AddressTaken extends Error {}

const ADD = statement("many-members.add", columns(Member, "id", "email"))`
  insert into members (id, firstname, lastname, email, status, registered_by_admin, referral_code, email_verified_at,
                       remind_by_mail, created_at)
  select id, firstname, lastname, email, status, true, code, case when status <> 'pending' then now() end, remind, coalesce(created, now())
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("firstnames")}::text[], ${array(text)("lastnames")}::text[],
                ${array(text)("emails")}::text[], ${array(literal(MEMBER_STATUSES))("statuses")}::text[],
                ${array(text)("codes")}::text[], ${array(bool)("reminds")}::boolean[],
                ${array(timestamp.orNull)("created")}::timestamptz[])
      as given (id, firstname, lastname, email, status, code, remind, created)
  on conflict (email) do nothing returning id, email`;

/**
 * Adds members for staff, as `registerByStaff` does, but without a password: they set one through an email.
 * Inserts in address order, so that two staff who add the same people cannot deadlock.
 * @returns their ids by address
 * @throws AddressTaken
 */
export async function addMembers(
  manager: EntityManager,
  people: readonly NewPerson[],
): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const inOrder = people.toSorted((one, other) => (one.email < other.email ? -1 : 1));
  const added = await ADD.all(
    {
      ids: inOrder.map(() => randomUUID()),
      firstnames: inOrder.map(({ firstname }) => firstname),
      lastnames: inOrder.map(({ lastname }) => lastname),
      emails: inOrder.map(({ email }) => email),
      statuses: inOrder.map(({ status = "active" }) => status),
      codes: inOrder.map(() => newReferralCode()),
      reminds: inOrder.map(({ remindByMail = true }) => remindByMail),
      created: inOrder.map(({ createdAt = null }) => createdAt),
    },
    manager,
  );
  if (added.length < people.length) throw new AddressTaken();
  await adoptSubscriptions(
    added.map(({ id }) => id),
    manager,
  );
  return new Map(added.map(({ id, email }) => [email, id]));
}

const RENAME = command("many-members.rename")`
  update members m set firstname = given.firstname, lastname = given.lastname, version = m.version + 1
    from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("firstnames")}::text[], ${array(text)("lastnames")}::text[])
      as given (id, firstname, lastname)
   where m.id = given.id`;

/** Changes the names of members whose rows the caller has locked, and raises their versions. */
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

/** A change log entry about a member. */
export const memberEntry = (
  action: string,
  recordId: string,
  recordTitle: string,
  detail: ChangeEntry["detail"] = null,
): ChangeEntry => ({ action, resource: members.path, recordId, recordTitle, detail });
