import type { Knex } from "@mikro-orm/postgresql";

/** A table of the product, with the columns that are written, in their order. */
export type TableShape = { name: string; columns: string[] };

/** What the migrations note themselves in: the archive's own list says the same. */
export const MIGRATIONS_TABLE = "mikro_orm_migrations";

const OURS = `
  c.relnamespace = current_schema()::regnamespace and c.relname <> '${MIGRATIONS_TABLE}'
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** A generated column takes no value, so it is no part of a copy. */
const TABLES = `
  select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
   where c.relkind = 'r' and ${OURS} and not a.attisdropped and a.attgenerated = ''
   group by c.relname order by c.relname`;

/** One that has not given a number yet is as its migration made it. */
const SEQUENCES = `
  select sequencename::text as name, last_value::text as last from pg_sequences
   where schemaname = current_schema() and last_value is not null and sequencename not like '${MIGRATIONS_TABLE}%'
   order by sequencename`;

/** Every table in the schema that connections find first, but those of extensions and the migrations' own. */
export async function tablesOf(connection: Knex): Promise<TableShape[]> {
  const { rows }: { rows: TableShape[] } = await connection.raw(TABLES);
  return rows;
}

/** The last number that each sequence has given, by its name. */
export async function sequencesOf(connection: Knex): Promise<Record<string, string>> {
  const { rows }: { rows: { name: string; last: string }[] } = await connection.raw(SEQUENCES);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The migrations that were applied, in the order in which they were; undefined where there never were any. */
export async function appliedMigrations(connection: Knex): Promise<string[] | undefined> {
  const { rows: found } = await connection.raw(
    `select to_regclass('${MIGRATIONS_TABLE}') is not null as there`,
  );
  if (!found[0]?.there) return undefined;
  const { rows }: { rows: { name: string }[] } = await connection.raw(
    `select name from ${MIGRATIONS_TABLE} order by id`,
  );
  return rows.map(({ name }) => name);
}
