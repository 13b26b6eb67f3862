import { CALL_STATES } from "db/entities/call";
import type { EntityManager } from "db/orm.server";
import { array, day, decimal, int, literal, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { confirmedJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import type { CallState } from "../call-events.rules";
import { STATE, toCallState } from "../to-call-state.server";
import { IN_ITS_CURRENCY } from "./due-calls.queries.server";
import type { ConfirmedStep } from "./jumps.rules";
import { isOver, type Split, type TradedDay } from "./settlement.rules";

const WITH_INSTRUMENT = { ...STATE, instrumentId: uuid.present.from`instrument_id` };

const CALLS = statement("measured-calls.calls", WITH_INSTRUMENT)`
  select ${WITH_INSTRUMENT} from calls
   where id = any(${array(uuid)("ids")}::uuid[]) and state = ${literal(CALL_STATES)("state")} and kind <> 'brief'
     and instrument_id is not null and ${IN_ITS_CURRENCY}
   order by id`;

/** Prices from a week before the call: the first relevant day needs its previous close. */
const DAYS = statement("measured-calls.days", {
  callId: uuid,
  day,
  close: decimal,
  high: decimal.orNull,
  low: decimal.orNull,
})`
  select c.id as "callId", p.day, p.close, p.high, p.low from calls c
    join daily_prices p on p.instrument_id = c.instrument_id and p.day >= (c.made_at at time zone 'UTC')::date - 8
   where c.id = any(${array(uuid)("ids")}::uuid[]) order by c.id, p.day`;

const SPLITS = statement("measured-calls.splits", { callId: uuid, day, ratio: decimal })`
  select c.id as "callId", s.day, s.ratio from calls c join splits s on s.instrument_id = c.instrument_id
   where c.id = any(${array(uuid)("ids")}::uuid[]) order by c.id, s.day`;

const EVENTS = statement("measured-calls.events", {
  callId: uuid,
  seq: int,
  at: timestamp,
  kind: text,
  body: text,
})`
  select call_id as "callId", seq, at, kind, body from call_events
   where call_id = any(${array(uuid)("ids")}::uuid[]) order by call_id, seq`;

export type StoredEvent = { callId: string; seq: number; at: Date; kind: string; body: string };

/** A call with everything that its settlement needs. @property days completed days only */
export type CallWithPrices = {
  call: CallState;
  instrumentId: string;
  events: StoredEvent[];
  days: TradedDay[];
  splits: Split[];
  confirmed: ConfirmedStep[];
};

type Wanted = { ids: string[]; state: (typeof CALL_STATES)[number]; today: string };

/**
 * Calls in one state with their prices. Skips calls without an instrument or with prices in another
 * currency.
 * @param wanted.today yyyy-mm-dd, in the site's zone. Prices of this day may still change and are left out.
 */
export async function callsWithPrices(
  { ids, state, today }: Wanted,
  manager?: EntityManager,
): Promise<CallWithPrices[]> {
  const calls = await CALLS.all({ ids, state }, manager);
  const days = byCall((await DAYS.all({ ids }, manager)).filter((each) => isOver(each.day, today)));
  const splits = byCall(await SPLITS.all({ ids }, manager));
  const events = byCall(await EVENTS.all({ ids }, manager));
  const confirmed = await confirmedJumps(
    calls.map(({ instrumentId }) => instrumentId),
    manager,
  );
  return calls.map(({ instrumentId, ...row }) => ({
    call: toCallState(row),
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
