import type { EntityManager } from "@mikro-orm/postgresql";
import { type CopiedTexts, WorkingCopy } from "db/entities/working-copy";
import { columns } from "db/entity-columns.server";
import { array, float, int, json, type RowOf, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { truncate } from "~/ui/format";

const COPY = {
  ...columns(WorkingCopy, "kind", "recordId", "title", "typed", "recordVersion", "version", "publishAt"),
  ...columns(WorkingCopy, "problem", "staffName", "savedAt"),
  /** Null if the account of the person who saved it was deleted. */
  staffId: uuid.orNull.from`staff_id`,
};
export type Copy = RowOf<typeof COPY>;

const FIND = statement("working-copies.find", COPY)`
  select ${COPY} from working_copies where kind = ${text("kind")} and record_id = ${uuid("recordId")}`;

/** The working copy of a record, if it has one. @param kind the path of its screen */
export const workingCopyOf = (
  kind: string,
  recordId: string,
  within?: EntityManager,
): Promise<Copy | undefined> => FIND.first({ kind, recordId }, within);

const MARK = columns(WorkingCopy, "recordId", "publishAt", "problem");
const MARKS = statement("working-copies.marks", MARK)`
  select ${MARK} from working_copies where kind = ${text("kind")} and record_id = any(${array(uuid)("ids")}::uuid[])`;

/** Those of some records, for the rows of a list. */
export const workingCopiesAmong = (kind: string, ids: readonly string[]) =>
  MARKS.all({ kind, ids: [...ids] });

const KEPT = { wait: float.orNull.from`extract(epoch from publish_at - now())::float8` };
const KEEP = statement("working-copies.keep", KEPT)`
  insert into working_copies as copy (kind, record_id, title, typed, record_version, publish_at, staff_id, staff_name)
  select ${text("kind")}, ${uuid("recordId")}, ${text("title")}, ${json<CopiedTexts>()("typed")}::jsonb,
         ${int("recordVersion")}, ${timestamp.orNull("publishAt")}, ${uuid("staffId")}, ${text("staffName")}
  on conflict (kind, record_id) do update
     set title = excluded.title, typed = excluded.typed, record_version = excluded.record_version,
         publish_at = excluded.publish_at, problem = null, version = copy.version + 1, staff_id = excluded.staff_id,
         staff_name = excluded.staff_name, saved_at = now()
   where copy.version = ${int("seen")}
  returning ${KEPT}`;

/** Writes a copy over the version that was seen; 0 for none.
 * @returns the seconds until it is published, null if that is not planned; undefined if there is another version
 */
export const keepCopy = (
  copy: Omit<Copy, "version" | "problem" | "savedAt" | "staffId"> & { staffId: string; seen: number },
  within: EntityManager,
): Promise<RowOf<typeof KEPT> | undefined> => KEEP.first(copy, within);

const DROP = statement("working-copies.drop", columns(WorkingCopy, "version"))`
  delete from working_copies
   where kind = ${text("kind")} and record_id = ${uuid("recordId")} and version = ${int("version")}
  returning version`;

/** Deletes the version that was seen, after it was published or discarded. @returns false if there is another one */
export const dropCopy = async (
  seen: Pick<Copy, "kind" | "recordId" | "version">,
  within?: EntityManager,
): Promise<boolean> => (await DROP.first(seen, within)) !== undefined;

const DUE = statement("working-copies.due", COPY)`
  select ${COPY} from working_copies where publish_at <= now() and problem is null order by publish_at, record_id limit 100`;

/** The planned copies whose minute has come, by the database's clock; not those that failed. */
export const dueCopies = (): Promise<Copy[]> => DUE.all();

const FAIL = statement("working-copies.fail", columns(WorkingCopy, "version"))`
  update working_copies set problem = ${text("problem")}
   where kind = ${text("kind")} and record_id = ${uuid("recordId")} and version = ${int("version")} and problem is null
  returning version`;

/** Notes why a planned copy was not published; it stays. @returns false if there is another version, or it is noted */
export const noteProblem = async (
  copy: Pick<Copy, "kind" | "recordId" | "version">,
  problem: string,
  within: EntityManager,
): Promise<boolean> =>
  (await FAIL.first({ ...copy, problem: truncate(problem, MOST_PROBLEM) }, within)) !== undefined;

const MOST_PROBLEM = 400;
