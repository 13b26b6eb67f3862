import { cappedTotal } from "db/count.server";
import { filtered } from "db/filtered.server";
import { SEARCH_LIMIT } from "db/query.server";
import { int, sql, text } from "db/sql";
import type { ListState } from "~/admin-kit/list-state";
import { FAR_WINDOWS, NEAR_WINDOWS } from "~/admin-kit/ordered-ids.server";
import type { Position, QueriedRows } from "~/admin-kit/resource.server";
import { beginningPattern, isIndexed, likePattern, SHORT_WORD_WINDOW } from "~/admin-kit/search-words.server";
import { parseNumbers } from "../receipts/receipt.rules";
import type { PaymentRow } from "./payments.queries.server";
import {
  inEachOrder,
  LIMITS,
  listInOrder,
  loadSlice,
  narrowingValues,
  rangeValues,
  STATUS_FILTERS,
  WITHIN_DAYS,
} from "./payments-range.server";

const indexed = text("indexed", "%demo%");
const contained = text("contained", "%demo%");
const providerId = text("providerId");
const receipt = int.orNull("receipt");
const creditNote = int.orNull("creditNote");

/** Words too short for an index search the addresses of the newest members only. */
const NEWEST_MEMBERS = sql`(
  select id from (select id, email from members order by created_at desc, id desc limit ${int("window", 0)}) as newest
   where email::text ilike ${contained} and email::text not ilike ${indexed})`;

const IS_MEMBERS = sql`((select email::text from members where id = p.member_id) ilike ${indexed}
  or p.member_id in ${NEWEST_MEMBERS})`;
const IS_NUMBERED = sql`(p.receipt_number = ${receipt} or p.credit_note_number = ${creditNote})`;
const IS_ORDERS = sql`p.order_id in (select id from orders where provider_order_id = ${providerId})`;

/**
 * The provider's payment ids never look like our own numbers. Each part uses its own index, and no payment
 * occurs twice. A condition over the joined tables would read every row.
 */
const MATCHING = sql`(
  select p.* from members m join payments p on p.member_id = m.id where m.email::text ilike (select ${indexed}::text)
  union all
  select p.* from payments p where p.member_id in ${NEWEST_MEMBERS}
  union all
  select p.* from payments p where p.provider_capture_id = ${providerId} and not ${IS_MEMBERS}
  union all
  select p.* from payments p
   where ${IS_ORDERS} and p.provider_capture_id is distinct from ${providerId} and not ${IS_MEMBERS}
  union all
  select p.* from payments p where p.receipt_number = ${receipt} and not ${IS_MEMBERS}
  union all
  select p.* from payments p where p.credit_note_number = ${creditNote} and not ${IS_MEMBERS}) as p`;

const COUNT = filtered(
  "payments.count-matching",
  { total: int },
  STATUS_FILTERS,
  (declare, chosen) => declare`
    select count(*)::int as total from (
      select from ${MATCHING} where ${WITHIN_DAYS} ${chosen} limit ${SEARCH_LIMIT + 1}) as counted`,
);

/**
 * For few matches: collected first, then sorted. The limit is never reached; it keeps the planner from
 * merging the two steps.
 */
const FEW = inEachOrder(
  "payments.search-few",
  (declare, { position, behind, orderBy }, chosen) => declare`
    select ${position} from (
      select * from ${MATCHING} where ${WITHIN_DAYS} and ${behind} ${chosen} limit ${SEARCH_LIMIT + 1}) as p
    ${orderBy} ${LIMITS}`,
);

/** For many matches: found among the first rows of the list. */
const MANY = inEachOrder(
  "payments.search-many",
  (declare, { position, behind, orderBy }, chosen) => declare`
    select ${position} from (
      select p.* from payments p where ${WITHIN_DAYS} and ${behind} ${chosen} ${orderBy} limit ${int("rows")}) as p
     where ${IS_MEMBERS} or p.provider_capture_id = ${providerId} or ${IS_ORDERS} or ${IS_NUMBERED}
    ${orderBy} ${LIMITS}`,
);

/**
 * Payments whose payer's address contains the words, or that have such a provider id or number, in the order
 * of the list.
 */
export function searchPayments(state: ListState): QueriedRows<PaymentRow> {
  const values = { ...narrowingValues(state), ...wordValues(state.q) };
  const countAll = async () => cappedTotal((await COUNT.first(values))?.total ?? 0, SEARCH_LIMIT);
  return {
    find: async (range, count = countAll) => {
      const query = { ...values, ...rangeValues(range, state.direction) };
      const { capped } = await count();
      return loadSlice(await (capped ? readThrough : readMatches)(state, query), range);
    },
    count: countAll,
  };
}

/** @param q the text as typed; the provider's ids are in capitals. */
function wordValues(q: string) {
  const contained = likePattern(q);
  const ids = { providerId: q.toUpperCase(), ...parseNumbers(q) };
  if (isIndexed(q)) return { indexed: contained, contained, window: 0, ...ids };
  return { indexed: beginningPattern(q), contained, window: SHORT_WORD_WINDOW, ...ids };
}

type SearchQuery = ReturnType<typeof narrowingValues> &
  ReturnType<typeof wordValues> &
  ReturnType<typeof rangeValues>;

const readMatches = (state: ListState, query: SearchQuery) => listInOrder(FEW, state).all(query);

async function readThrough(state: ListState, query: SearchQuery) {
  let found: Position[] = [];
  for (const rows of [...NEAR_WINDOWS, ...FAR_WINDOWS]) {
    found = await listInOrder(MANY, state).all({ ...query, rows });
    if (found.length === query.limit) break;
  }
  return found;
}
