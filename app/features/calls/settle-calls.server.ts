import { Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, day, decimal, int, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { config } from "~/platform/config.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import { type CallEventBody, type CallState, type Entry, figure, foldEvent } from "./call-events.rules";
import { STATE, stateOf } from "./call-states.server";
import { endOfDay } from "./entry-prices.server";
import { type LedgerWriter, openLedger } from "./ledger.server";
import { type Split, settlementOf, type TermsSince, type TradedDay } from "./settlement.rules";

/** Calls of one part, which the ledger's lock is held for. */
const AT_ONCE = 100;

/**
 * What prices may do something to: a call without an entry, one whose last day is over, and one whose levels are touched. Whose
 * terms or shares changed is looked at more closely by `settlementOf`, which decides.
 */
const MAY_SETTLE = sql`
  calls.entry_price is null or exists (
    select from daily_prices p where p.instrument_id = calls.instrument_id and p.day >= (calls.made_at at time zone 'UTC')::date - 1
       and (p.day >= calls.last_day
         or (case direction when 'buy' then coalesce(p.high, p.close) >= calls.target else coalesce(p.low, p.close) <= calls.target end)
         or (case direction when 'buy' then coalesce(p.low, p.close) <= calls.stop else coalesce(p.high, p.close) >= calls.stop end)))
  or exists (select from call_events e where e.call_id = calls.id and e.kind = 'changed')
  or exists (select from splits s where s.instrument_id = calls.instrument_id and s.day >= (calls.made_at at time zone 'UTC')::date - 1)`;

const CANDIDATES = statement("settle-calls.candidates", columns(Call, "id"))`
  select id from calls
   where state = 'open' and kind <> 'brief' and id > ${uuid("after")} and instrument_id is not null and (${MAY_SETTLE})
   order by id limit ${AT_ONCE}`;

/** A part of them, as they are once the ledger's lock is there. */
const LOCKED = statement("settle-calls.locked", STATE)`
  select ${STATE} from calls where id = any(${array(uuid)("ids")}::uuid[]) and state = 'open' order by id`;

const DAYS = statement("settle-calls.days", {
  callId: uuid,
  day,
  close: decimal,
  high: decimal.orNull,
  low: decimal.orNull,
})`
  select c.id as "callId", p.day, p.close, p.high, p.low from calls c
    join daily_prices p on p.instrument_id = c.instrument_id and p.day >= (c.made_at at time zone 'UTC')::date - 1
   where c.id = any(${array(uuid)("ids")}::uuid[]) order by c.id, p.day`;

const SPLITS = statement("settle-calls.splits", { callId: uuid, day, ratio: decimal })`
  select c.id as "callId", s.day, s.ratio from calls c join splits s on s.instrument_id = c.instrument_id
   where c.id = any(${array(uuid)("ids")}::uuid[]) order by c.id, s.day`;

const EVENTS = statement("settle-calls.events", {
  callId: uuid,
  seq: int,
  at: timestamp,
  kind: text,
  body: text,
})`
  select call_id as "callId", seq, at, kind, body from call_events
   where call_id = any(${array(uuid)("ids")}::uuid[]) order by call_id, seq`;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Where this process is in its round of the open calls. */
let after = FIRST_ID;

/**
 * Closes calls by the prices of the days that are over, and gives those that were made without a price their entry. Does a part of
 * them. Run again it changes nothing. @returns how many calls were looked at; 0 at the end of the round
 */
export async function settleCalls(now = new Date()): Promise<number> {
  const found = await CANDIDATES.all({ after });
  after = found.at(-1)?.id ?? FIRST_ID;
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  await em().transactional(async (manager) => {
    const ledger = await openLedger(manager);
    for (const each of await readCalls(ids, manager)) settle(ledger, each, dayIn(config().siteTz, now));
    await ledger.write();
  });
  invalidatePageCache(["calls"]);
  return found.length;
}

type Read = { call: CallState; history: TermsSince[]; days: TradedDay[]; splits: Split[] };

async function readCalls(ids: string[], manager: EntityManager): Promise<Read[]> {
  const calls = await LOCKED.all({ ids }, manager);
  const days = byCall(await DAYS.all({ ids }, manager));
  const splits = byCall(await SPLITS.all({ ids }, manager));
  const events = byCall(await EVENTS.all({ ids }, manager));
  return calls.map((row) => ({
    call: stateOf(row),
    days: days(row.id),
    splits: splits(row.id),
    history: termsOver(events(row.id)),
  }));
}

function byCall<Row extends { callId: string }>(rows: readonly Row[]): (id: string) => Row[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const some = found.get(row.callId);
    if (some) some.push(row);
    else found.set(row.callId, [row]);
  }
  return (id) => found.get(id) ?? [];
}

type EventRow = { callId: string; seq: number; at: Date; kind: string; body: string };

/** The terms a call had, each with the day on which it got them. */
function termsOver(events: readonly EventRow[]): TermsSince[] {
  const { siteTz } = config();
  let call: CallState | undefined;
  return events.map(({ callId, seq, at, kind, body }) => {
    const event = { kind, body: JSON.parse(body) } as CallEventBody;
    const said = call ? at : undefined;
    call = foldEvent(call, { seq, callId, ...event });
    return { day: dayIn(siteTz, said ?? call.madeAt), terms: call };
  });
}

function settle(ledger: LedgerWriter, { call, days, splits, history }: Read, today: string): void {
  const madeOn = dayIn(config().siteTz, call.madeAt);
  const entered = call.entryPrice === null ? enter(ledger, call, days, { madeOn, today }) : call;
  if (entered.entryPrice === null) return;
  const { direction, entryPrice, entryAt, madeAt } = entered;
  // An entry that became known afterwards is where the call is measured from.
  const since = entryAt !== null && entryAt > madeAt ? entryAt.slice(0, 10) : madeOn;
  const settled = settlementOf({ direction, entryPrice, madeOn: since, history }, days, splits, today);
  if (!settled) return;
  ledger.add(entered, { kind: "closed", body: { ...settled, note: null } });
}

type Span = { madeOn: string; today: string };

/** Its entry is the first close there is from the day on which it was made. */
function enter(
  ledger: LedgerWriter,
  call: CallState,
  days: readonly TradedDay[],
  { madeOn, today }: Span,
): CallState {
  const first = days.find(({ day: on }) => on >= madeOn && on < today);
  if (!first) return call;
  const entry: Entry = { price: figure(first.close), at: endOfDay(first.day), source: "history" };
  return ledger.add(call, { kind: "changed", body: { changes: {}, entry } });
}
