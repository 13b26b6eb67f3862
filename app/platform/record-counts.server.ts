import { RecordCount } from "db/entities/record-count";
import { columns } from "db/entity-columns.server";
import { int } from "db/sql";
import { command, statement } from "db/statement.server";

const COUNT = { ...columns(RecordCount, "kind", "facets"), total: int.from`sum(count)::int` };
const KEPT = statement("records.counts", COUNT)`
  select ${COUNT} from record_counts group by kind, facets`;

/** How many records of a table there are, of those with all the given facets. */
export type RecordCounts = (table: string, facets?: Record<string, string | boolean>) => number;

/** Exact, and as quick for a million records as for one: triggers keep the counts, with whatever changes them. */
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

/** Makes one row of all that were written for the same records. Whoever counts meanwhile sees the one or the other. */
export const addUpRecordCounts = (): Promise<void> => ADD_UP.run();
