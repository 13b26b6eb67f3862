/**
 * Has PostgreSQL plan as if each table of more than `least` rows had `factor` times as many: it multiplies what its statistics say,
 * and stops counting anew. Plans are those of a large database, and filling it takes a fraction of the time.
 * @param run runs a statement in the database, whose tables were analyzed
 */
export async function planAsIfLarger(
  run: (sql: string) => Promise<unknown>,
  { factor, least }: { factor: number; least: number },
): Promise<void> {
  await run(
    `do $$
       declare name text;
       begin
         for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
           execute format('alter table %I set (autovacuum_enabled = false)', name);
         end loop;
       end
     $$`,
  );
  await run(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
                                      'reltuples', (reltuples * ${factor})::real)
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${least}`,
  );
}
