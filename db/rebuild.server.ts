import type { Knex } from "@mikro-orm/postgresql";

/**
 * SQL that lists references and non-unique indexes, with the statements that drop and recreate each.
 * References depend only on indexes of other tables, so their order does not matter.
 */
const REBUILDABLE = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid = any(?::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any(?::regclass[]) and not indisunique`;

/**
 * Drops references and indexes of the tables, within the caller's transaction. With many rows it is faster to
 * build indexes and check references once, afterwards.
 * @param tables their names in SQL
 * @returns the statements that recreate everything, in order
 */
export async function dropRebuildable(connection: Knex, tables: readonly string[]): Promise<string[]> {
  // A table cannot be altered while a deferred trigger on its rows is pending.
  for (const when of ["immediate", "deferred"]) await connection.raw(`set constraints all ${when}`);
  const { rows }: { rows: { drop: string; make: string }[] } = await connection.raw(REBUILDABLE, [
    [...tables],
    [...tables],
  ]);
  for (const { drop } of rows) await connection.raw(drop);
  return rows.map(({ make }) => make);
}
