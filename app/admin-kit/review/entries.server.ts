import { type FilterQuery, sql as ormSql } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { REVIEW_ENTRIES, ReviewEntry } from "db/entities/review-entry";
import { columns, columnsAs } from "db/entity-columns.server";
import { array, bool, int, literal, type RowOf, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { StaffViewer } from "~/auth/viewer.server";
import type { Filter, ListedRow } from "../resource.server";

/** A record under review. @property kind the path of its screen */
export type Reviewed = { kind: string; recordId: string };

/** What a review is about. @property ofCopy whether the version is the working copy's, not the record's */
export type ReviewedVersion = { version: number; ofCopy: boolean };

const ENTRY = {
  ...columnsAs(
    "e",
    ReviewEntry,
    ...(["id", "what", "version", "ofCopy", "body", "staffName", "createdAt"] as const),
  ),
  staffId: uuid.orNull.from`e.staff_id`,
};
/** A line of a review. */
export type Entry = RowOf<typeof ENTRY>;

const OF_RECORD = { kind: text("kind"), recordId: uuid("recordId") };

const ALL = statement("review-entries.all", ENTRY)`
  select ${ENTRY} from review_entries e
   where e.kind = ${OF_RECORD.kind} and e.record_id = ${OF_RECORD.recordId}
   order by e.created_at desc, e.id desc limit 500`;

/** The newest lines of a record's review, newest first. */
export const reviewEntries = (record: Reviewed): Promise<Entry[]> => ALL.all(record);

const ADDED = { id: uuid.from`id` };
const ADD = statement("review-entries.add", ADDED)`
  insert into review_entries (kind, record_id, what, version, of_copy, body, mentions, staff_id, staff_name)
  values (${OF_RECORD.kind}, ${OF_RECORD.recordId}, ${literal(REVIEW_ENTRIES)("what")}, ${int("version")}, ${bool("ofCopy")},
          ${text.orNull("body")}, ${array(uuid)("mentions")}, ${uuid("staffId")}, ${text("staffName")})
  on conflict do nothing returning id`;

type NewEntry = Reviewed &
  ReviewedVersion & { what: (typeof REVIEW_ENTRIES)[number]; body?: string; mentions?: string[] };

/** Adds a line. @returns its id; undefined if the record is ready already, or this person approved the version before */
export const addEntry = async (
  manager: EntityManager,
  { id: staffId, fullname: staffName }: StaffViewer,
  { body, mentions = [], ...entry }: NewEntry,
): Promise<string | undefined> =>
  (await ADD.first({ ...entry, body: body ?? null, mentions, staffId, staffName }, manager))?.id;

const REMOVE_COMMENT = statement("review-entries.remove-comment", ADDED)`
  delete from review_entries
   where id = ${uuid("id")} and kind = ${OF_RECORD.kind} and record_id = ${OF_RECORD.recordId} and what = 'comment'
     and staff_id = ${uuid("staffId")}
  returning id`;

/** Deletes a comment of its author. @returns false if it is gone, or somebody else’s */
export const removeComment = async (
  comment: Reviewed & { id: string; staffId: string },
  manager: EntityManager,
): Promise<boolean> => (await REMOVE_COMMENT.first(comment, manager)) !== undefined;

const END = command("review-entries.end")`
  delete from review_entries
   where kind = ${OF_RECORD.kind} and record_id = any(${array(uuid)("ids")}::uuid[]) and what = 'ready' and (not of_copy or ${bool("copies")})`;

/** Nobody waits for a review of these records: they were published. Their working copies wait on. */
export const endReviews = (kind: string, ids: readonly string[], manager: EntityManager): Promise<void> =>
  END.run({ kind, ids: [...ids], copies: false }, manager);

/** The mark is taken back: of the record, or of its working copy. */
export const withdrawReview = ({ kind, recordId }: Reviewed, manager: EntityManager): Promise<void> =>
  END.run({ kind, ids: [recordId], copies: true }, manager);

const END_COPY = command("review-entries.end-copy")`
  delete from review_entries
   where kind = ${OF_RECORD.kind} and record_id = ${OF_RECORD.recordId} and (what = 'ready' or what = 'approval' and of_copy)`;

/** With a working copy end the mark and the approvals of its versions: the next copy counts from 1 again. */
export const endCopyReview = (record: Reviewed, manager: EntityManager): Promise<void> =>
  END_COPY.run(record, manager);

const APPROVAL = { ...columns(ReviewEntry, "staffName", "createdAt"), staffId: uuid.orNull.from`staff_id` };
const APPROVALS = statement("review-entries.approvals", APPROVAL)`
  select ${APPROVAL} from review_entries
   where kind = ${OF_RECORD.kind} and record_id = ${OF_RECORD.recordId} and what = 'approval' and version = ${int("version")}
     and of_copy = ${bool("ofCopy")}
   order by created_at desc, id desc`;

/** Who approved this version, newest first. */
export const approvalsOf = ({ kind, recordId, version, ofCopy }: Reviewed & ReviewedVersion) =>
  APPROVALS.all({ kind, recordId, version, ofCopy });

const APPROVED_RECORD = columns(ReviewEntry, "recordId");
const APPROVED = statement("review-entries.approved", APPROVED_RECORD)`
  select distinct ${APPROVED_RECORD}
    from unnest(${array(uuid)("ids")}::uuid[], ${array(int)("versions")}::int[], ${array(bool)("ofCopies")}::bool[])
         as asked (record_id, version, of_copy)
    join review_entries using (record_id, version, of_copy)
   where kind = ${OF_RECORD.kind} and what = 'approval'`;

/** The ids of those records whose version somebody approved. @param records each once */
export async function approvedAmong(
  kind: string,
  records: readonly (ReviewedVersion & { recordId: string })[],
  manager: EntityManager,
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const ids = records.map(({ recordId }) => recordId);
  const versions = records.map(({ version }) => version);
  const ofCopies = records.map(({ ofCopy }) => ofCopy);
  const approved = await APPROVED.all({ kind, ids, versions, ofCopies }, manager);
  return new Set(approved.map(({ recordId }) => recordId));
}

const INTO_BIN = command("review-entries.into-bin")`
  update review_entries e set binned_id = b.id
    from binned_records b
   where b.kind = e.kind and b.record_id = e.record_id
     and e.kind = ${OF_RECORD.kind} and e.record_id = ${OF_RECORD.recordId}`;
const OUT_OF_BIN = command("review-entries.out-of-bin")`
  update review_entries set binned_id = null where kind = ${OF_RECORD.kind} and record_id = ${OF_RECORD.recordId}`;

/** The review follows its record into the bin, and ends with it there. */
export const binReview = (record: Reviewed, manager: EntityManager): Promise<void> =>
  INTO_BIN.run(record, manager);
/** The review comes back with its record. */
export const unbinReview = (record: Reviewed, manager: EntityManager): Promise<void> =>
  OUT_OF_BIN.run(record, manager);

const READY = { value: "ready", label: "Ready for review" };
const amongReady = () =>
  ormSql`any(select record_id from review_entries where what = 'ready' and binned_id is null)`;

/** A list's status filter that also finds records that are ready for review. */
export const withReady = <Row extends ListedRow>(status: Filter<Row>): Filter<Row> => ({
  ...status,
  options: [...status.options, READY],
  where: (value) =>
    value === READY.value ? ({ id: amongReady() } as unknown as FilterQuery<Row>) : status.where(value),
});
