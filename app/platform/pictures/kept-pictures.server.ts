import { Image } from "db/entities/image";
import { columns } from "db/entity-columns.server";
import { array, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** The picture of a record in the bin stays with it, and is shown to nobody. */
export const IS_NOT_BINNED = sql`not exists (select from binned_records where image_id = ${uuid("id")})`;

const KEPT_OF = statement("pictures.kept-of", columns(Image, "id"))`
  select id from images where id = any(${array(uuid)("ids")}::uuid[])
     and not exists (select from binned_records where image_id = images.id)`;

/** Those among these pictures that exist outside the bin. @param ids UUIDs, each once */
export const keptOf = async (ids: string[]): Promise<string[]> =>
  (await KEPT_OF.all({ ids })).map(({ id }) => id);
