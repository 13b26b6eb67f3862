import { countedTotal } from "db/count.server";
import { Call, JUDGED_UNTIL } from "db/entities/call";
import { ResultCheck } from "db/entities/result-check";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, day, decimal, int, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { RESULT_REASONS } from "./close-call.rules";

/** Closed calls per part. */
export const CHECKED_AT_ONCE = 100;

const PLACE = { instrumentId: uuid.from`instrument_id`, day, callId: uuid.from`call_id` };
export type RevisedFrom = { instrumentId: string; day: string; callId: string };

/**
 * Each server takes a different instrument. A concurrent price change waits and marks the instrument again.
 */
const NEXT_REVISED = statement("result-checks.next-revised", PLACE)`
  select ${PLACE} from price_revisions where day < ${day("today")}::date
   order by instrument_id limit 1 for update skip locked`;

/** An instrument whose closed calls need a check, and the position. Locked until the transaction ends. */
export const nextRevised = (today: string, manager: EntityManager): Promise<RevisedFrom | undefined> =>
  NEXT_REVISED.first({ today }, manager);

const UNTIL = raw(JUDGED_UNTIL);
const CLOSED_CALLS = sql`calls where instrument_id = ${uuid("instrumentId")} and state = 'closed' and kind <> 'brief'`;

const AFTER = statement("result-checks.calls-after", { day: day.from`${UNTIL}`, callId: uuid.from`id` })`
  select ${UNTIL} as day, id as "callId" from ${CLOSED_CALLS} and (${UNTIL}, id) > (${day("day")}::date, ${uuid("callId")}::uuid)
   order by ${UNTIL}, id limit ${CHECKED_AT_ONCE}`;

/** The closed calls after a position that prices since its day may affect. */
export const closedAfter = (place: RevisedFrom, manager: EntityManager) => AFTER.all(place, manager);

const SAVE_POSITION = command("result-checks.go-on")`
  update price_revisions set day = ${day("day")}, call_id = ${uuid("callId")} where instrument_id = ${uuid("instrumentId")}`;

export const saveCheckPosition = (place: RevisedFrom, manager: EntityManager): Promise<void> =>
  SAVE_POSITION.run(place, manager);

const FINISH = command("result-checks.finish")`
  delete from price_revisions where instrument_id = ${uuid("instrumentId")}
     and not exists (select from ${CLOSED_CALLS} and ${UNTIL} >= ${day("today")}::date)`;
const WAIT = command("result-checks.wait")`
  update price_revisions set day = ${day("today")}, call_id = '00000000-0000-0000-0000-000000000000'
   where instrument_id = ${uuid("instrumentId")}`;

/** Ends the check of an instrument. If staff closed a call today, the check runs again after the day. */
export async function finishRevised(
  instrumentId: string,
  today: string,
  manager: EntityManager,
): Promise<void> {
  await FINISH.run({ instrumentId, today }, manager);
  await WAIT.run({ instrumentId, today }, manager);
}

const OLDEST_REPORTED = statement("result-checks.oldest-told", columns(ResultCheck, "callId"))`
  select call_id as "callId" from result_checks where confirmed_at is null and checked_at < ${timestamp("before")}
   order by checked_at, call_id limit ${int("limit")} for update skip locked`;

/** Reported calls not checked since a moment, oldest check first. */
export const reportedBefore = (before: Date, limit: number, manager: EntityManager) =>
  OLDEST_REPORTED.all({ before, limit }, manager);

/** A confirmation applies to one difference only. */
const IS_SAME = sql`(known.says, known.last_seq) = (excluded.says, excluded.last_seq)`;

const SAVE = command("result-checks.tell")`
  insert into result_checks as known (call_id, says, last_seq)
  select * from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("says")}::text[], ${array(int)("seqs")}::int[])
  on conflict (call_id) do update
     set says = excluded.says, last_seq = excluded.last_seq, checked_at = now(),
         found_at = case when ${IS_SAME} then known.found_at else now() end,
         confirmed_at = case when ${IS_SAME} then known.confirmed_at end,
         confirmed_by = case when ${IS_SAME} then known.confirmed_by end`;

/** The difference between prices and a call's result. @property lastSeq the call's last event */
export type ResultDifference = { id: string; says: string; lastSeq: number };

/** Saves the differences for staff. An unchanged difference keeps its confirmation and time. */
export const saveDifferences = (found: readonly ResultDifference[], manager: EntityManager): Promise<void> =>
  SAVE.run(
    {
      ids: found.map(({ id }) => id),
      says: found.map(({ says }) => says),
      seqs: found.map(({ lastSeq }) => lastSeq),
    },
    manager,
  );

const CLEAR = command("result-checks.forget")`
  delete from result_checks where call_id = any(${array(uuid)("ids")}::uuid[])`;

/** Removes the differences of calls whose results now match prices or were corrected. */
export const clearDifferences = (ids: string[], manager: EntityManager): Promise<void> =>
  CLEAR.run({ ids }, manager);

const CONFIRM = command("result-checks.confirm")`
  insert into result_checks (call_id, says, last_seq, confirmed_at, confirmed_by)
  values (${uuid("id")}, ${text("says")}, ${int("lastSeq")}, now(), ${text("by")})
  on conflict (call_id) do update
     set says = excluded.says, last_seq = excluded.last_seq, checked_at = now(),
         confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by`;

/** Saves the confirmation of a result. @param by the name of the staff member */
export const saveConfirmation = (
  confirmed: ResultDifference & { by: string },
  manager: EntityManager,
): Promise<void> => CONFIRM.run(confirmed, manager);

const CONFIRMED = columns(ResultCheck, "says", "lastSeq");
const CONFIRMATION = {
  ...CONFIRMED,
  at: timestamp.present.from`confirmed_at`,
  by: text.present.from`confirmed_by`,
};
const CONFIRMATION_OF = statement("result-checks.confirmation", CONFIRMATION)`
  select ${CONFIRMATION} from result_checks where call_id = ${uuid("id")} and confirmed_at is not null`;

/** Who confirmed a result and when, and the difference at that time. */
export const resultConfirmation = (id: string) => CONFIRMATION_OF.first({ id });

/** A difference from before the call's last event belongs to an older result. */
const UNCONFIRMED = sql`
  result_checks r join calls c on c.id = r.call_id and c.last_seq = r.last_seq and c.state = 'closed' where r.confirmed_at is null`;

/** The number of calls shown by name. */
const NAMED = 5;

const DIFFERING = {
  ...columnsAs("r", ResultCheck, "says"),
  ...columnsAs("c", Call, "id", "direction", "name"),
  on: day.present.from`c.ended_on`,
  price: decimal.present.from`trim_scale(c.close_price)`,
  ratio: decimal.present.from`trim_scale(c.close_ratio)`,
  reason: literal(RESULT_REASONS).present.from`c.close_reason`,
};
const NEXT_DIFFERING = statement("result-checks.told", DIFFERING)`
  select ${DIFFERING} from ${UNCONFIRMED} order by r.found_at, r.call_id limit ${NAMED + 1}`;

const countDiffering = countedTotal("result-checks.count")`${UNCONFIRMED}`;

/**
 * The unconfirmed differing results, longest known first.
 * @returns `calls` for display, and `more`, the number of further ones, of which `next` is the first; `capped`: there
 * may be more of them
 */
export async function unconfirmedDifferences() {
  const differing = await NEXT_DIFFERING.all();
  const calls = differing.slice(0, NAMED);
  const next = differing[NAMED]?.id;
  const { total, capped } = next ? await countDiffering() : { total: calls.length, capped: false };
  return { calls, next, more: total - calls.length, capped };
}
