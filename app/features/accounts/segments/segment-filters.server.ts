import { type FilterQuery, sql } from "@mikro-orm/core";
import type { Member } from "db/entities/member";
import type { Filter } from "~/admin-kit/resource.server";
import { isNewsletter, NEWSLETTER_KINDS, NEWSLETTER_WORDS } from "~/features/newsletters/newsletters.rules";
import { isUuid } from "~/web/uuid";

const days = (count: string) => Number(count.slice(count.lastIndexOf("-") + 1));

/** Members with access now, whose access ends soon, and whose access has ended, by the database's clock. */
function termCondition(option: string): FilterQuery<Member> {
  const paid = { subscription: { $ne: "Basic" as const } };
  const now = sql`now()`;
  if (option === "running")
    return { ...paid, $or: [{ subscriptionExpiresAt: null }, { subscriptionExpiresAt: { $gt: now } }] };
  if (option === "ended") return { ...paid, subscriptionExpiresAt: { $lte: now } };
  const end = sql`now() + make_interval(days => ${days(option)})`;
  return { ...paid, subscriptionExpiresAt: { $gt: now, $lte: end } };
}

/** Who was added by an import, which is known for two years. */
const sources: Record<string, () => FilterQuery<Member>> = {
  import: () => ({ id: sql`any(select member_id from imported_members where before is null)` }),
  staff: () => ({
    id: sql`any(select m.id from members m where m.registered_by_admin
      and not exists (select from imported_members i where i.member_id = m.id and i.before is null))`,
  }),
  invite: () => ({ registeredByAdmin: false, id: sql`any(select friend_id from referrals)` }),
  registration: () => ({
    id: sql`any(select m.id from members m where not m.registered_by_admin
      and not exists (select from referrals r where r.friend_id = m.id))`,
  }),
};

/** Sessions know the last visit for 30 days, devices the last sign-in for 400. */
const seenWithin = (count: number) => sql`any(
  select member_id from sessions where last_seen_at > now() - make_interval(days => ${count}) and seen_by_id is null and member_id is not null
  union all
  select member_id from known_devices where last_seen_at > now() - make_interval(days => ${count}) and member_id is not null)`;

const unseenFor = (count: number) => sql`any(select m.id from members m
  where not exists (select from sessions s where s.member_id = m.id and s.seen_by_id is null
                       and s.last_seen_at > now() - make_interval(days => ${count}))
    and not exists (select from known_devices d where d.member_id = m.id
                       and d.last_seen_at > now() - make_interval(days => ${count})))`;

const wants = (newsletter: string) => sql`any(select m.id from members m
  left join newsletter_choices c on c.member_id = m.id and c.newsletter = ${newsletter}
 where coalesce(c.is_on, m.remind_by_mail and ${newsletter} not like 'own-%'))`;

/** Neither by default nor by choice; those that the owner added are chosen only. */
const WANTS_NONE = () => sql`any(select m.id from members m where not exists (select from newsletters n
    left join newsletter_choices c on c.member_id = m.id and c.newsletter = n.newsletter
   where n.ended_at is null and coalesce(c.is_on, m.remind_by_mail and n.newsletter not like 'own-%')))`;

/** The filters of the members' list that its segments add to those of its form. Only links set them. */
export const SEGMENT_FILTERS: readonly Filter<Member>[] = [
  {
    name: "term",
    label: "Term",
    byLink: true,
    options: [
      { value: "running", label: "Has paid access" },
      ...[7, 30, 90].map((count) => ({ value: `ends-${count}`, label: `Ends within ${count} days` })),
      { value: "ended", label: "Has ended" },
    ],
    where: termCondition,
  },
  {
    name: "source",
    label: "Source",
    byLink: true,
    options: [
      { value: "registration", label: "Registered alone" },
      { value: "invite", label: "Invited by a member" },
      { value: "staff", label: "Added by staff" },
      { value: "import", label: "Imported" },
    ],
    where: (source) => sources[source]?.() ?? {},
  },
  {
    name: "seen",
    label: "Last seen",
    byLink: true,
    options: [
      ...[7, 30, 90].map((count) => ({ value: `in-${count}`, label: `Within ${count} days` })),
      ...[30, 90, 365].map((count) => ({ value: `not-${count}`, label: `Not for ${count} days` })),
    ],
    where: (seen) => ({ id: seen.startsWith("in-") ? seenWithin(days(seen)) : unseenFor(days(seen)) }),
  },
  {
    name: "newsletter",
    label: "Newsletter",
    byLink: true,
    options: [
      ...NEWSLETTER_KINDS.map((value) => ({ value, label: NEWSLETTER_WORDS[value].title })),
      { value: "none", label: "Wants no newsletter" },
    ],
    accepts: isNewsletter,
    where: (newsletter) => ({ id: newsletter === "none" ? WANTS_NONE() : wants(newsletter) }),
  },
  {
    name: "label",
    label: "Label",
    byLink: true,
    options: [],
    accepts: isUuid,
    where: (id) => ({ id: sql`any(select member_id from member_labels where label_id = ${id}::uuid)` }),
  },
  {
    name: "batch",
    label: "One batch",
    byLink: true,
    options: [],
    accepts: isUuid,
    where: (id) => ({ id: sql`any(select member_id from batch_members where batch_id = ${id}::uuid)` }),
  },
];
