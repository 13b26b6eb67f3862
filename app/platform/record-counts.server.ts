import { RecordCount } from "db/entities/record-count";
import { columns } from "db/entity-columns.server";
import { int } from "db/sql";
import { command, statement } from "db/statement.server";

const COUNT = { ...columns(RecordCount, "kind", "facets"), total: int.from`sum(count)::int` };
const KEPT = statement("records.counts", COUNT)`
  select ${COUNT} from record_counts group by kind, facets`;

/** The number of records of a table that match all given facets. */
export type RecordCounts = (table: string, facets?: Record<string, string | boolean>) => number;

/** Exact and fast at any size: triggers maintain the counts in the transaction of each change. */
export async function recordCounts(): Promise<RecordCounts> {
  const kept = await KEPT.all();
  return (table, asked = {}) =>
    kept
      .filter(({ kind }) => kind === table)
      .filter(({ facets }) => Object.entries(asked).every(([name, value]) => facets[name] === value))
      .reduce((sum, { total }) => sum + total, 0);
}

const ADD_UP = command("records.add-up-counts")`
  with taken as (delete from record_counts returning kind, facets, count)
  insert into record_counts (kind, facets, count)
  select kind, facets, sum(count) from taken group by kind, facets having sum(count) <> 0`;

/** Merges all rows of the same kind into one. Concurrent readers see either state. */
export const addUpRecordCounts = (): Promise<void> => ADD_UP.run();
