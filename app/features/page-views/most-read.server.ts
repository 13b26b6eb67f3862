import { int, text } from "db/sql";
import { command } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { config } from "~/platform/config.server";

/** More than are shown, as some may be unpublished before the next ranking. */
const RANKED = 15;

/** Ranks the views of the last seven days, including today. A row whose rank did not change is not written. */
const RANK = command("page-views.rank")`
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

/** Ranks the most read pages again. @param zone time zone in which days begin */
export const rankMostRead = (zone: string = config().siteTz): Promise<void> =>
  RANK.run({ zone, ranked: RANKED });

/** Views by page are only needed for the ranking of a week; daily totals stay. */
export const sweepPageViews = sweep("page-views.sweep", "page_readings", "day < current_date - 35");
