import { COUNT_LIMIT, query } from "db/query.server";
import { likePattern } from "~/admin-kit/find.server";
import type { ListState } from "~/admin-kit/list-state";
import type { Page, Range } from "~/admin-kit/resource.server";
import { config } from "~/platform/config.server";
import { PAYMENT_COLUMNS, PAYMENT_FROM, type PaymentRow } from "./payments.queries.server";

type SqlCondition = { sql: string; values: unknown[] };

/** What the list is narrowed to. Days are days of the site's time zone, both inclusive. */
function whereSql({ q, filters, from, to }: ListState): SqlCondition {
  const zone = config().siteTz;
  const parts: [sql: string, ...values: unknown[]][] = [];
  if (filters.status === "REFUNDED") parts.push(["p.refunded_at is not null"]);
  else if (filters.status) parts.push(["p.status = ? and p.refunded_at is null", filters.status]);
  if (from) parts.push(["p.created_at >= (?::date::timestamp at time zone ?)", from, zone]);
  if (to) parts.push(["p.created_at < ((?::date + 1)::timestamp at time zone ?)", to, zone]);
  if (q) {
    // Each part by an index of its own: a condition over the joined tables would read them all.
    parts.push([
      `(p.member_id in (select id from members where (email::text) ilike ?) or p.provider_capture_id = ?
        or p.order_id in (select id from orders where provider_order_id = ?))`,
      likePattern(q),
      q.toUpperCase(),
      q.toUpperCase(),
    ]);
  }
  return {
    sql: parts.length > 0 ? `where ${parts.map(([sql]) => sql).join(" and ")}` : "",
    values: parts.flatMap(([, ...values]) => values),
  };
}

const orderBySql = ({ sort, direction }: ListState) =>
  `order by ${sort === "paymentDate" ? "p.payment_date" : "p.created_at"} ${direction}, p.id ${direction}`;

/** The payments that the list of the back-office is asked for. */
export async function findPayments(state: ListState, { limit, offset }: Range): Promise<Page<PaymentRow>> {
  const { sql, values } = whereSql(state);
  const [rows, total] = await Promise.all([
    query<PaymentRow>(
      `select ${PAYMENT_COLUMNS} from ${PAYMENT_FROM} ${sql} ${orderBySql(state)} limit ? offset ?`,
      [...values, limit, offset],
    ),
    countCapped({ sql, values }),
  ]);
  return { rows, total: Math.min(total, COUNT_LIMIT), capped: total > COUNT_LIMIT };
}

async function countCapped({ sql, values }: SqlCondition): Promise<number> {
  const [counted] = await query<{ total: number }>(
    `select count(*)::int as total from (select 1 from payments p ${sql} limit ?) as counted`,
    [...values, COUNT_LIMIT + 1],
  );
  return counted?.total ?? 0;
}
