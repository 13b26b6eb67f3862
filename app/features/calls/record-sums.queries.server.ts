import { float, int, sql } from "db/sql";
import { statement } from "db/statement.server";
import { SidePart } from "~/platform/side-part.server";

const SUMS = {
  settled: int.from`count(*)::int`,
  right: int.from`(count(*) filter (where result > 0))::int`,
  median: float.orNull.from`percentile_cont(0.5) within group (order by result)`,
};

/** What a call came to, in per cent: `resultOf` in SQL. */
const RESULT = sql`
  100 * (case direction when 'buy' then 1 else -1 end) * (close_price * close_ratio - entry_price) / entry_price`;

const READ = statement("record.sums", SUMS)`
  select ${SUMS} from (
    select ${RESULT} as result from calls
     where state = 'closed' and kind <> 'brief' and entry_price is not null) as closed`;

/** The record in three figures. `median` is in per cent, null of none. */
export type RecordSums = { settled: number; right: number; median: number | null };

export const NO_SUMS: RecordSums = { settled: 0, right: 0, median: null };

/** The same for everybody, beside every page: all share one reading, which is made again when a call has changed. */
export const recordSums = new SidePart<RecordSums>(async () => (await READ.first()) ?? NO_SUMS);
