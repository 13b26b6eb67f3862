import { fraction, id, moment, oneOf, word } from "./columns";
import { NUMBERS, rows, type Statement } from "./statement";

const LATER = (lane: number) =>
  `cast(:now as timestamptz) + (${fraction(lane)} * 90 - 50) * interval '1 day'`;

// In order of n the serial numbers count up, so the dates of registration must rise with n.
const REGISTERED = `date_trunc('milliseconds',
  cast(:now as timestamptz) - interval '900 days' * (1 - sqrt((n - :first + 1) / (cast(:until as bigint) - :first + 2)::float8)))`;

export const members: Statement = {
  table: "members",
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
      subscription_expires_at: `case when ${fraction(2)} >= 0.82 then ${LATER(3)} end`,
      status: oneOf(4, [
        ["'active'", 94],
        ["'pending'", 4],
        ["'inactive'", 2],
      ]),
      registered_by_admin: `${fraction(5)} < 0.03`,
      referral_code: "'R' || upper(lpad(to_hex(n), 9, '0'))",
      email_verified_at: `case when ${fraction(4)} < 0.94 then ${REGISTERED} end`,
    }),
  ],
};

// Order and payment of the same n belong together; members are met in a fixed round.
const BUYERS = `(
  select n, buyer.id as buyer from ${NUMBERS}
  join (select id, row_number() over (order by serial_number) - 1 as place from members) as buyer
    on buyer.place = (n * 7919) % (select count(*) from members)
) as sold`;
const PRIVATE = `${fraction(1)} < 0.28`;
const PAID_AT = moment(0, 730);
const FAILED = `${fraction(2)} >= 0.95`;
const PENDING = `${fraction(2)} >= 0.91`;

const sold: Record<string, string> = {
  tier: `case when ${PRIVATE} then 'Private' else 'Premium' end`,
  amount: `case when ${PRIVATE} then 79 else 29 end`,
  currency: "'USD'",
};

export const payments: Statement = {
  table: "payments",
  alongside: ["orders"],
  last: "select max(cast(substring(provider_order_id from '^BULK-([0-9]+)$') as bigint)) as last from orders",
  needs: {
    query: "select count(*) as found from members",
    problem: "Payments need members: add --members, or start the demo first",
  },
  inserts: [
    rows(
      "orders",
      {
        id: id("order"),
        created_at: PAID_AT,
        updated_at: PAID_AT,
        member_id: "buyer",
        plan_name: sold.tier ?? "",
        ...sold,
        days: "30",
        provider_order_id: "'BULK-' || n",
        status: `case when ${FAILED} then 'failed' when ${PENDING} then 'approved' else 'captured' end`,
        captured_at: `case when not ${PENDING} then ${PAID_AT} end`,
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
        member_id: "buyer",
        plan: sold.tier ?? "",
        ...sold,
        status: `case when ${FAILED} then 'FAILED' when ${PENDING} then 'PENDING' else 'COMPLETED' end`,
        payment_method: "'PayPal'",
        provider_capture_id: `case when not ${FAILED} then 'BULKC-' || n end`,
        payment_date: PAID_AT,
        access_from: `case when not ${PENDING} then ${PAID_AT} end`,
        expires_at: `case when not ${PENDING} then ${PAID_AT} + interval '30 days' end`,
        refunded_at: `case when ${fraction(2)} < 0.015 then ${PAID_AT} + interval '2 days' end`,
      },
      BUYERS,
    ),
  ],
};
