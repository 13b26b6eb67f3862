type Run = (sql: string) => Promise<unknown>;

/**
 * Stops the autovacuum of all tables. Run it before they are filled: on a slow machine autovacuum would
 * process some of them, and their plans would differ from run to run.
 */
export async function stopAutovacuum(run: Run): Promise<void> {
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
}

/**
 * Multiplies the statistics of each table with more than `least` rows by `factor`, so that PostgreSQL plans
 * as for a large database without filling one.
 * @param run runs a statement in the database, whose tables were analyzed and are not vacuumed
 */
export async function planAsIfLarger(
  run: Run,
  { factor, least }: { factor: number; least: number },
): Promise<void> {
  await run(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text,
                                      'reltuples', (reltuples * ${factor})::real)
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${least}`,
  );
}
