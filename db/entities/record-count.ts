import { defineEntity, type InferEntity, p } from "@mikro-orm/core";

/**
 * The number of records of a kind: the sum of `count` over its rows. Triggers add a row for each statement
 * that changes a count. Once an hour `addUpRecordCounts` merges the rows; nothing else writes them.
 */
export const RecordCount = defineEntity({
  name: "RecordCount",
  tableName: "record_counts",
  properties: {
    id: p.bigint("string").primary().autoincrement(),
    /** The table of the records. */
    kind: p.text(),
    /** The values that the records share, by column: `{"status": "draft"}`. */
    facets: p.json<Record<string, string | boolean>>(),
    count: p.integer(),
  },
});
export type RecordCount = InferEntity<typeof RecordCount>;
