import type { Knex } from "@mikro-orm/postgresql";

/** A table of the product, with its written columns in order. */
export type TableShape = { name: string; columns: string[] };

/** The migrations' own table. The archive has the same list. */
export const MIGRATIONS_TABLE = "mikro_orm_migrations";

const OURS = `
  c.relnamespace = current_schema()::regnamespace and c.relname <> '${MIGRATIONS_TABLE}'
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

/** A copy leaves out generated columns, because they accept no values. */
const TABLES = `
  select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
   where c.relkind = 'r' and ${OURS} and not a.attisdropped and a.attgenerated = ''
   group by c.relname order by c.relname`;

/** A sequence that has not given a number yet is as its migration created it. */
const SEQUENCES = `
  select sequencename::text as name, last_value::text as last from pg_sequences
   where schemaname = current_schema() and last_value is not null and sequencename not like '${MIGRATIONS_TABLE}%'
   order by sequencename`;

/**
 * Every table in the schema that connections use first, except tables of extensions and of the migrations.
 */
export async function tablesOf(connection: Knex): Promise<TableShape[]> {
  const { rows }: { rows: TableShape[] } = await connection.raw(TABLES);
  return rows;
}

/** The last number of each sequence, by its name. */
export async function sequencesOf(connection: Knex): Promise<Record<string, string>> {
  const { rows }: { rows: { name: string; last: string }[] } = await connection.raw(SEQUENCES);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** The applied migrations, in order. Undefined if none was ever applied. */
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
