import type { EntityManager } from "db/orm.server";
import { array, text } from "db/sql";
import { statement } from "db/statement.server";

const LOWER = { typed: text.from`typed`, lower: text.from`lower(typed)` };
const READ_LOWER = statement("texts.lower", LOWER)`
  select ${LOWER} from unnest(${array(text)("texts")}::text[]) as typed`;

/**
 * Lower case as PostgreSQL writes it, and so the indexes that names are found by. JavaScript writes İ and the final Σ
 * differently.
 * @returns a function for these texts
 */
export async function lowerCase(
  texts: Iterable<string>,
  manager: EntityManager,
): Promise<(text: string) => string> {
  const different = [...new Set(texts)].filter((one) => one !== "");
  const read = different.length > 0 ? await READ_LOWER.all({ texts: different }, manager) : [];
  const known = new Map(read.map(({ typed, lower }) => [typed, lower]));
  return (one) => known.get(one) ?? one;
}
