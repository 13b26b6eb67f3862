import { Image } from "db/entities/image";
import { columns } from "db/entity-columns.server";
import { array, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";

/** A picture of a record in the bin is stored but never shown. */
export const IS_NOT_BINNED = sql`not exists (select from binned_records where image_id = ${uuid("id")})`;

const EXISTING = statement("pictures.kept-of", columns(Image, "id"))`
  select id from images where id = any(${array(uuid)("ids")}::uuid[])
     and not exists (select from binned_records where image_id = images.id)`;

/** The ids of these pictures that exist outside the bin. @param ids distinct UUIDs */
export const existingPictures = async (ids: string[]): Promise<string[]> =>
  (await EXISTING.all({ ids })).map(({ id }) => id);
