import type { EntityManager } from "db/orm.server";
import { array, bool, int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type CallEventBody, type CallState, foldEvent } from "../call-events.rules";
import { STATE, toCallState } from "../to-call-state.server";
import { wrongTime } from "./event-times.rules";
import { EVENT, type EventRow, VERIFIED_AT_ONCE } from "./verify-chain.server";

const BY_CALL = statement("verify-ledger.by-call", EVENT)`
  select ${EVENT} from call_events where (call_id, seq) > (${uuid("callId")}, ${int("seq")})
   order by call_id, seq limit ${VERIFIED_AT_ONCE}`;

/** Repeats the rule of the track record, so the verification does not rely on the stored result. */
const PART = sql`
  case when state = 'closed' and kind <> 'brief' and entry_price > 0 then case kind when 'pick' then 'pick' else direction end end`;
const RESULT = sql`
  case when state = 'closed' and kind <> 'brief' and entry_price > 0 then
    100 * (case direction when 'buy' then 1 else -1 end) * (close_price::float8 * close_ratio::float8 / entry_price::float8 - 1) end`;

/** Whether a call's instrument matches its symbol, now or before a merge. */
const IS_OF_SYMBOL = sql`
  exists (
    with recursive led as (
      select id, merged_into from instruments where symbol = calls.symbol
      union select i.id, i.merged_into from instruments i join led on i.id = led.merged_into)
    select from led where led.id = calls.instrument_id)`;

/**
 * Whether `counted` and `known` follow the rules of `countCalls`: open calls are not counted, and a public
 * call stays counted. Otherwise someone could remove a loss from the public figures.
 */
const IS_COUNTED = sql`
  (not counted or state <> 'open' and kind <> 'brief' and not mistake) and (not known or counted and counted_by_year)`;

const STORED_CALL = {
  ...STATE,
  instrument: text.orNull.from`(select i.symbol from instruments i where i.id = calls.instrument_id)`,
  isOfSymbol: bool.from`${IS_OF_SYMBOL}`,
  isResult: bool.from`(part is not distinct from ${PART} and result is not distinct from ${RESULT})`,
  isCounted: bool.from`(${IS_COUNTED})`,
};
const STORED_CALLS = statement("verify-ledger.kept", STORED_CALL)`
  select ${STORED_CALL} from calls where id = any(${array(uuid)("ids")}::uuid[])`;

const HAS_EVENTS = statement("verify-ledger.told", { id: uuid, told: bool })`
  select id, exists (select from call_events where call_id = kept.id) as told
    from (select id from calls where id > ${uuid("after")} order by id limit ${VERIFIED_AT_ONCE}) as kept order by id`;

/** @property after the last call of the part; undefined at the end */
type CallsPart = { calls: number; problems: string[]; after: string | undefined };

/** Verifies the next calls: `calls` must equal the result of their events. */
export async function verifyCallsPart(manager: EntityManager, after: string): Promise<CallsPart> {
  const events = await wholeCalls(manager, after);
  const replays: CallReplay[] = [];
  for (const row of events) {
    const last = replays.at(-1);
    if (last?.id === row.callId) last.follow(row);
    else replays.push(new CallReplay(row));
  }
  return { calls: replays.length, problems: await callProblems(manager, replays), after: replays.at(-1)?.id };
}

/** Greater than every event number. */
const PAST_ALL = 2_147_483_647;

/** All events of some calls. A page may end within a call, which must not look like a missing event. */
async function wholeCalls(manager: EntityManager, after: string): Promise<EventRow[]> {
  const rows = await BY_CALL.all({ callId: after, seq: PAST_ALL }, manager);
  let page = rows;
  while (page.length === VERIFIED_AT_ONCE) {
    const last = rows.at(-1);
    if (!last) break;
    const others = rows.findLastIndex(({ callId }) => callId !== last.callId);
    if (others >= 0) return rows.slice(0, others + 1);
    page = await BY_CALL.all(last, manager);
    rows.push(...page);
  }
  return rows;
}

/** Finds calls without any event. Adds none to the count, because calls are counted by their events. */
export async function verifyStoredCallsPart(manager: EntityManager, after: string): Promise<CallsPart> {
  const rows = await HAS_EVENTS.all({ after }, manager);
  const problems = rows.filter(({ told }) => !told).map(({ id }) => `call ${id}: it has no events`);
  return { calls: 0, problems, after: rows.at(-1)?.id };
}

/** Replays the events of one call. */
class CallReplay {
  readonly id: string;
  problem: string | undefined;
  state: CallState | undefined;
  private closedAt: Date | undefined;

  constructor(first: EventRow) {
    this.id = first.callId;
    this.follow(first);
  }

  follow({ seq, callId, kind, body, at }: EventRow): void {
    if (this.problem) return;
    try {
      const event = { kind, body: parseBody(body) } as CallEventBody;
      const wrong = wrongTime(this.state, event, at, this.closedAt);
      if (wrong) this.problem = `event ${seq}: ${wrong}`;
      if (kind !== "changed") this.closedAt = kind === "closed" ? at : undefined;
      this.state = foldEvent(this.state, { seq, callId, at: at.toISOString(), ...event });
    } catch (error) {
      this.problem = `event ${seq}: ${error instanceof Error ? error.message : error}`;
    }
  }
}

/**
 * @throws without the text, which a parser would quote: it may be behind the paywall, and problems are
 * emailed
 */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error("its body is not valid JSON");
  }
}

async function callProblems(manager: EntityManager, replays: readonly CallReplay[]): Promise<string[]> {
  const rows = await STORED_CALLS.all({ ids: replays.map(({ id }) => id) }, manager);
  const stored = new Map(
    rows.map(({ isResult, isOfSymbol, isCounted, instrument, ...row }) => [
      row.id,
      { state: toCallState(row), isResult, isOfSymbol, isCounted, instrument },
    ]),
  );
  return replays.flatMap(({ id, state, problem }) => {
    if (problem) return [`call ${id}: ${problem}`];
    const found = stored.get(id);
    if (!found) return [`call ${id}: missing from calls`];
    const row = found.state;
    const differing = Object.entries(state ?? {}).filter(
      ([name, value]) => row[name as keyof CallState] !== value,
    );
    return [
      ...differing.map(
        ([name, value]) =>
          `call ${id}: ${name} is ${row[name as keyof CallState]}, its events say ${valueText(value)}`,
      ),
      ...(found.isOfSymbol
        ? []
        : [`call ${id}: instrument is ${found.instrument ?? "none"}, its events say ${row.symbol}`]),
      ...(found.isResult ? [] : [`call ${id}: its part and result do not match its prices`]),
      ...(found.isCounted ? [] : [`call ${id}: its public count does not match its state`]),
    ];
  });
}

/** The maximum length of a wrong value in a problem. */
const LONGEST = 200;

/** A value from an event as text that the database and email accept, whatever it contains. */
function valueText(value: unknown): string {
  const text = typeof value === "string" ? value : (safeJson(value) ?? "what cannot be read");
  return text.slice(0, LONGEST).toWellFormed().replaceAll("\0", "\uFFFD");
}

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
