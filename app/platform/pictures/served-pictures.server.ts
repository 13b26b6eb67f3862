import { Image } from "db/entities/image";
import { columns } from "db/entity-columns.server";
import { array, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

const KEPT = sql`not exists (select 1 from binned_records where image_id = images.id)`;

const SERVED = statement("pictures.served", columns(Image, "id"))`
  select id from images where id = ${uuid("id")} and ${KEPT}`;
const SERVED_OF = statement("pictures.served-of", columns(Image, "id"))`
  select id from images where id = any(${array(uuid)("ids")}::uuid[]) and ${KEPT}`;

/**
 * Whether a picture is given to whoever asks: as long as a record keeps it that is not in the bin. Files outlast that by hours, and by
 * more while their store is away.
 */
export const isServed = async (id: string): Promise<boolean> => (await SERVED.allPrepared({ id })).length > 0;

/** Those among these pictures that are. @param ids UUIDs, each once */
export const servedOf = async (ids: string[]): Promise<string[]> =>
  (await SERVED_OF.all({ ids })).map(({ id }) => id);
