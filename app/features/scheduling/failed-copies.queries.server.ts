import { int, raw, text } from "db/sql";
import { statement } from "db/statement.server";

/** A condition on working copies: their records are gone, or in the bin. */
export const NO_RECORD = `
   not exists (select from news where id = working_copies.record_id)
   and not exists (select from daily_briefs where id = working_copies.record_id)
   and not exists (select from trade_alerts where id = working_copies.record_id)
   and not exists (select from stock_picks where id = working_copies.record_id)
   and not exists (select from videos where id = working_copies.record_id)
   and not exists (select from ads where id = working_copies.record_id)`;

const FAILED = { kind: text.from`kind`, count: int.from`count(*)::int` };
const COUNT_FAILED = statement("scheduling.failed-copies", FAILED)`
  select ${FAILED} from working_copies
   where publish_at <= now() and problem is not null and not (${raw(NO_RECORD)}) group by kind`;

/** How many working copies of each kind were not published as planned; not those of deleted records. */
export const failedCopies = () => COUNT_FAILED.all();
