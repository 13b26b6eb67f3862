import { KEEP_RECEIPT_COUNTERS } from "../kept-counts";
import { evenFraction, id, momentSince, oneOf, word } from "./columns";
import { briefPage } from "./locks";
import { dated, NUMBERS, needsMembers, rows, type Statement, withMembers } from "./statement";

const LATER = (lane: number) =>
  `cast(:now as timestamptz) + (${evenFraction(lane)} * 90 - 50) * interval '1 day'`;

// Serial numbers rise with n, so the dates of registration must rise with n too.
const REGISTERED = `date_trunc('milliseconds',
  cast(:now as timestamptz) - interval '900 days' * (1 - sqrt((n - :first + 1) / (cast(:until as bigint) - :first + 2)::float8)))`;

const VERIFIED = `${evenFraction(4)} < 0.96`;

export const members: Statement = {
  table: "members",
  alongside: ["registrations"],
  last: "select max(cast(substring(email::text from '^reader-([0-9]+)@') as bigint)) as last from members",
  inserts: [
    rows("members", {
      id: id("member"),
      created_at: REGISTERED,
      updated_at: REGISTERED,
      firstname: word("firstnames", 0),
      lastname: word("lastnames", 1),
      email: "'reader-' || n || '@demo.test'",
      password_hash: "cast(:passwordHash as text)",
      subscription: oneOf(2, [
        ["'Basic'", 82],
        ["'Premium'", 13],
        ["'Private'", 5],
      ]),
      subscription_expires_at: `case when ${evenFraction(2)} >= 0.82 then ${LATER(3)} end`,
      status: oneOf(4, [
        ["'active'", 94],
        ["'inactive'", 2],
        ["'pending'", 4],
      ]),
      registered_by_admin: `${VERIFIED} and ${evenFraction(5)} < 0.03`,
      referral_code: "'R' || upper(lpad(to_hex(n), 9, '0'))",
      email_verified_at: `case when ${VERIFIED} then ${REGISTERED} end`,
    }),
    rows(
      "registrations",
      {
        id: id("own registration"),
        created_at: "created_at",
        member_id: "id",
        firstname: "firstname",
        lastname: "lastname",
        password_hash: "password_hash",
      },
      `${NUMBERS} join members on members.id = ${id("member")} and status = 'pending'`,
    ),
  ],
};

// The order and the payment of the same n belong together.
const BUYERS = withMembers();
const PRIVATE = `${evenFraction(1)} < 0.28`;
const PAID_AT = momentSince(0, "registered_at");
const FAILED = `${evenFraction(2)} >= 0.95`;
const PENDING = `${evenFraction(2)} >= 0.91`;

const REFUNDED = `${evenFraction(2)} < 0.015`;
const REFUNDED_AT = `case when ${REFUNDED} then least(${PAID_AT} + interval '2 days', :now) end`;

/**
 * Numbers rows, continuing after existing numbers. Row by row, the trigger would take minutes for a million.
 */
const numbered = (column: string, where: string, order: string) =>
  `case when ${where} then (select coalesce(max(${column}), 0) from payments)
     + (count(*) filter (where ${where}) over (order by ${order}, n))::int end`;

/** One of five orders began at the paywall of one of this many briefs, which need not exist. */
const SOLD_BY = 500;

const sold = {
  tier: `case when ${PRIVATE} then 'Private' else 'Premium' end`,
  amount: `case when ${PRIVATE} then 79 else 29 end`,
  currency: "'USD'",
};

export const payments: Statement = {
  table: "payments",
  alongside: ["orders"],
  last: "select max(cast(substring(provider_order_id from '^BULK-([0-9]+)$') as bigint)) as last from orders",
  needs: needsMembers("Payments"),
  inserts: [
    rows(
      "orders",
      {
        id: id("order"),
        created_at: PAID_AT,
        updated_at: PAID_AT,
        member_id: "member_id",
        plan_name: sold.tier,
        ...sold,
        days: "30",
        provider_order_id: "'BULK-' || n",
        status: `case when ${FAILED} then 'failed' when ${PENDING} then 'pending' else 'captured' end`,
        captured_at: `case when not ${PENDING} then ${PAID_AT} end`,
        locked_page: `case when ${evenFraction(5)} < 0.2 then ${briefPage(`(1 + n % ${SOLD_BY})`)} end`,
      },
      BUYERS,
    ),
    rows(
      "payments",
      {
        id: id("payment"),
        created_at: PAID_AT,
        updated_at: PAID_AT,
        order_id: id("order"),
        member_id: "member_id",
        plan: sold.tier,
        ...sold,
        status: `case when ${FAILED} then 'FAILED' when ${PENDING} then 'PENDING' else 'COMPLETED' end`,
        payment_method: "'PayPal'",
        provider_capture_id: `case when not ${FAILED} then 'BULKC-' || n end`,
        payment_date: PAID_AT,
        access_from: `case when not ${PENDING} then ${PAID_AT} end`,
        expires_at: `case when not ${PENDING} then ${PAID_AT} + interval '30 days' end`,
        refunded_at: REFUNDED_AT,
        receipt_number: numbered("receipt_number", `not ${PENDING}`, PAID_AT),
        credit_note_number: numbered("credit_note_number", REFUNDED, REFUNDED_AT),
      },
      BUYERS,
    ),
    KEEP_RECEIPT_COUNTERS,
    "select fill_access_periods()",
  ],
};

/** Coupons of all kinds. Every third has ended. */
export const coupons: Statement = {
  table: "coupons",
  last: "select max(cast(substring(code from '^BULK-([0-9]+)$') as bigint)) as last from coupons",
  inserts: [
    rows("coupons", {
      ...dated("coupon", 0, 1000),
      code: "'BULK-' || n",
      purpose: "'Campaign ' || n",
      percent: "case when n % 4 <> 0 then 1 + n % 60 end",
      amount: "case when n % 4 = 0 then 5 end",
      most_uses: "case when n % 2 = 0 then 100 end",
      through_day:
        "case when n % 3 = 0 then cast(cast(:now as timestamptz) at time zone 'UTC' as date) - 1 end",
    }),
  ],
};

const NEXT_BUYER = "coalesce(lead(member_id) over (order by n), first_value(member_id) over (order by n))";
const CLAIMANT = `nullif(${NEXT_BUYER}, member_id)`;
const CLAIMED = `${evenFraction(3)} < 0.7`;
const OF_GIFT = { ...sold, tier: "'Premium'", amount: "29" };

/** Gifts with their orders and payments. Seven of ten were claimed, each by the buyer of the next gift. */
export const gifts: Statement = {
  table: "gifts",
  alongside: ["orders", "payments"],
  last: "select max(cast(substring(provider_order_id from '^BULKG-([0-9]+)$') as bigint)) as last from orders",
  needs: {
    query: "select greatest(count(*) - 1, 0) as found from members",
    problem: "Gifts need two members at least: add --members",
  },
  inserts: [
    rows(
      "orders",
      {
        ...{ id: id("gift order"), created_at: PAID_AT, updated_at: PAID_AT, member_id: "member_id" },
        ...{ plan_name: "'Premium'", ...OF_GIFT, days: "30", provider_order_id: "'BULKG-' || n" },
        ...{ status: "'captured'", captured_at: PAID_AT },
      },
      BUYERS,
    ),
    rows(
      "payments",
      {
        ...{ id: id("gift payment"), created_at: PAID_AT, updated_at: PAID_AT, order_id: id("gift order") },
        ...{ member_id: "member_id", plan: "'Premium'", ...OF_GIFT, status: "'COMPLETED'" },
        ...{ payment_method: "'PayPal'", provider_capture_id: "'BULKGC-' || n", payment_date: PAID_AT },
        receipt_number: numbered("receipt_number", "true", PAID_AT),
      },
      BUYERS,
    ),
    rows(
      "gifts",
      {
        ...{ id: id("gift"), created_at: PAID_AT, updated_at: PAID_AT, order_id: id("gift order") },
        ...{ buyer_id: "member_id", tier: "'Premium'", recipient_email: "'friend-' || n || '@demo.test'" },
        ...{
          sender_name: "'Reader ' || n",
          paid_at: PAID_AT,
          expires_at: `${PAID_AT} + interval '365 days'`,
        },
        ...{ link_id: id("gift link"), token_hash: `encode(sha256(cast('gift ' || n as bytea)), 'hex')` },
        claimed_by_id: `case when ${CLAIMED} then ${CLAIMANT} end`,
        claimed_at: `case when ${CLAIMED} then ${PAID_AT} end`,
        access_from: `case when ${CLAIMED} then ${PAID_AT} end`,
        access_until: `case when ${CLAIMED} then ${PAID_AT} + interval '30 days' end`,
      },
      BUYERS,
    ),
    KEEP_RECEIPT_COUNTERS,
  ],
};

const TRIED = "member.created_at";

/** The n-th trial belongs to the n-th member and begins on the day of registration. */
export const trials: Statement = {
  table: "trials",
  last: `select max(cast(substring(m.email::text from '^reader-([0-9]+)@') as bigint)) as last
    from trials t join members m on m.id = t.member_id`,
  needs: {
    query: `select count(*) as found from members where id = ${id("member", "cast(:until as bigint)")}`,
    problem: "Trials need as many members: add --members",
  },
  inserts: [
    rows(
      "trials",
      {
        ...{ id: id("trial"), created_at: TRIED, member_id: "member.id", plan_name: "'Premium'" },
        ...{
          tier: "'Premium'",
          days: "14",
          access_from: TRIED,
          access_until: `${TRIED} + interval '14 days'`,
        },
      },
      `${NUMBERS} join members member on member.id = ${id("member")}`,
    ),
  ],
};

// A referrer registers before the friend. The exception is the first member, whose referrer is the second.
const REFERRER = `(case n when 1 then 2 else 1 + floor(${evenFraction(0)} ^ 2 * (n - 1))::bigint end)`;
const FRIEND = "select id, created_at from members";
/** The friend's first payment decides the outcome, as a capture and a refund do. */
const FIRST_PAYMENT = `
  select distinct on (member_id) member_id, id, payment_date, refunded_at from payments
   where status = 'COMPLETED' order by member_id, created_at, id`;

export const referrals: Statement = {
  table: "referrals",
  last: `select max(cast(substring(m.email::text from '^reader-([0-9]+)@') as bigint)) as last
    from referrals r join members m on m.id = r.friend_id`,
  needs: {
    query: `select count(*) as found from members where id = ${id("member", "greatest(2, cast(:until as bigint))")}`,
    problem: "Referrals need as many members, and two at least: add --members",
  },
  inserts: [
    rows(
      "referrals",
      {
        id: id("referral"),
        created_at: "friend.created_at",
        updated_at: "coalesce(paid.refunded_at, paid.payment_date, friend.created_at)",
        referrer_id: id("member", REFERRER),
        friend_id: "friend.id",
        state: `case when paid.id is null then 'joined' when paid.refunded_at is null then 'rewarded' else 'reversed' end`,
        payment_id: "paid.id",
        rewarded_at: "paid.payment_date",
        reversed_at: "paid.refunded_at",
      },
      `${NUMBERS} join (${FRIEND}) as friend on friend.id = ${id("member")}
        left join (${FIRST_PAYMENT}) as paid on paid.member_id = friend.id`,
    ),
  ],
};
