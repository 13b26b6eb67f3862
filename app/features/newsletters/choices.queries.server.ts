import type { Newsletter, OwnNewsletter } from "db/entities/newsletter";
import type { EntityManager } from "db/orm.server";
import { array, bool, type Fragment, int, raw, sql, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { isReachable } from "~/access/wanted-emails.server";
import { isSuppressed } from "~/features/mail/suppressions.queries.server";
import { newsletterParam } from "./newsletter-param.server";

export type { Newsletter, OwnNewsletter };

/** Those for readers without an account: an alert has no version for them. */
const OPEN = raw("(select newsletter from newsletters where newsletter <> 'alerts' and ended_at is null)");

/** What a member gets without a choice, in a statement with the alias `m`: what the owner adds is chosen only. */
const isDefault = (newsletter: Fragment<object>) =>
  sql`(m.remind_by_mail and ${newsletter} not like 'own-%')`;

/**
 * Whether a member gets a newsletter: their own choice, otherwise not if they turned reminders off or the
 * owner added it. It needs the parameter `newsletter`.
 * @param members name or alias of the table in the statement
 */
export const wantsNewsletter = (members: string): Fragment<{ newsletter: Newsletter }> => {
  const { id, reminds } = { id: raw(`${members}.id`), reminds: raw(`${members}.remind_by_mail`) };
  return sql`coalesce((select is_on from newsletter_choices
    where member_id = ${id} and newsletter = ${newsletterParam("newsletter")}),
    ${reminds} and ${newsletterParam("newsletter")} not like 'own-%')`;
};

/** Whether a subscriber gets a newsletter. It needs the parameter `newsletter`. @param subscribers as above */
export const isSubscribed = (subscribers: string): Fragment<{ newsletter: Newsletter }> =>
  sql`(${raw(subscribers)}.confirmed_at is not null and ${newsletterParam("newsletter")} = any(${raw(subscribers)}.newsletters))`;

/** Whether the address of a subscriber has an account, whose own choices count. */
export const hasAccount = (subscribers: string): Fragment<object> =>
  raw(
    `coalesce((select true from members where email = ${subscribers}.email and status <> 'pending' limit 1), false)`,
  );

/** The account of a subscriber that has one now, or the reader: links in emails outlive a registration. */
const READER = sql`coalesce((select coalesce(s.member_id, m.id) from subscribers s
    left join members m on m.email = s.email and m.status <> 'pending' where s.id = ${uuid("readerId")}), ${uuid("readerId")})`;

const PRESENT = { id: uuid.from`${READER}` };
const PRESENT_READER = statement("newsletters.present-reader", PRESENT)`select ${PRESENT}`;

/** The member that a subscriber has become, otherwise the reader. @param readerId of a member or subscriber */
export const presentReader = async (readerId: string): Promise<string> =>
  (await PRESENT_READER.first({ readerId }))?.id ?? readerId;

const OFFERED = { newsletter: newsletterParam, isOn: bool };
const CHOICES = statement("newsletters.choices", OFFERED)`
  select n.newsletter, coalesce(c.is_on, ${isDefault(raw("n.newsletter"))}) as "isOn"
    from members m cross join newsletters n
    left join newsletter_choices c on c.member_id = m.id and c.newsletter = n.newsletter
   where m.id = ${READER} and n.ended_at is null
  union all
  select open.newsletter, open.newsletter = any(s.newsletters) from subscribers s
    cross join ${OPEN} as open
   where s.id = ${READER} and s.confirmed_at is not null`;

/**
 * The newsletters that a reader can choose, and whether they get them. Empty if there is no such reader.
 * @param readerId of a member, or of a subscriber without an account
 */
export async function newsletterChoices(readerId: string): Promise<ReadonlyMap<Newsletter, boolean>> {
  const rows = await CHOICES.all({ readerId });
  return new Map(rows.map(({ newsletter, isOn }) => [newsletter, isOn]));
}

/** The newsletters that a reader gets. @param readerId as above */
export async function wantedNewsletters(readerId: string): Promise<ReadonlySet<Newsletter>> {
  const choices = await newsletterChoices(readerId);
  return new Set([...choices].filter(([, isOn]) => isOn).map(([newsletter]) => newsletter));
}

/** Of a subscriber only the confirmation: their row also changes when they end one, or somebody types their address. */
const CHOSEN_SINCE = statement("newsletters.chosen-since", { newsletter: newsletterParam })`
  select newsletter from newsletter_choices
   where member_id = ${READER} and is_on and changed_at > ${timestamp("at")}
  union all
  select unnest(newsletters) from subscribers where id = ${READER} and confirmed_at > ${timestamp("at")}`;

/** The newsletters that a reader gets and did not choose after this moment. @param readerId as above */
export async function wantedBefore(readerId: string, at: Date): Promise<Newsletter[]> {
  const [wanted, chosen] = await Promise.all([
    wantedNewsletters(readerId),
    CHOSEN_SINCE.all({ readerId, at }),
  ]);
  return [...wanted].filter((each) => !chosen.some(({ newsletter }) => newsletter === each));
}

const N = newsletterParam("newsletter");
const IS_ON = bool("isOn");
const CHANGED = {
  isChanged: bool.from`exists (select from subscribed) or exists (
    select from chosen join members m on m.id = chosen.member_id
      left join newsletter_choices b on b.member_id = m.id and b.newsletter = ${N}
     where coalesce(b.is_on, ${isDefault(sql`${N}`)}) <> ${IS_ON})`,
};
const CHOOSE = statement("newsletters.choose", CHANGED)`
  with chosen as (
    insert into newsletter_choices as held (member_id, newsletter, is_on)
    select id, ${N}, ${IS_ON} from members
     where id = ${READER}
       and exists (select from newsletters where newsletter = ${N} and (not ${IS_ON} or ended_at is null))
    on conflict (member_id, newsletter) do update set is_on = excluded.is_on, changed_at = now()
     where held.is_on <> excluded.is_on
    returning member_id),
  subscribed as (
    update subscribers
       set newsletters = case when ${IS_ON} then array_append(newsletters, ${N}) else array_remove(newsletters, ${N}) end,
           changed_at = now()
     where id = ${READER} and confirmed_at is not null and (not ${IS_ON} or ${N} in ${OPEN})
       and (${N} = any(newsletters)) <> ${IS_ON}
    returning id)
  select ${CHANGED}`;

/**
 * Sets one newsletter and leaves the others as they are. Does nothing if there is no such reader.
 * @returns whether that changed anything; of the same requests at the same time, one changes it
 */
export async function chooseNewsletter(
  choice: { readerId: string; newsletter: Newsletter; isOn: boolean },
  manager?: EntityManager,
): Promise<boolean> {
  return (await CHOOSE.first(choice, manager))?.isChanged ?? false;
}

const KEEP = command("newsletters.keep")`
  insert into newsletter_choices (member_id, newsletter, is_on)
  select m.id, n.newsletter, ${isDefault(raw("n.newsletter"))} from members m cross join newsletters n
   where m.id = ${uuid("memberId")} and n.newsletter not like 'own-%' on conflict (member_id, newsletter) do nothing`;

/** Makes a member's present newsletters their choice, before reminders are switched: those decided until now. */
export const keepNewsletters = (memberId: string, manager: EntityManager): Promise<void> =>
  KEEP.run({ memberId }, manager);

const REACHED = sql`${isReachable("m")} and not ${isSuppressed("m.email")}`;
const COUNTED = { newsletter: newsletterParam.from`n.newsletter`, count: int };
/** Each table is read once for all newsletters. */
const READERS = statement("newsletters.readers", COUNTED)`
  select n.newsletter, (case when n.newsletter like 'own-%' then 0 else d.readers end
                        + coalesce(c.readers, 0) + coalesce(s.readers, 0))::int as count
    from newsletters n
   cross join (select count(*) as readers from members m where ${REACHED} and m.remind_by_mail) as d
    left join (select c.newsletter, sum(c.is_on::int - ${isDefault(raw("c.newsletter"))}::int) as readers
                 from newsletter_choices c join members m on m.id = c.member_id where ${REACHED}
                group by c.newsletter) as c on c.newsletter = n.newsletter
    left join (select unnest(s.newsletters) as newsletter, count(*) as readers from subscribers s
                where s.confirmed_at is not null and not ${hasAccount("s")} and not ${isSuppressed("s.email")}
                group by 1) as s on s.newsletter = n.newsletter`;

/** How many readers get each newsletter, members of all tiers and subscribers together. */
export async function countReaders(): Promise<ReadonlyMap<Newsletter, number>> {
  return new Map((await READERS.all()).map(({ newsletter, count }) => [newsletter, count]));
}

const MEMBERS = sql`m.id = any(${array(uuid)("memberIds")}::uuid[])`;
const ADOPT = command("newsletters.adopt")`
  with adopted as (
    select s.id, s.newsletters, s.confirmed_at, m.id as member_id
      from members m join subscribers s on s.email = m.email where ${MEMBERS} and m.status <> 'pending' for update of s),
  chosen as (
    insert into newsletter_choices (member_id, newsletter, is_on)
    select a.member_id, open.newsletter, open.newsletter = any(a.newsletters) from adopted a
      cross join ${OPEN} as open
     where a.confirmed_at is not null and (${bool("isNew")} or open.newsletter = any(a.newsletters))
    on conflict (member_id, newsletter) do nothing),
  delivered as (
    update edition_members e set member_id = a.member_id, subscriber_id = null from adopted a
     where e.subscriber_id = a.id
       and not exists (select from edition_members o where o.edition_id = e.edition_id and o.member_id = a.member_id))
  update subscribers s
     set email = null, member_id = a.member_id, newsletters = '{}', requested = '{}', changed_at = now()
    from adopted a where s.id = a.id`;

/**
 * Subscribers have an account now: what they confirmed becomes the member's choice, and what they got counts as
 * the member's, so that no edition reaches them twice.
 *
 * @param isNew a new account gets nothing that its owner did not subscribe to; one that changes its address keeps what
 * it gets
 */
export const adoptSubscriptions = (
  memberIds: string[],
  manager: EntityManager,
  { isNew } = { isNew: true },
): Promise<void> => ADOPT.run({ memberIds, isNew }, manager);
