import type { Knex } from "@mikro-orm/postgresql";
import { UnfitDatabaseError } from "./unfit-database";

/**
 * Before anything is written: an encoding cannot be changed, and in another one than UTF-8 lengths count bytes, and no search
 * finds an accent. `createdb` makes such a database where the system has no locale.
 * @throws UnfitDatabaseError
 */
export async function requireUtf8(connection: Knex): Promise<void> {
  const { rows } = await connection.raw<{ rows: { encoding: string }[] }>(
    "select current_setting('server_encoding') as encoding",
  );
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  const remedy = "create one with: encoding 'UTF8' locale 'C.UTF-8' template template0";
  throw new UnfitDatabaseError(`the database's encoding is ${encoding}, not UTF8: ${remedy}`);
}
