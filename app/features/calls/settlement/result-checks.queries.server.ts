import { counted } from "db/count.server";
import { Call, JUDGED_UNTIL } from "db/entities/call";
import { ResultCheck } from "db/entities/result-check";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, day, decimal, int, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { RESULT_REASONS } from "./close-call.rules";

/** Closed calls of one part. */
export const CHECKED_AT_ONCE = 100;

const PLACE = { instrumentId: uuid.from`instrument_id`, day, callId: uuid.from`call_id` };
export type RevisedFrom = { instrumentId: string; day: string; callId: string };

/** Of several servers each takes another one. Whoever writes such a price meanwhile waits, and has it looked at again. */
const NEXT_REVISED = statement("result-checks.next-revised", PLACE)`
  select ${PLACE} from price_revisions where day < ${day("today")}::date
   order by instrument_id limit 1 for update skip locked`;

/** An instrument whose closed calls are to be looked at, and from where on. Locked until the transaction ends. */
export const nextRevised = (today: string, manager: EntityManager): Promise<RevisedFrom | undefined> =>
  NEXT_REVISED.first({ today }, manager);

const UNTIL = raw(JUDGED_UNTIL);
const JUDGED = sql`calls where instrument_id = ${uuid("instrumentId")} and state = 'closed' and kind <> 'brief'`;

const AFTER = statement("result-checks.calls-after", { day: day.from`${UNTIL}`, callId: uuid.from`id` })`
  select ${UNTIL} as day, id as "callId" from ${JUDGED} and (${UNTIL}, id) > (${day("day")}::date, ${uuid("callId")}::uuid)
   order by ${UNTIL}, id limit ${CHECKED_AT_ONCE}`;

/** The closed calls behind a place that prices since its day may change. */
export const closedAfter = (place: RevisedFrom, manager: EntityManager) => AFTER.all(place, manager);

const GO_ON = command("result-checks.go-on")`
  update price_revisions set day = ${day("day")}, call_id = ${uuid("callId")} where instrument_id = ${uuid("instrumentId")}`;

export const goOnFrom = (place: RevisedFrom, manager: EntityManager): Promise<void> =>
  GO_ON.run(place, manager);

const FINISH = command("result-checks.finish")`
  delete from price_revisions where instrument_id = ${uuid("instrumentId")}
     and not exists (select from ${JUDGED} and ${UNTIL} >= ${day("today")}::date)`;
const WAIT = command("result-checks.wait")`
  update price_revisions set day = ${day("today")}, call_id = '00000000-0000-0000-0000-000000000000'
   where instrument_id = ${uuid("instrumentId")}`;

/** All calls of an instrument were looked at. One that a hand closed today waits for the day to be over. */
export async function finishRevised(
  instrumentId: string,
  today: string,
  manager: EntityManager,
): Promise<void> {
  await FINISH.run({ instrumentId, today }, manager);
  await WAIT.run({ instrumentId, today }, manager);
}

const OLDEST_TOLD = statement("result-checks.oldest-told", columns(ResultCheck, "callId"))`
  select call_id as "callId" from result_checks where confirmed_at is null and checked_at < ${timestamp("before")}
   order by checked_at, call_id limit ${int("limit")} for update skip locked`;

/** Calls that staff are told of and that nobody looked at since a moment, those first that have waited longest. */
export const toldBefore = (before: Date, limit: number, manager: EntityManager) =>
  OLDEST_TOLD.all({ before, limit }, manager);

/** The word of staff holds for what prices said then. */
const IS_SAME = sql`(known.says, known.last_seq) = (excluded.says, excluded.last_seq)`;

const TELL = command("result-checks.tell")`
  insert into result_checks as known (call_id, says, last_seq)
  select * from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("says")}::text[], ${array(int)("seqs")}::int[])
  on conflict (call_id) do update
     set says = excluded.says, last_seq = excluded.last_seq, checked_at = now(),
         found_at = case when ${IS_SAME} then known.found_at else now() end,
         confirmed_at = case when ${IS_SAME} then known.confirmed_at end,
         confirmed_by = case when ${IS_SAME} then known.confirmed_by end`;

/** What prices say of a call in place of its result. @property lastSeq the call's last event */
export type Otherwise = { id: string; says: string; lastSeq: number };

/** Writes down what staff are told. The same again leaves their word and its time as they are. */
export const tell = (found: readonly Otherwise[], manager: EntityManager): Promise<void> =>
  TELL.run(
    {
      ids: found.map(({ id }) => id),
      says: found.map(({ says }) => says),
      seqs: found.map(({ lastSeq }) => lastSeq),
    },
    manager,
  );

const FORGET = command("result-checks.forget")`
  delete from result_checks where call_id = any(${array(uuid)("ids")}::uuid[])`;

/** Prices say the same as these calls' results, or somebody has corrected them by what prices say. */
export const forgetTold = (ids: string[], manager: EntityManager): Promise<void> =>
  FORGET.run({ ids }, manager);

const CONFIRM = command("result-checks.confirm")`
  insert into result_checks (call_id, says, last_seq, confirmed_at, confirmed_by)
  values (${uuid("id")}, ${text("says")}, ${int("lastSeq")}, now(), ${text("by")})
  on conflict (call_id) do update
     set says = excluded.says, last_seq = excluded.last_seq, checked_at = now(),
         confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by`;

/** Writes down that a result stands, whatever prices say now. @param by who says so, by name */
export const writeConfirmed = (said: Otherwise & { by: string }, manager: EntityManager): Promise<void> =>
  CONFIRM.run(said, manager);

const CONFIRMED = columns(ResultCheck, "says", "lastSeq");
const CONFIRMATION = {
  ...CONFIRMED,
  at: timestamp.present.from`confirmed_at`,
  by: text.present.from`confirmed_by`,
};
const CONFIRMATION_OF = statement("result-checks.confirmation", CONFIRMATION)`
  select ${CONFIRMATION} from result_checks where call_id = ${uuid("id")} and confirmed_at is not null`;

/** Who said that a result stands, when, and what prices said then. */
export const confirmationOf = (id: string) => CONFIRMATION_OF.first({ id });

/** A word of prices that the call has had another event since is of another result. */
const OTHERWISE = sql`
  result_checks r join calls c on c.id = r.call_id and c.last_seq = r.last_seq and c.state = 'closed' where r.confirmed_at is null`;

/** Named one by one. */
const NAMED = 5;

const TOLD = {
  ...columnsAs("r", ResultCheck, "says"),
  ...columnsAs("c", Call, "id", "direction", "name"),
  on: day.present.from`c.ended_on`,
  price: decimal.present.from`trim_scale(c.close_price)`,
  ratio: decimal.present.from`trim_scale(c.close_ratio)`,
  reason: literal(RESULT_REASONS).present.from`c.close_reason`,
};
const NEXT_TOLD = statement("result-checks.told", TOLD)`
  select ${TOLD} from ${OTHERWISE} order by r.found_at, r.call_id limit ${NAMED + 1}`;

const countTold = counted("result-checks.count")`${OTHERWISE}`;

/**
 * The closed calls whose results prices would make otherwise now, those first that were found first.
 * @returns `calls` those that are named, `more` how many there are besides, the first of which is `next`
 */
export async function resultsOtherwise() {
  const told = await NEXT_TOLD.all();
  const calls = told.slice(0, NAMED);
  const next = told[NAMED]?.id;
  return { calls, next, more: next ? (await countTold()) - calls.length : 0 };
}
