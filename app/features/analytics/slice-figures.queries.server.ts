import { TIERS } from "db/entities/member";
import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, int, literal, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { parseCents } from "~/features/billing/money.rules";
import { ACCESS_TIER } from "~/features/billing/payments/payments.queries.server";
import {
  addPayers,
  addPaywallRevenue,
  type DayFigures,
  figuresOf,
  NO_PAYERS,
  type Slice,
  sumRevenueByPlan,
} from "./day-figures.rules";
import type { CompletedPayment } from "./paid-access.rules";

/** Members whose payments are loaded at once, so that a day with a hundred thousand of them needs the same memory. */
const MEMBERS_AT_ONCE = 2_000;

const PAID = {
  ...columnsAs("p", Payment, "id", "packageName", "tier", "currency", "amount"),
  ...columnsAs("p", Payment, "refundedAt", "accessFrom", "expiresAt", "paymentDate"),
  memberId: columnAs("p", Payment, "member"),
  accessTier: literal(TIERS).from`${ACCESS_TIER}`,
  isGift: bool.from`exists (select 1 from gifts g where g.order_id = p.order_id)`,
  lockedPage: text.orNull.from`(select o.locked_page from orders o where o.id = p.order_id)`,
};

const FROM = timestamp("from");
const UNTIL = timestamp("until");

/** Members with a payment, a refund, or a start or end of access between two moments. Each part has its own index. */
const AFFECTED = sql`
  select member_id from payments where status = 'COMPLETED' and payment_date >= ${FROM} and payment_date <= ${UNTIL}
  union all select member_id from payments where status = 'COMPLETED' and access_from >= ${FROM} and access_from <= ${UNTIL}
  union all select member_id from payments
   where status = 'COMPLETED' and refunded_at is null and expires_at >= ${FROM} and expires_at <= ${UNTIL}
  union all select member_id from payments where refunded_at is not null and expires_at >= ${FROM} and expires_at <= ${UNTIL}
  union all select member_id from payments where refunded_at is not null and refunded_at >= ${FROM} and refunded_at <= ${UNTIL}`;

/** All payments of those members. `lateral` makes the planner use the index for each member instead of reading the whole table. */
const OF_AFFECTED = statement("analytics.payments-of-affected", PAID)`
  select ${PAID} from (
    select member_id from (${AFFECTED}) as moved where member_id > ${uuid("after")}
     group by member_id order by member_id limit ${int("limit")}) as affected
   cross join lateral (
     select * from payments where member_id = affected.member_id and status = 'COMPLETED' offset 0) as p
   order by p.member_id`;

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * The figures of a slice, from the current payments.
 * @param within the transaction that reads them, where there is one
 */
export async function sliceFigures(slice: Slice, within?: EntityManager): Promise<DayFigures> {
  const bounds = { from: new Date(slice.from), until: new Date(slice.until) };
  let sum: DayFigures = { payers: NO_PAYERS, revenue: [], locks: [] };
  for (let after = BEFORE_ALL, members = MEMBERS_AT_ONCE; members === MEMBERS_AT_ONCE; ) {
    const rows = await OF_AFFECTED.all({ ...bounds, after, limit: MEMBERS_AT_ONCE }, within);
    const { payers, revenue, locks } = figuresOf(rows.map(completedPayment), slice);
    sum = {
      payers: addPayers(sum.payers, payers),
      revenue: sumRevenueByPlan([...sum.revenue, ...revenue]),
      locks: addPaywallRevenue([...sum.locks, ...locks]),
    };
    members = new Set(rows.map(({ memberId }) => memberId)).size;
    after = rows.at(-1)?.memberId ?? after;
  }
  return sum;
}

const completedPayment = ({
  amount,
  paymentDate,
  accessFrom,
  expiresAt,
  refundedAt,
  ...payment
}: RowOf<typeof PAID>): CompletedPayment => ({
  ...payment,
  cents: parseCents(amount),
  paidAt: Number(paymentDate),
  accessFrom: accessFrom && Number(accessFrom),
  accessUntil: expiresAt && Number(expiresAt),
  refundedAt: refundedAt && Number(refundedAt),
});
