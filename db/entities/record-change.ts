import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

/** What happened to a record: it is there, or it is not any more. */
export const RECORD_CHANGES = ["saved", "deleted"] as const;

/**
 * A change of a record, for programs that follow them. Triggers write it in the transaction of the change;
 * a worker numbers it once that is committed, so that no later commit has a smaller number.
 */
export const RecordChange = defineEntity({
  name: "RecordChange",
  tableName: "record_changes",
  properties: {
    id: p.bigint("string").primary().autoincrement(),
    number: p.bigint("string").nullable().unique(),
    /** The last part of its address in the API. */
    kind: p.text(),
    /** Without a foreign key: the change outlives its record. */
    recordId: p.uuid(),
    /** For staff who may read the kind. */
    change: oneOf(RECORD_CHANGES),
    /** For readers. Null if they never saw the record. */
    shown: oneOf(RECORD_CHANGES).nullable(),
    /** Who of them sees the change: 3 everybody, 2 those with access for members, 1 those with full access. */
    reach: p.smallint(),
    at: p.datetime(3).defaultRaw("clock_timestamp()"),
  },
  checks: [
    { name: "record_changes_reach_range", expression: "reach >= 0 and reach <= 3" },
    { name: "record_changes_shown_reach", expression: "(shown is null) = (reach = 0)" },
  ],
  indexes: [
    {
      name: "record_changes_waiting_index",
      expression: "create index record_changes_waiting_index on record_changes (id) where number is null",
    },
    {
      name: "record_changes_record_index",
      expression:
        "create index record_changes_record_index on record_changes (kind, record_id, number) include (reach)",
    },
    {
      name: "record_changes_at_index",
      expression: "create index record_changes_at_index on record_changes (at) where number is not null",
    },
  ],
});
export type RecordChange = InferEntity<typeof RecordChange>;

/** How far the worker is. One row. */
export const ChangeNumbers = defineEntity({
  name: "ChangeNumbers",
  tableName: "change_numbers",
  properties: {
    one: p.integer().primary().autoincrement(false),
    /** Which database counts; a restored one is another. Null until somebody asks. */
    databaseId: p.uuid().nullable(),
    /** The last number given. */
    newest: p.bigint("string").defaultRaw("0"),
    /** Up to this number, changes that a later one of the same record repeats have been removed. */
    thinned: p.bigint("string").defaultRaw("0"),
    /** The last number whose change has been forgotten for its age. */
    swept: p.bigint("string").defaultRaw("0"),
    /** PostgreSQL's timeline, which each promotion of a standby changes. Null until the worker has run. */
    timeline: p.integer().nullable(),
    /** The one before. */
    formerTimeline: p.integer().nullable(),
    /** The last number that both have. */
    branchedAt: p.bigint("string").nullable(),
  },
  checks: [{ name: "change_numbers_one", expression: "one = 1" }],
});
export type ChangeNumbers = InferEntity<typeof ChangeNumbers>;
