import type { EntityManager } from "db/orm.server";
import { array, sql, uuid } from "db/sql";
import { command } from "db/statement.server";
import { publicBySetting, publicCallName } from "~/features/calls/track-record/company-calls.queries.server";

/** Rows in the order in which two merges at once take them. */
const NAME = command("companies.name-by-calls")`
  with called as (
    select id, ${publicCallName(sql`instruments.id`)} as name from instruments
     where id = any(${array(uuid)("ids")}::uuid[]) and merged_into is null order by id for no key update)
  update instruments as i set called_name = called.name from called
   where i.id = called.id and called.name is not null and i.called_name is distinct from called.name`;

/** Keeps what the newest public call on each of these instruments names it, by which searches and the sitemap find it. */
export const nameByCalls = (ids: readonly string[], manager: EntityManager): Promise<void> =>
  NAME.run({ ids: [...ids], ...publicBySetting() }, manager);
