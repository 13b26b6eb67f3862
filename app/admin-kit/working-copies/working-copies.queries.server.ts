import type { EntityManager } from "@mikro-orm/postgresql";
import { type CopiedTexts, WorkingCopy } from "db/entities/working-copy";
import { columns } from "db/entity-columns.server";
import { array, float, int, json, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { readOrLock, statement } from "db/statement.server";
import { truncate } from "~/ui/format";
import { endCopyReview } from "../review/entries.server";

const COPY = {
  ...columns(WorkingCopy, "kind", "recordId", "title", "typed", "opened", "recordVersion", "version"),
  ...columns(WorkingCopy, "publishAt", "problem", "staffName", "savedAt"),
  writerIds: array(uuid).from`writer_ids`,
  /** Null without a plan, and if the account of the person who planned it was deleted. */
  plannerId: uuid.orNull.from`planner_id`,
};
export type Copy = RowOf<typeof COPY>;

const FIND = readOrLock("working-copies.find", COPY)`
  select ${COPY} from working_copies where kind = ${text("kind")} and record_id = ${uuid("recordId")}`;

/** The working copy of a record, if it has one; locked in a transaction. @param kind the path of its screen */
export const workingCopyOf = (
  kind: string,
  recordId: string,
  within?: EntityManager,
): Promise<Copy | undefined> => FIND({ kind, recordId }, within);

const MARK = columns(WorkingCopy, "recordId", "publishAt", "problem");
const MARKS = statement("working-copies.marks", MARK)`
  select ${MARK} from working_copies where kind = ${text("kind")} and record_id = any(${array(uuid)("ids")}::uuid[])`;

/** Those of some records, for the rows of a list. */
export const workingCopiesAmong = (kind: string, ids: readonly string[]) =>
  MARKS.all({ kind, ids: [...ids] });

const KEPT = { wait: float.orNull.from`extract(epoch from publish_at - now())::float8` };
/** Whether a save leaves what readers will see as it is. */
const SAME = sql`(copy.typed, copy.record_version) = (excluded.typed, excluded.record_version)`;
const KEEP = statement("working-copies.keep", KEPT)`
  insert into working_copies as copy (kind, record_id, title, typed, opened, record_version, publish_at, planner_id,
                                      staff_id, staff_name, writer_ids)
  select ${text("kind")}, ${uuid("recordId")}, ${text("title")}, ${json<CopiedTexts>()("typed")}::jsonb,
         ${json<CopiedTexts>()("opened")}::jsonb, ${int("recordVersion")}, sent.publish_at, case when sent.publish_at is not null then sent.staff_id end,
         sent.staff_id, ${text("staffName")}, array[sent.staff_id]
    from (select ${timestamp.orNull("publishAt")}::timestamptz(3) as publish_at, ${uuid("staffId")}::uuid as staff_id) as sent
  on conflict (kind, record_id) do update
     set title = excluded.title, typed = excluded.typed, opened = excluded.opened, record_version = excluded.record_version,
         publish_at = excluded.publish_at, problem = null, saved_at = now(),
         planner_id = case when excluded.publish_at = copy.publish_at then copy.planner_id else excluded.planner_id end,
         version = case when ${SAME} then copy.version else copy.version + 1 end,
         staff_id = case when ${SAME} then copy.staff_id else excluded.staff_id end,
         staff_name = case when ${SAME} then copy.staff_name else excluded.staff_name end,
         writer_ids = case when ${SAME} or excluded.staff_id = any(copy.writer_ids) then copy.writer_ids
                           else copy.writer_ids || excluded.staff_id end
   where copy.version = ${int("seen")}
  returning ${KEPT}`;

/** Writes a copy over the version that was seen; 0 for none. A save that only plans it keeps its version and its writers.
 * @returns the seconds until it is published, null if that is not planned; undefined if there is another version
 */
export const keepCopy = (
  copy: Omit<Copy, "version" | "problem" | "savedAt" | "writerIds" | "plannerId"> & {
    staffId: string;
    seen: number;
  },
  within: EntityManager,
): Promise<RowOf<typeof KEPT> | undefined> => KEEP.first(copy, within);

/** A save that only plans keeps the version. */
const SEEN = sql`kind = ${text("kind")} and record_id = ${uuid("recordId")} and version = ${int("version")}
     and publish_at is not distinct from ${timestamp.orNull("publishAt")}`;
type SeenCopy = Pick<Copy, "kind" | "recordId" | "version" | "publishAt">;

const DROP = statement("working-copies.drop", columns(WorkingCopy, "version"))`
  delete from working_copies where ${SEEN} returning version`;

/** Deletes the version that was seen, after it was published or discarded, and its review. @returns false if there is another one, or another plan */
export async function dropCopy(copy: SeenCopy, within: EntityManager): Promise<boolean> {
  if (!(await DROP.first(copy, within))) return false;
  await endCopyReview(copy, within);
  return true;
}

const DUE = statement("working-copies.due", COPY)`
  select ${COPY} from working_copies where publish_at <= now() and problem is null order by publish_at, record_id limit 100`;

/** The planned copies whose minute has come, by the database's clock; not those that failed. */
export const dueCopies = (): Promise<Copy[]> => DUE.all();

const FAIL = statement("working-copies.fail", columns(WorkingCopy, "version"))`
  update working_copies set problem = ${text("problem")} where ${SEEN} and problem is null returning version`;

/** Notes why a planned copy was not published; it stays. @returns false if there is another version or plan, or it is noted */
export const noteProblem = async (copy: SeenCopy, problem: string, within: EntityManager): Promise<boolean> =>
  (await FAIL.first({ ...copy, problem: truncate(problem, MOST_PROBLEM) }, within)) !== undefined;

const MOST_PROBLEM = 400;
