import { bool, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** Excludes gifts: they do not touch their buyer's own access. */
const forOneself = (orderId: ReturnType<typeof sql>) =>
  sql`not exists (select 1 from gifts g where g.order_id = ${orderId})`;

const SINCE = {
  boughtSince: bool.from`exists (
    select 1 from payments p
     where p.member_id = o.member_id and p.order_id <> o.id and p.created_at > o.created_at and p.refunded_at is null
       and p.status in ('COMPLETED', 'PENDING') and ${forOneself(sql`p.order_id`)})`,
  approvedLater: bool.from`exists (
    select 1 from orders later
     where later.member_id = o.member_id and later.created_at > o.created_at and later.id <> o.id
       and later.status in ('approved', 'capturing', 'unknown', 'pending', 'captured') and ${forOneself(sql`later.id`)})`,
};

/** What a buyer has bought for themselves, or is about to pay, since one of their orders was made. */
export const BOUGHT_SINCE = statement("orders.bought-since", SINCE)`
  select ${SINCE} from orders o where o.id = ${uuid("id")}`;
