import { CALL_STATES, Call } from "db/entities/call";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, day, decimal, int, literal, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type LedgerWriter, openLedger } from "~/features/calls/ledger/ledger.server";
import { confirmedJumps, noteJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import { config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { dayIn } from "~/ui/dates";
import {
  type CallEventBody,
  type CallState,
  type Entry,
  figure,
  foldEvent,
  measuredFrom,
} from "../call-events.rules";
import { STATE, stateOf } from "../call-states.server";
import { endOfDay } from "../entry-prices.server";
import { lockAlertsOf } from "../lock-alerts.server";
import { type ConfirmedStep, firstJump, type Jump } from "./jumps.rules";
import {
  type MeasuredCall,
  type Settlement,
  type Split,
  settlementOf,
  type TermsSince,
  type TradedDay,
} from "./settlement.rules";

/** Calls of one part, which the ledger's lock is held for. */
const AT_ONCE = 100;

/**
 * What prices may do something to: a call without an entry, one whose last day is over, and one whose levels are touched. Whose
 * terms or shares changed is looked at more closely by `settlementOf`, which decides.
 */
const MAY_SETTLE = sql`
  exists (
    select from daily_prices p where p.instrument_id = calls.instrument_id and p.day >= (calls.made_at at time zone 'UTC')::date - 1
       and (calls.entry_price is null or p.day >= calls.last_day
         or (case direction when 'buy' then coalesce(p.high, p.close) >= calls.target else coalesce(p.low, p.close) <= calls.target end)
         or (case direction when 'buy' then coalesce(p.low, p.close) <= calls.stop else coalesce(p.high, p.close) >= calls.stop end)))
  or exists (select from call_events e where e.call_id = calls.id and e.kind = 'changed')
  or exists (select from splits s where s.instrument_id = calls.instrument_id and s.day >= (calls.made_at at time zone 'UTC')::date - 1)`;

/** Prices in another currency say nothing about its levels: such a call is closed by hand. */
const IN_ITS_CURRENCY = sql`
  not exists (select from instruments i where i.id = calls.instrument_id and i.currency <> calls.currency)`;

const CANDIDATES = statement("settle-calls.candidates", columns(Call, "id"))`
  select id from calls
   where state = 'open' and kind <> 'brief' and id > ${uuid("after")} and id <= ${uuid("until")}
     and instrument_id is not null and (${MAY_SETTLE})
     and ${IN_ITS_CURRENCY}
   order by id limit ${AT_ONCE}`;

const MAY_BE_DUE = statement("settle-calls.may-be-due", columns(Call, "id"))`
  select id from calls
   where id = ${uuid("id")} and state = 'open' and kind <> 'brief' and instrument_id is not null and (${MAY_SETTLE})
     and ${IN_ITS_CURRENCY}`;

const WITH_INSTRUMENT = { ...STATE, instrumentId: uuid.present.from`instrument_id` };

/** A part of them, as they are once the ledger's lock is there. */
const LOCKED = statement("settle-calls.locked", WITH_INSTRUMENT)`
  select ${WITH_INSTRUMENT} from calls
   where id = any(${array(uuid)("ids")}::uuid[]) and state = ${literal(CALL_STATES)("state")} and kind <> 'brief'
     and instrument_id is not null and ${IN_ITS_CURRENCY}
   order by id`;

/** From a week before a call was made on: of the first day that counts it must be known what came before it. */
const DAYS = statement("settle-calls.days", {
  callId: uuid,
  day,
  close: decimal,
  high: decimal.orNull,
  low: decimal.orNull,
})`
  select c.id as "callId", p.day, p.close, p.high, p.low from calls c
    join daily_prices p on p.instrument_id = c.instrument_id and p.day >= (c.made_at at time zone 'UTC')::date - 8
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
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The call that this process looked at last. */
let stoppedAt = FIRST_ID;

/**
 * A round of the open calls: closes them by the prices of the days that are over, and gives those that were made without a price
 * their entry. Run again it changes nothing. It begins behind the call at which the round before stopped and comes to all of them:
 * neither a round that was cut short nor a part that fails keeps others waiting for ever.
 * @param now the database's clock, unless a test says otherwise: a server whose own goes ahead would take a day for over that is not
 * @returns what does a part of it, and says how many calls were looked at; 0 at the end of the round
 */
export function settlementRound(now?: Date): () => Promise<number> {
  const begin = stoppedAt;
  const left = [
    { after: begin, until: LAST_ID },
    { after: FIRST_ID, until: begin },
  ];
  return async () => {
    for (let span = left[0]; span; span = left[0]) {
      const ids = (await CANDIDATES.all(span)).map(({ id }) => id);
      const last = ids.at(-1);
      if (last !== undefined) {
        span.after = last;
        stoppedAt = last;
        await settlePart(ids, now);
        return ids.length;
      }
      left.shift();
    }
    return 0;
  };
}

async function settlePart(ids: string[], now?: Date): Promise<void> {
  await em().transactional(async (manager) => {
    await lockAlertsOf(ids, manager);
    const ledger = await openLedger(manager);
    const today = dayIn(config().siteTz, now ?? ledger.now);
    const waiting = (await readCalls(ids, manager)).flatMap(
      (each) => settleOrLeave(ledger, each, today) ?? [],
    );
    // Before the calls: a merge has the instrument first, too, and writes its calls then.
    await noteJumps(waiting, manager);
    await ledger.write();
  });
  invalidatePageCache(["calls", "trade_alerts"]);
}

/** Whether `settleDue` may do something to a call. */
export const mayBeDue = async ({ id }: CallState, manager: EntityManager): Promise<boolean> =>
  (await MAY_BE_DUE.first({ id }, manager)) !== undefined;

/**
 * Settles a call by the prices of the days that are over, before anything else is done to it: what was touched is not undone by
 * whoever comes before the hour's run. @returns the call as it is then
 */
export async function settleDue(
  ledger: LedgerWriter,
  call: CallState,
  manager: EntityManager,
): Promise<CallState> {
  const today = dayIn(config().siteTz, ledger.now);
  for (const read of await readCalls([call.id], manager)) {
    const waiting = settleOrLeave(ledger, { ...read, call: ledger.latest(read.call) }, today);
    if (waiting) await noteJumps([waiting], manager);
  }
  return ledger.latest(call);
}

type Read = {
  call: CallState;
  instrumentId: string;
  events: EventRow[];
  days: TradedDay[];
  splits: Split[];
  confirmed: ConfirmedStep[];
};

async function readCalls(
  ids: string[],
  manager: EntityManager | undefined,
  state: (typeof CALL_STATES)[number] = "open",
): Promise<Read[]> {
  const calls = await LOCKED.all({ ids, state }, manager);
  const days = byCall(await DAYS.all({ ids }, manager));
  const splits = byCall(await SPLITS.all({ ids }, manager));
  const events = byCall(await EVENTS.all({ ids }, manager));
  const confirmed = await confirmedJumps(
    calls.map(({ instrumentId }) => instrumentId),
    manager,
  );
  return calls.map(({ instrumentId, ...row }) => ({
    call: stateOf(row),
    instrumentId,
    confirmed: confirmed.filter((each) => each.instrumentId === instrumentId),
    days: days(row.id),
    splits: splits(row.id),
    events: events(row.id),
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
    call = foldEvent(call, { seq, callId, at: at.toISOString(), ...event });
    return { day: dayIn(siteTz, said ?? call.madeAt), terms: call };
  });
}

/** What the prices that are known now make of a settled call; undefined where it would still be open, or wait. */
export async function resultByPrices(
  id: string,
  today: string,
  within?: EntityManager,
): Promise<Settlement | undefined> {
  const [read] = await readCalls([id], within, "closed");
  if (!read) return undefined;
  const { call, events, splits, days } = read;
  const { entryPrice } = call;
  if (entryPrice === null) return undefined;
  const terms = events.filter(({ kind }) => kind === "opened" || kind === "changed");
  const jump = firstJump(read, dayIn(config().siteTz, call.madeAt));
  return settlementOf(measured(call, entryPrice, terms), knownDays(days, jump), splits, today);
}

/** A call as its settlement judges it. @param events its first and each that changed its terms */
export const measured = (call: CallState, entryPrice: string, events: readonly EventRow[]): MeasuredCall => ({
  direction: call.direction,
  entryPrice,
  madeOn: measuredFrom(call, config().siteTz),
  history: termsOver(events),
});

type Waiting = Jump & { instrumentId: string };

/**
 * A call whose events somebody has changed keeps no other from being settled; the verification names it.
 * @returns the day that it waits for, if it does
 */
function settleOrLeave(ledger: LedgerWriter, read: Read, today: string): Waiting | undefined {
  try {
    return settle(ledger, read, today);
  } catch (error) {
    log().error({ err: error, call: read.call.id }, "a call could not be settled");
    return undefined;
  }
}

function settle(ledger: LedgerWriter, read: Read, today: string): Waiting | undefined {
  const { call, splits, events, instrumentId } = read;
  const madeOn = dayIn(config().siteTz, call.madeAt);
  const jump = firstJump(read, madeOn);
  const days = knownDays(read.days, jump);
  const waiting = jump && jump.day < today ? { ...jump, instrumentId } : undefined;
  const entered = call.entryPrice === null ? enter(ledger, call, days, { madeOn, today }) : call;
  const { entryPrice } = entered;
  if (entryPrice === null) return waiting;
  const settled = settlementOf(measured(entered, entryPrice, events), days, splits, today);
  if (!settled) return waiting;
  ledger.add(entered, { kind: "closed", body: { ...settled, note: null } });
  return undefined;
}

/** The days until a jump; of its own day it is known that there was trade. */
const knownDays = (days: readonly TradedDay[], jump: Jump | undefined): readonly TradedDay[] =>
  jump
    ? days.flatMap((each) => (each.day > jump.day ? [] : { ...each, isUnsure: each.day === jump.day }))
    : days;

type Span = { madeOn: string; today: string };

/** Its entry is the first close there is from the day on which it was made. */
function enter(
  ledger: LedgerWriter,
  call: CallState,
  days: readonly TradedDay[],
  { madeOn, today }: Span,
): CallState {
  const first = days.find(({ day: on, isUnsure }) => on >= madeOn && on < today && !isUnsure);
  if (!first) return call;
  const entry: Entry = { price: figure(first.close), at: endOfDay(first.day), source: "history" };
  return ledger.add(call, { kind: "changed", body: { changes: {}, entry } });
}
