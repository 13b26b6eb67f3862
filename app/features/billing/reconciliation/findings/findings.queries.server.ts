import { effectiveTierSql } from "db/effective-tier";
import type { ACCEPTABLE_FINDINGS } from "db/entities/accepted-finding";
import { Member, TIERS } from "db/entities/member";
import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { decimal, type Fragment, literal, type RowOf, raw, sql, text, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { ACCESS_TIER, accessTierSql } from "../../payments/payments.queries.server";
import { FINDING_KINDS, type Finding, type FindingKind } from "./findings.rules";

/** Lines shown per kind. The page mentions that there are more. */
export const SHOWN = 50;

const HOLDS = raw(effectiveTierSql("m"));

/** The rank of a tier, for comparisons. */
const tierRank = (tier: Fragment) => sql`array_position(array['Basic', 'Premium', 'Private'], ${tier})`;

const MEMBER_FACTS = {
  memberId: columnAs("m", Member, "id"),
  name: text.from`m.firstname || ' ' || m.lastname`,
  email: columnAs("m", Member, "email"),
  holds: literal(TIERS).from`${HOLDS}`,
};

const OF_PAYMENT = {
  ...MEMBER_FACTS,
  subject: text.from`p.id::text`,
  tier: literal(TIERS).from`p.tier`,
  at: timestamp.from`p.payment_date`,
  until: timestamp.orNull.from`p.expires_at`,
  ...columnsAs("p", Payment, "amount", "currency"),
  note: text.orNull.from`p.provider_capture_id`,
};

const OF_ORDER = {
  ...MEMBER_FACTS,
  subject: text.from`o.id::text`,
  tier: literal(TIERS).from`o.tier`,
  at: timestamp.from`o.created_at`,
  until: timestamp.orNull.from`null::timestamptz`,
  ...columnsAs("o", Order, "amount", "currency"),
  note: text.orNull.from`o.last_error`,
};

const ACCESS = sql`m.id::text || ' ' || m.subscription || ' ' || coalesce(extract(epoch from m.subscription_expires_at)::text, 'no end')`;

const OF_ACCESS = {
  ...MEMBER_FACTS,
  subject: text.from`${ACCESS}`,
  tier: literal(TIERS).from`m.subscription`,
  at: timestamp.from`m.created_at`,
  until: columnAs("m", Member, "subscriptionExpiresAt"),
  amount: decimal.orNull.from`null::numeric`,
  currency: text.orNull.from`null::text`,
  note: text.orNull.from`null::text`,
};

type Row = RowOf<typeof OF_ACCESS>;

/** Excludes findings that staff accepted. With a subject, matches only that one. */
const open = (kind: (typeof ACCEPTABLE_FINDINGS)[number], subject: Fragment) => sql`
  not exists (select 1 from accepted_findings a where a.kind = ${raw(`'${kind}'`)} and a.subject = ${subject})
  and (${text.orNull("subject")}::text is null or ${subject} = ${text.orNull("subject")}::text)`;

const PAID = sql`p.status = 'COMPLETED' and p.refunded_at is null`;

/** The tier that the access opened: a restore grants it, and a refund ends it. */
const OF_ACCESS_BOUGHT = { ...OF_PAYMENT, tier: literal(TIERS).from`${ACCESS_TIER}` };

/** Days replaced by a higher plan are excluded, future ones included: their buyer agreed to lose them. */
const PAID_WITHOUT_ACCESS = statement("findings.paid-without-access", OF_ACCESS_BOUGHT)`
  select ${OF_ACCESS_BOUGHT} from payments p join members m on m.id = p.member_id
   where ${PAID} and p.expires_at > now() and p.access_from <= now()
     and ${tierRank(HOLDS)} < ${tierRank(ACCESS_TIER)}
     and not exists (
       select 1 from payments q
        where q.member_id = p.member_id and q.status = 'COMPLETED' and q.refunded_at is null
          and ${tierRank(accessTierSql("q"))} > ${tierRank(ACCESS_TIER)}
          and q.access_from >= p.payment_date and q.access_from < p.expires_at)
     and not exists (
       select 1 from gifts g
        where g.claimed_by_id = p.member_id and g.taken_back_at is null and ${tierRank(sql`g.tier`)} > ${tierRank(ACCESS_TIER)}
          and g.access_from >= p.payment_date and g.access_from < p.expires_at)
     and ${open("paid without access", sql`p.id::text`)}
   order by p.expires_at, p.id limit ${SHOWN + 1}`;

const OF_HELD = {
  ...OF_ORDER,
  amount: decimal.orNull.from`o.held_amount`,
  currency: text.orNull.from`o.held_currency`,
  note: text.orNull.from`concat_ws(': ', o.held_capture_id, o.last_error)`,
};
/** Money that the provider reported holding, without a payment. */
const CAPTURED_NOT_RECORDED = statement("findings.captured-not-recorded", OF_HELD)`
  select ${OF_HELD} from orders o join members m on m.id = o.member_id
   where o.held_capture_id is not null and ${open("captured, not recorded", sql`o.id::text`)}
   order by o.updated_at, o.id limit ${SHOWN + 1}`;

const STUCK = statement("findings.stuck", OF_ORDER)`
  select ${OF_ORDER} from orders o join members m on m.id = o.member_id
   where (o.status in ('approved', 'capturing', 'unknown') and o.updated_at < now() - interval '15 minutes'
          or o.status = 'pending' and o.updated_at < now() - interval '14 days')
     and (${text.orNull("subject")}::text is null or o.id::text = ${text.orNull("subject")}::text)
   order by o.updated_at, o.id limit ${SHOWN + 1}`;

const REFUSED_TO_US = statement("findings.refused-to-our-account", OF_ORDER)`
  select ${OF_ORDER} from orders o join members m on m.id = o.member_id
   where o.end_reason = 'our account' and o.updated_at > now() - interval '30 days'
     and ${open("refused to our account", sql`o.id::text`)}
   order by o.updated_at, o.id limit ${SHOWN + 1}`;

/**
 * The person who got the access: the payer, or a gift's recipient. Two gifts with deleted addresses may be
 * for two people.
 */
const RECIPIENT = sql`case when g.id is null then '' else coalesce(g.recipient_email::text, g.id::text) end`;

/**
 * Lists the later of two payments. Each is compared with the one before it, in one pass over the month.
 * Payments that arrived after their buyer had paid for something else are added.
 */
const PAID_TWICE = statement("findings.paid-twice", OF_PAYMENT)`
  select ${OF_PAYMENT}
    from (select id from (
             select p.id, p.payment_date - lag(p.payment_date) over (
                      partition by p.member_id, p.tier, ${RECIPIENT} order by p.payment_date, p.id) as after
               from payments p left join gifts g on g.order_id = p.order_id
              where ${PAID} and p.payment_date > now() - interval '31 days') as month
           where after < interval '1 day'
           union
          select p.id from orders o join payments p on p.order_id = o.id
           where o.status = 'captured' and o.end_reason is not null and ${PAID}) as paid
    join payments p on p.id = paid.id join members m on m.id = p.member_id
   where p.payment_date > now() - interval '30 days'
     and ${open("paid twice", sql`p.id::text`)}
   order by p.payment_date, p.id limit ${SHOWN + 1}`;

/** Gifts that are claimed and valid. */
const CLAIMED = sql`g.claimed_by_id is not null and g.taken_back_at is null`;

/** Until when referrals explain an access: their days follow the paid ones, or begin when they are earned. */
const REFERRED_UNTIL = sql`(
  select max(greatest(r.rewarded_at, (
           select max(p.expires_at) from payments p where p.member_id = m.id and ${PAID} and ${ACCESS_TIER} = m.subscription), (
           select max(g.access_until) from gifts g where g.claimed_by_id = m.id and ${CLAIMED} and g.tier = m.subscription), (
           select t.access_until from trials t where t.member_id = m.id and t.tier = m.subscription)))
         + make_interval(days => sum(r.days)::int)
    from referrals r
   where (r.friend_id = m.id or (r.referrer_id = m.id and r.refusal is null)) and r.state = 'rewarded')`;

/** First finds all readers without a current payment. Only those few are then checked for other reasons. */
const ACCESS_WITHOUT_PAYMENT = statement("findings.access-without-payment", OF_ACCESS)`
  with running as materialized (
    select p.member_id, ${ACCESS_TIER} as tier from payments p where ${PAID} and p.expires_at > now()
    union all select g.claimed_by_id, g.tier from gifts g where ${CLAIMED} and g.access_until > now()
    union all select t.member_id, t.tier from trials t where t.access_until > now()
  ), unpaid as materialized (
    select m.id, m.created_at from members m
     where m.subscription <> 'Basic' and (m.subscription_expires_at is null or m.subscription_expires_at > now())
       and not m.registered_by_admin
       and not exists (select 1 from running r where r.member_id = m.id and r.tier = m.subscription)
  )
  select ${OF_ACCESS} from unpaid join members m on m.id = unpaid.id
   where (m.subscription_expires_at <= ${REFERRED_UNTIL}) is not true
     and not exists (
       select 1 from changes c
        where c.resource = 'manage-users' and c.record_id = m.id::text
          and (jsonb_exists(c.detail -> 'fields', 'subscription')
               or jsonb_exists(c.detail -> 'fields', 'subscriptionExpiresAt')))
     and ${open("access without payment", ACCESS)}
   order by unpaid.created_at, unpaid.id limit ${SHOWN + 1}`;

const STATEMENTS: Record<
  FindingKind,
  { all: (args: { subject: string | null }, within?: EntityManager) => Promise<Row[]> }
> = {
  "paid without access": PAID_WITHOUT_ACCESS,
  "captured, not recorded": CAPTURED_NOT_RECORDED,
  stuck: STUCK,
  "paid twice": PAID_TWICE,
  "refused to our account": REFUSED_TO_US,
  "access without payment": ACCESS_WITHOUT_PAYMENT,
};

/** Up to `SHOWN + 1` findings of each kind, the oldest first. */
export async function findings(): Promise<Finding[]> {
  const found = await Promise.all(
    FINDING_KINDS.map(async (kind) =>
      (await STATEMENTS[kind].all({ subject: null })).map((row): Finding => ({ kind, ...row })),
    ),
  );
  return found.flat();
}

/** The current state of one finding. Undefined once it is resolved or accepted. */
export async function findingOf(
  kind: FindingKind,
  subject: string,
  within?: EntityManager,
): Promise<Finding | undefined> {
  const [row] = await STATEMENTS[kind].all({ subject }, within);
  return row && { kind, ...row };
}
