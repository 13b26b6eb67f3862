import type { EntityManager } from "db/orm.server";
import { array, bool, int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type CallEventBody, type CallState, foldEvent } from "../call-events.rules";
import { STATE, stateOf } from "../call-states.server";
import { wrongTime } from "./event-times.rules";
import { EVENT, type EventRow, VERIFIED_AT_ONCE } from "./verify-chain.server";

const BY_CALL = statement("verify-ledger.by-call", EVENT)`
  select ${EVENT} from call_events where (call_id, seq) > (${uuid("callId")}, ${int("seq")})
   order by call_id, seq limit ${VERIFIED_AT_ONCE}`;

/** By the rule of the record, said once more: what is kept of a result is not taken for granted. */
const PART = sql`
  case when state = 'closed' and kind <> 'brief' and entry_price > 0 then case kind when 'pick' then 'pick' else direction end end`;
const RESULT = sql`
  case when state = 'closed' and kind <> 'brief' and entry_price > 0 then
    100 * (case direction when 'buy' then 1 else -1 end) * (close_price::float8 * close_ratio::float8 / entry_price::float8 - 1) end`;

/** Whether a call's instrument is one that its symbol leads to, or led to before it was another's. */
const IS_OF_SYMBOL = sql`
  exists (
    with recursive led as (
      select id, merged_into from instruments where symbol = calls.symbol
      union select i.id, i.merged_into from instruments i join led on i.id = led.merged_into)
    select from led where led.id = calls.instrument_id)`;

/**
 * Whether a call is in the figures of those who may not read it as `countCalls` writes that: nothing is that has not ended, and what was
 * public once is for good. Without it a loss could be taken out of everybody's figures, which are those of the calls that are counted.
 */
const IS_COUNTED = sql`
  (not counted or state <> 'open' and kind <> 'brief' and not mistake) and (not known or counted and counted_by_year)`;

const KEPT_ROW = {
  ...STATE,
  instrument: text.orNull.from`(select i.symbol from instruments i where i.id = calls.instrument_id)`,
  isOfSymbol: bool.from`${IS_OF_SYMBOL}`,
  isResult: bool.from`(part is not distinct from ${PART} and result is not distinct from ${RESULT})`,
  isCounted: bool.from`(${IS_COUNTED})`,
};
const KEPT = statement("verify-ledger.kept", KEPT_ROW)`
  select ${KEPT_ROW} from calls where id = any(${array(uuid)("ids")}::uuid[])`;

const TOLD = statement("verify-ledger.told", { id: uuid, told: bool })`
  select id, exists (select from call_events where call_id = kept.id) as told
    from (select id from calls where id > ${uuid("after")} order by id limit ${VERIFIED_AT_ONCE}) as kept order by id`;

/** @property after the last call of the part; undefined at the end */
type CallsPart = { calls: number; problems: string[]; after: string | undefined };

/** Verifies the calls that come next of those that events tell of: that `calls` says of each what they say. */
export async function verifyCallsPart(manager: EntityManager, after: string): Promise<CallsPart> {
  const events = await wholeCalls(manager, after);
  const told: Told[] = [];
  for (const row of events) {
    const last = told.at(-1);
    if (last?.id === row.callId) last.follow(row);
    else told.push(new Told(row));
  }
  return { calls: told.length, problems: await callProblems(manager, told), after: told.at(-1)?.id };
}

/** Past all events of a call. */
const PAST_ALL = 2_147_483_647;

/** The events of some calls, all of each: that a page ends within a call must not look like an event that is missing. */
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

/** Looks for calls that no event tells of. Counts none: they are counted by their events. */
export async function verifyKeptCallsPart(manager: EntityManager, after: string): Promise<CallsPart> {
  const rows = await TOLD.all({ after }, manager);
  const problems = rows.filter(({ told }) => !told).map(({ id }) => `call ${id}: no event tells of it`);
  return { calls: 0, problems, after: rows.at(-1)?.id };
}

/** One call, as far as its events were read. */
class Told {
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
      const event = { kind, body: parsed(body) } as CallEventBody;
      const wrong = wrongTime(this.state, event, at, this.closedAt);
      if (wrong) this.problem = `event ${seq}: ${wrong}`;
      if (kind !== "changed") this.closedAt = kind === "closed" ? at : undefined;
      this.state = foldEvent(this.state, { seq, callId, at: at.toISOString(), ...event });
    } catch (error) {
      this.problem = `event ${seq}: ${error instanceof Error ? error.message : error}`;
    }
  }
}

/** @throws without the text, which a parser would repeat: what a call says may be locked, and problems are mailed */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error("its body is no JSON");
  }
}

async function callProblems(manager: EntityManager, told: readonly Told[]): Promise<string[]> {
  const rows = await KEPT.all({ ids: told.map(({ id }) => id) }, manager);
  const kept = new Map(
    rows.map(({ isResult, isOfSymbol, isCounted, instrument, ...row }) => [
      row.id,
      { state: stateOf(row), isResult, isOfSymbol, isCounted, instrument },
    ]),
  );
  return told.flatMap(({ id, state, problem }) => {
    if (problem) return [`call ${id}: ${problem}`];
    const found = kept.get(id);
    if (!found) return [`call ${id}: missing from calls`];
    const row = found.state;
    const differing = Object.entries(state ?? {}).filter(
      ([name, value]) => row[name as keyof CallState] !== value,
    );
    return [
      ...differing.map(
        ([name, value]) =>
          `call ${id}: ${name} is ${row[name as keyof CallState]}, its events say ${inWords(value)}`,
      ),
      ...(found.isOfSymbol
        ? []
        : [`call ${id}: instrument is ${found.instrument ?? "none"}, its events say ${row.symbol}`]),
      ...(found.isResult ? [] : [`call ${id}: its part and result are not what its prices come to`]),
      ...(found.isCounted ? [] : [`call ${id}: it is not counted for everybody as a call of its state is`]),
    ];
  });
}

/** Nobody reads more of a value that is wrong. */
const LONGEST = 200;

/** What an event says, whatever somebody wrote into it: so that it can be kept in the database and sent by mail. */
function inWords(value: unknown): string {
  const text = typeof value === "string" ? value : (writtenOut(value) ?? "what cannot be read");
  return text.slice(0, LONGEST).toWellFormed().replaceAll("\0", "\uFFFD");
}

function writtenOut(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
