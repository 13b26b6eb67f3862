import type { Knex } from "@mikro-orm/postgresql";

/**
 * What makes again what `drop` takes away: references, and the indexes that keep nothing unique. References lean on the
 * indexes of other tables alone, so the order does not matter.
 */
const REBUILDABLE = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conrelid = any(?::regclass[])
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any(?::regclass[]) and not indisunique`;

/**
 * Drops references and indexes of the tables, within the caller's transaction: with many rows it is quicker to build
 * indexes and to check references once, afterwards.
 * @param tables as SQL has their names
 * @returns the statements that make all of it again, in their order
 */
export async function dropRebuildable(connection: Knex, tables: readonly string[]): Promise<string[]> {
  // A table is not changed while something waits for the transaction's end to look at its rows.
  for (const when of ["immediate", "deferred"]) await connection.raw(`set constraints all ${when}`);
  const { rows }: { rows: { drop: string; make: string }[] } = await connection.raw(REBUILDABLE, [
    [...tables],
    [...tables],
  ]);
  for (const { drop } of rows) await connection.raw(drop);
  return rows.map(({ make }) => make);
}
