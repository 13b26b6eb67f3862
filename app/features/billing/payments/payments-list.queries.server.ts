import { cappedTotal } from "db/count.server";
import { PAYMENT_STATUSES, type PaymentStatus } from "db/entities/payment";
import { filtered } from "db/filtered.server";
import { COUNT_LIMIT } from "db/query.server";
import { int, literal, sql, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import type { ListState } from "~/admin-kit/list-state";
import type { QueriedRows, Range, Slice } from "~/admin-kit/resource.server";
import { config } from "~/platform/config.server";
import type { PaymentRow } from "./payments.queries.server";
import {
  inEachOrder,
  LIMITS,
  listInOrder,
  loadSlice,
  NEWEST_FIRST,
  narrowingValues,
  rangeValues,
  STATUS_FILTERS,
  WITHIN_DAYS,
} from "./payments-range.server";
import { searchPayments } from "./payments-search.queries.server";

const LISTS = inEachOrder(
  "payments.list",
  (declare, { position, behind, orderBy }, chosen) => declare`
    select ${position} from payments p where ${WITHIN_DAYS} and ${behind} ${chosen} ${orderBy} ${LIMITS}`,
);

/** Counts to one above the limit: the screen then shows 'more than'. */
const COUNT = filtered(
  "payments.count",
  { total: int },
  STATUS_FILTERS,
  (declare, chosen) => declare`
    select count(*)::int as total from (
      select from payments p where ${WITHIN_DAYS} ${chosen}
       order by p.created_at desc, p.id desc limit ${COUNT_LIMIT + 1}) as counted`,
);

/** The rows of the back-office's payment list. */
export const openPayments = (state: ListState): QueriedRows<PaymentRow> =>
  state.q
    ? searchPayments(state)
    : { find: (range) => findPayments(state, range), count: () => count(state) };

async function findPayments(state: ListState, range: Range): Promise<Slice<PaymentRow>> {
  const values = { ...narrowingValues(state), ...rangeValues(range, state.direction) };
  return loadSlice(await listInOrder(LISTS, state).all(values), range);
}

const count = async (state: ListState) =>
  cappedTotal((await COUNT.first(narrowingValues(state)))?.total ?? 0, COUNT_LIMIT);

const { position, behind, orderBy } = NEWEST_FIRST;

/** What narrows the list of the API. */
const CHOSEN = {
  since: sql`and p.created_at >= ${timestamp("since")}`,
  updatedSince: sql`and p.updated_at >= ${timestamp("updatedSince")}`,
  status: sql`and p.status = ${literal(PAYMENT_STATUSES)("status")}`,
  from: sql`and ${WITHIN_DAYS}`,
};

type Chosen = {
  /** Recorded at or after this moment. */
  since?: Date;
  /** Changed at or after this moment. */
  updatedSince?: Date;
  status?: PaymentStatus;
  /** Recorded on these days of the site's time zone, both included. */
  days?: { from?: string; to?: string };
};

const chosenValues = ({ days, ...chosen }: Chosen) => ({
  ...chosen,
  from: days && (days.from ?? "-infinity"),
  to: days?.to ?? "infinity",
  zone: config().siteTz,
});

const RECORDED = filtered(
  "payments.newest",
  position,
  CHOSEN,
  (declare, chosen) => declare`
    select ${position} from payments p where ${behind} ${chosen} ${orderBy} ${LIMITS}`,
);

/** The newest payments of all members. */
export const newestPayments = async (range: Range, chosen: Chosen): Promise<Slice<PaymentRow>> =>
  loadSlice(await RECORDED.all({ ...rangeValues(range), ...chosenValues(chosen) }), range);

/** Payments of today are counted by index, those of earlier days come from stored totals. */
const RECORDED_COUNT = statement("payments.count-recorded", { total: int })`
  select (
    coalesce((select sum(count) from payment_totals where day > (${timestamp("since")}::timestamptz at time zone 'UTC')::date), 0)
    + (select count(*) from payments where created_at >= ${timestamp("since")}::timestamptz
        and created_at < ((${timestamp("since")}::timestamptz at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC')
  )::int as total`;

const EPOCH = new Date(0);

const CHANGED_COUNT = statement("payments.count-changed", { total: int })`
  select count(*)::int as total from (
    select from payments where updated_at >= ${timestamp("updatedSince")} and created_at >= ${timestamp("since")}
     order by updated_at, id limit ${COUNT_LIMIT}) as counted`;

const CHOSEN_COUNT = filtered(
  "payments.counted",
  { total: int },
  CHOSEN,
  (declare, chosen) => declare`
    select count(*)::int as total from (
      select from payments p where true ${chosen} order by p.created_at desc, p.id desc limit ${COUNT_LIMIT}) as counted`,
);

/** The number of payments, counted up to a limit unless only \`since\` narrows them. */
export async function countRecorded(chosen: Chosen): Promise<number> {
  const { since = EPOCH, updatedSince, status, days } = chosen;
  const counted =
    status || days
      ? await CHOSEN_COUNT.first(chosenValues(chosen))
      : updatedSince
        ? await CHANGED_COUNT.first({ since, updatedSince })
        : await RECORDED_COUNT.first({ since });
  return counted?.total ?? 0;
}
