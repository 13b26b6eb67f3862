import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * How many records of a kind there are: the sum of `count` over its rows. Triggers on their tables add a row for each
 * statement that changes a count, and once an hour they are added up (`addUpRecordCounts`); nothing else writes it.
 */
export const RecordCount = defineEntity({
  name: "RecordCount",
  tableName: "record_counts",
  properties: {
    id: p.bigint("string").primary().autoincrement(),
    /** The table of the records. */
    kind: p.text(),
    /** What the records have in common, by column: `{"status": "draft"}`. */
    facets: p.json<Record<string, string | boolean>>(),
    count: p.integer(),
  },
});
export type RecordCount = InferEntity<typeof RecordCount>;
