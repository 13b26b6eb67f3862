import type { Knex } from "@mikro-orm/postgresql";
import { UnfitDatabaseError } from "./unfit-database";

/**
 * Runs before the first write, because an encoding cannot be changed. In any encoding but UTF-8, lengths
 * count bytes, and searches find no accents. On a system without a locale, `createdb` creates such a
 * database.
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
