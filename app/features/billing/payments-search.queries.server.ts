import { PAYMENT_STATUSES } from "db/entities/payment";
import { filtered } from "db/filtered.server";
import { COUNT_LIMIT } from "db/query.server";
import { day, type Fragment, int, literal, sql, text } from "db/sql";
import { forEachOf } from "db/statement.server";
import { likePattern } from "~/admin-kit/find.server";
import type { ListState } from "~/admin-kit/list-state";
import type { Page, Range } from "~/admin-kit/resource.server";
import { config } from "~/platform/config.server";
import { PAYMENT, PAYMENT_SOURCE, type PaymentRow } from "./payments.queries.server";

const zone = text("zone", "UTC");
const id = text("providerId");

const FILTERS = {
  refunded: sql`and p.refunded_at is not null`,
  status: sql`and p.status = ${literal(PAYMENT_STATUSES)("status")} and p.refunded_at is null`,
  from: sql`and p.created_at >= (${day("from")}::date::timestamp at time zone ${zone})`,
  to: sql`and p.created_at < ((${day("to")}::date + 1)::timestamp at time zone ${zone})`,
  // Each part by an index of its own: a condition over the joined tables would read them all.
  pattern: sql`and (p.member_id in (select id from members where (email::text) ilike ${text("pattern", "%demo%")})
    or p.provider_capture_id = ${id} or p.order_id in (select id from orders where provider_order_id = ${id}))`,
};

/** What the list is narrowed to. Days are days of the site's time zone, both inclusive. */
const filterValues = ({ q, filters: { status }, from, to }: ListState) => ({
  refunded: status === "REFUNDED" ? (true as const) : undefined,
  status: PAYMENT_STATUSES.find((known) => known === status),
  from: from || undefined,
  to: to || undefined,
  pattern: q ? likePattern(q) : undefined,
  providerId: q.toUpperCase(),
  zone: config().siteTz,
});

const ORDERS: Record<"createdAt" | "paymentDate", Record<ListState["direction"], Fragment<object>>> = {
  createdAt: { asc: sql`p.created_at asc, p.id asc`, desc: sql`p.created_at desc, p.id desc` },
  paymentDate: { asc: sql`p.payment_date asc, p.id asc`, desc: sql`p.payment_date desc, p.id desc` },
};

const LISTS = forEachOf(["createdAt", "paymentDate"], (order) =>
  forEachOf(["asc", "desc"], (direction) =>
    filtered(
      `payments.list, ${order} ${direction}`,
      PAYMENT,
      FILTERS,
      (declare, chosen) => declare`
        select ${PAYMENT} from ${PAYMENT_SOURCE} where true ${chosen}
         order by ${ORDERS[order][direction]} limit ${int("limit")} offset ${int("offset", 0)}`,
    ),
  ),
);

/** One more than the limit is counted: the screen says 'more than'. */
const COUNT = filtered(
  "payments.count-matching",
  { total: int },
  FILTERS,
  (declare, chosen) => declare`
    select count(*)::int as total from (select 1 from payments p where true ${chosen} limit ${COUNT_LIMIT + 1}) as counted`,
);

/** The payments that the list of the back-office is asked for. */
export async function findPayments(state: ListState, { limit, offset }: Range): Promise<Page<PaymentRow>> {
  const values = filterValues(state);
  const order = state.sort === "paymentDate" ? "paymentDate" : "createdAt";
  const [rows, counted] = await Promise.all([
    LISTS[order][state.direction].all({ ...values, limit, offset }),
    COUNT.first(values),
  ]);
  const total = counted?.total ?? 0;
  return { rows, total: Math.min(total, COUNT_LIMIT), capped: total > COUNT_LIMIT };
}
