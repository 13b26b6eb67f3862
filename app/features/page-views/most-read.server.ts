import { int, text } from "db/sql";
import { command } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { config } from "~/platform/config.server";

/** As many are ranked as are shown, and some for those that are taken back meanwhile. */
const RANKED = 15;

/** Ranks what was read in the last seven days, today among them. What stands in its place already is not written again. */
const RANK = command("readings.rank")`
  with ranked as materialized (
    select row_number() over (order by sum(views) desc, max(day) desc, record_id)::smallint as place, section, record_id
      from page_readings
     where day > (now() at time zone ${text("zone", "UTC")})::date - 7
     group by section, record_id
     order by place limit ${int("ranked")}),
  gone as (delete from most_read where place > (select count(*) from ranked))
  insert into most_read as held (place, section, record_id)
  select place, section, record_id from ranked order by place
  on conflict (place) do update set section = excluded.section, record_id = excluded.record_id
   where (held.section, held.record_id) is distinct from (excluded.section, excluded.record_id)`;

/** Makes the list of what is read most anew. @param zone where days begin */
export const rankReadings = (zone: string = config().siteTz): Promise<void> =>
  RANK.run({ zone, ranked: RANKED });

/** Single pages are ranked by a week; the sums of days stay. */
export const sweepReadings = sweep("readings.sweep", "page_readings", "day < current_date - 35");
