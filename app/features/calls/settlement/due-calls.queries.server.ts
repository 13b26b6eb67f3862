import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, day, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** Prices of completed days in the site's zone (`isOver`). Starts a day early to cover every zone. */
const SETTLING_PRICES = sql`
  daily_prices p where p.instrument_id = calls.instrument_id and p.day >= (calls.made_at at time zone 'UTC')::date - 1
   and p.day < ${day("today")}::date`;

/**
 * Calls that prices may affect: no entry yet, past the last day, or a touched level. Calls with changed
 * terms or shares always pass; `findSettlement` decides. An entry may be a price from the week before.
 */
const MAY_SETTLE = sql`
  exists (
    select from ${SETTLING_PRICES}
       and (calls.entry_price is null or p.day >= calls.last_day
         or (case direction when 'buy' then coalesce(p.high, p.close) >= calls.target else coalesce(p.low, p.close) <= calls.target end)
         or (case direction when 'buy' then coalesce(p.low, p.close) <= calls.stop else coalesce(p.high, p.close) >= calls.stop end)))
  or exists (select from call_events e where e.call_id = calls.id and e.kind = 'changed')
  or exists (select from splits s where s.instrument_id = calls.instrument_id and s.day >= (calls.made_at at time zone 'UTC')::date - 9)`;

/** Prices in another currency settle nothing: staff close such a call by hand. */
export const IN_ITS_CURRENCY = sql`
  not exists (select from instruments i where i.id = calls.instrument_id and i.currency <> calls.currency)`;

const MAY_BE_DUE = sql`(instrument_id is not null and (${MAY_SETTLE}) and ${IN_ITS_CURRENCY})`;

/** The calls to check per statement. Few of a hundred thousand calls are affected in an hour. */
const CALLS_PER_STATEMENT = 500;

const NEXT_OPEN = statement("settle-calls.look", { id: uuid, mayBeDue: bool })`
  select id, ${MAY_BE_DUE} as "mayBeDue"
    from (select * from calls where state = 'open' and kind <> 'brief' and id > ${uuid("after")} and id <= ${uuid("until")}
           order by id limit ${CALLS_PER_STATEMENT}) as calls
   order by id`;

/**
 * The next open calls by id, and whether prices may affect each.
 * @param span ids after `after`, up to `until`. @param today yyyy-mm-dd, in the site's zone
 */
export const nextOpenCalls = (span: { after: string; until: string }, today: string) =>
  NEXT_OPEN.all({ ...span, today });

const MAYBE_DUE = statement("settle-calls.may-be-due", columns(Call, "id"))`
  select id from calls where id = any(${array(uuid)("ids")}) and state = 'open' and kind <> 'brief' and ${MAY_BE_DUE}`;

/** Those of the calls that prices may affect. @param today yyyy-mm-dd, in the site's zone */
export async function callsMaybeDue(
  ids: readonly string[],
  today: string,
  manager: EntityManager,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const due = await MAYBE_DUE.all({ ids: [...ids], today }, manager);
  return new Set(due.map(({ id }) => id));
}
