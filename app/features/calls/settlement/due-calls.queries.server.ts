import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { bool, day, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** Prices of days that are over at the site (`isOver`); a day more at the beginning, whatever the site's zone. */
const SETTLING_PRICES = sql`
  daily_prices p where p.instrument_id = calls.instrument_id and p.day >= (calls.made_at at time zone 'UTC')::date - 1
   and p.day < ${day("today")}::date`;

/**
 * What prices may do something to: a call without an entry, one whose last day is over, and one whose levels are touched. Whose
 * terms or shares changed is looked at more closely by `settlementOf`, which decides; an entry may be a price of a week before.
 */
const MAY_SETTLE = sql`
  exists (
    select from ${SETTLING_PRICES}
       and (calls.entry_price is null or p.day >= calls.last_day
         or (case direction when 'buy' then coalesce(p.high, p.close) >= calls.target else coalesce(p.low, p.close) <= calls.target end)
         or (case direction when 'buy' then coalesce(p.low, p.close) <= calls.stop else coalesce(p.high, p.close) >= calls.stop end)))
  or exists (select from call_events e where e.call_id = calls.id and e.kind = 'changed')
  or exists (select from splits s where s.instrument_id = calls.instrument_id and s.day >= (calls.made_at at time zone 'UTC')::date - 9)`;

/** Prices in another currency say nothing about its levels: such a call is closed by hand. */
export const IN_ITS_CURRENCY = sql`
  not exists (select from instruments i where i.id = calls.instrument_id and i.currency <> calls.currency)`;

const MAY_BE_DUE = sql`(instrument_id is not null and (${MAY_SETTLE}) and ${IN_ITS_CURRENCY})`;

/** Calls of one statement, whether it finds something at them or not: of a hundred thousand few are touched in an hour. */
const LOOKED_AT = 500;

const LOOK = statement("settle-calls.look", { id: uuid, mayBeDue: bool })`
  select id, ${MAY_BE_DUE} as "mayBeDue"
    from (select * from calls where state = 'open' and kind <> 'brief' and id > ${uuid("after")} and id <= ${uuid("until")}
           order by id limit ${LOOKED_AT}) as calls
   order by id`;

/**
 * The open calls that come next in the order of their ids, and whether prices may do something to each.
 * @param span those behind `after`, up to `until`. @param today of the site, yyyy-mm-dd
 */
export const lookAtCalls = (span: { after: string; until: string }, today: string) =>
  LOOK.all({ ...span, today });

const ONE_MAY_BE_DUE = statement("settle-calls.may-be-due", columns(Call, "id"))`
  select id from calls where id = ${uuid("id")} and state = 'open' and kind <> 'brief' and ${MAY_BE_DUE}`;

/** Whether prices may do something to a call. @param today of the site, yyyy-mm-dd */
export const mayBeDue = async (id: string, today: string, manager: EntityManager): Promise<boolean> =>
  (await ONE_MAY_BE_DUE.first({ id, today }, manager)) !== undefined;
