import { PAYMENT_STATUSES, Payment } from "db/entities/payment";
import { columnsAs } from "db/entity-columns.server";
import { type Filtered, filtered } from "db/filtered.server";
import { day, type Fragment, int, literal, raw, sql, text, uuid } from "db/sql";
import { forEachOf, type Statement, type StatementTag } from "db/statement.server";
import type { ListState } from "~/admin-kit/list-state";
import type { Position, Range, Slice } from "~/admin-kit/resource.server";
import { config } from "~/platform/config.server";
import { type PaymentRow, paymentsByIds } from "./payments.queries.server";

const zone = text("zone", "UTC");

/** The statuses of the back-office filter: a refunded payment has no other status there. */
export const STATUS_FILTERS = {
  refunded: sql`and p.refunded_at is not null`,
  status: sql`and p.status = ${literal(PAYMENT_STATUSES)("status")} and p.refunded_at is null`,
};

/** Days in the site's time zone, both inclusive. A list without them reaches to infinity. */
export const WITHIN_DAYS = sql`
  p.created_at >= (${day("from")}::date::timestamp at time zone ${zone})
  and p.created_at < ((${day("to")}::date + 1)::timestamp at time zone ${zone})`;

export const narrowingValues = ({ filters: { status }, from, to }: ListState) => ({
  refunded: status === "REFUNDED" ? (true as const) : undefined,
  status: PAYMENT_STATUSES.find((known) => known === status),
  from: from || "-infinity",
  to: to || "infinity",
  zone: config().siteTz,
});

/** A sort order of payments, with its position columns. */
export type Ordered = {
  /** The id and the sort value as text; a moment has its full precision. */
  position: ReturnType<typeof positionIn>;
  /** Whether a payment `p` comes after the given position. */
  behind: ReturnType<typeof behindIn>;
  orderBy: Fragment<object>;
};

const SORTS = { createdAt: raw("p.created_at"), paymentDate: raw("p.payment_date") };

const positionIn = (column: Fragment<object>) => ({
  ...columnsAs("p", Payment, "id"),
  value: text.from`${column}::text`,
});

const behindIn = (column: Fragment<object>, direction: ListState["direction"]) => sql`
  (${column}, p.id) ${raw(direction === "asc" ? ">" : "<")} (${text("value", "infinity")}::text::timestamptz, ${uuid("after")}::uuid)`;

const ordered = (column: Fragment<object>, direction: ListState["direction"]): Ordered => ({
  position: positionIn(column),
  behind: behindIn(column, direction),
  orderBy: sql`order by ${column} ${raw(direction)}, p.id ${raw(direction)}`,
});

/** Newest first, the order of the API. */
export const NEWEST_FIRST = ordered(SORTS.createdAt, "desc");

export const LIMITS = sql`limit ${int("limit")} offset ${int("offset", 0)}`;

/** Declares a list in each sort order, with each status filter. */
export const inEachOrder = <Args>(
  name: string,
  make: (
    declare: StatementTag<Position & { value: string }>,
    order: Ordered,
    chosen: Fragment<object>,
  ) => Statement<Position & { value: string }, Args>,
) =>
  forEachOf(["createdAt", "paymentDate"], (sort) =>
    forEachOf(["asc", "desc"], (direction) => {
      const order = ordered(SORTS[sort], direction);
      return filtered(`${name}, ${sort} ${direction}`, order.position, STATUS_FILTERS, (declare, chosen) =>
        make(declare, order, chosen),
      );
    }),
  );

type Orders<List> = Record<"createdAt" | "paymentDate", Record<ListState["direction"], List>>;

/** The list of `inEachOrder` that matches the state. */
export const listInOrder = <List extends Filtered<unknown, never>>(
  lists: Orders<List>,
  state: ListState,
): List => lists[state.sort === "paymentDate" ? "paymentDate" : "createdAt"][state.direction];

const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** A list starts after infinity. One row more than the limit is read, to see whether others follow. */
export function rangeValues({ limit, offset = 0, after }: Range, direction: ListState["direction"] = "desc") {
  const beginning =
    direction === "desc" ? { value: "infinity", after: LAST_ID } : { value: "-infinity", after: FIRST_ID };
  const position = after ? { value: String(after.value), after: after.id } : beginning;
  return { ...position, limit: limit + 1, offset };
}

/** @param found one row more than `limit` if others follow */
export async function loadSlice(found: readonly Position[], { limit }: Range): Promise<Slice<PaymentRow>> {
  const page = found.slice(0, limit);
  const rows = await paymentsByIds(page.map(({ id }) => id));
  return { rows, next: found.length > limit ? page.at(-1) : undefined };
}
