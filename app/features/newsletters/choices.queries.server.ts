import { NEWSLETTERS, type Newsletter } from "db/entities/newsletter";
import type { EntityManager } from "db/orm.server";
import { bool, type Fragment, int, literal, raw, sql, uuid } from "db/sql";
import { command, statement } from "db/statement.server";

export type { Newsletter };

const newsletterParam = literal(NEWSLETTERS);

/**
 * Whether a member gets a newsletter: their own choice, otherwise not if they turned reminders off. It needs
 * the parameter `newsletter`.
 * @param members name or alias of the table in the statement
 */
export const wantsNewsletter = (members: string): Fragment<{ newsletter: Newsletter }> => {
  const { id, reminds } = { id: raw(`${members}.id`), reminds: raw(`${members}.remind_by_mail`) };
  return sql`coalesce((select is_on from newsletter_choices
    where member_id = ${id} and newsletter = ${newsletterParam("newsletter")}), ${reminds})`;
};

/** Whether an email to a member makes sense at all: the address is verified, and the account stays. */
export const isReachable = (members: string): Fragment<object> =>
  raw(`(${members}.status = 'active' and ${members}.deletion_requested_at is null)`);

const WANTED = { newsletter: newsletterParam, isOn: bool.from`coalesce(c.is_on, m.remind_by_mail)` };
const CHOICES = statement("newsletters.choices", {
  newsletter: newsletterParam.from`n.newsletter`,
  isOn: WANTED.isOn,
})`
  select n.newsletter, ${{ isOn: WANTED.isOn }} from members m cross join newsletters n
    left join newsletter_choices c on c.member_id = m.id and c.newsletter = n.newsletter
   where m.id = ${uuid("memberId")}`;

/** The newsletters that a member gets. Empty if there is no such member. */
export async function wantedNewsletters(memberId: string): Promise<ReadonlySet<Newsletter>> {
  const rows = await CHOICES.all({ memberId });
  return new Set(rows.filter(({ isOn }) => isOn).map(({ newsletter }) => newsletter));
}

const CHOOSE = command("newsletters.choose")`
  insert into newsletter_choices (member_id, newsletter, is_on)
  select id, ${newsletterParam("newsletter")}, ${bool("isOn")} from members where id = ${uuid("memberId")}
  on conflict (member_id, newsletter) do update set is_on = excluded.is_on, changed_at = now()`;

/** Sets one newsletter and leaves the others as they are. Does nothing if there is no such member. */
export const chooseNewsletter = (
  choice: { memberId: string; newsletter: Newsletter; isOn: boolean },
  manager?: EntityManager,
): Promise<void> => CHOOSE.run(choice, manager);

const KEEP = command("newsletters.keep")`
  insert into newsletter_choices (member_id, newsletter, is_on)
  select m.id, n.newsletter, m.remind_by_mail from members m cross join newsletters n
   where m.id = ${uuid("memberId")} on conflict (member_id, newsletter) do nothing`;

/** Makes a member's present newsletters their choice, before reminders are switched: those decided until now. */
export const keepNewsletters = (memberId: string, manager: EntityManager): Promise<void> =>
  KEEP.run({ memberId }, manager);

const READERS = statement("newsletters.readers", { count: int })`
  select count(*)::int as count from members m where ${isReachable("m")} and ${wantsNewsletter("m")}`;

/** How many members get the newsletter, all tiers together. */
export async function countReaders(newsletter: Newsletter): Promise<number> {
  return (await READERS.first({ newsletter }))?.count ?? 0;
}
