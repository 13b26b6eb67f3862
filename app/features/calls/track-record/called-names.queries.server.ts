import type { EntityManager } from "db/orm.server";
import { array, sql, uuid } from "db/sql";
import { command } from "db/statement.server";
import { publicBySetting, publicCallName } from "~/features/calls/track-record/company-calls.queries.server";

/** Locks rows in the order that two concurrent merges use. */
const NAME = command("companies.name-by-calls")`
  with called as (
    select id, ${publicCallName(sql`instruments.id`)} as name from instruments
     where id = any(${array(uuid)("ids")}::uuid[]) and merged_into is null order by id for no key update)
  update instruments as i set called_name = called.name from called
   where i.id = called.id and called.name is not null and i.called_name is distinct from called.name`;

/** Stores the name in the newest public call on each instrument. The search and the sitemap use it. */
export const nameByCalls = (ids: readonly string[], manager: EntityManager): Promise<void> =>
  NAME.run({ ids: [...ids], ...publicBySetting() }, manager);
