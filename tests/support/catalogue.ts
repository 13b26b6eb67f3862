import { openQueries, type Queries } from "./postgres";

/** Objects of extensions are excluded. */
const notOfExtension = (table: string, id: string) =>
  `not exists (select from pg_depend d where d.classid = '${table}'::regclass and d.objid = ${id} and d.deptype = 'e')`;

const ITEMS = `
  select 'schema' as kind, nspname as name, concat_ws(' ', nspowner::regrole, nspacl) as definition
    from pg_namespace where nspname = 'public'
  union all
  select 'relation', c.relname, concat_ws(' ', c.relkind, c.relpersistence, am.amname, c.relowner::regrole, 'acl', c.relacl,
      'options', c.reloptions, 'security', c.relrowsecurity, c.relforcerowsecurity, 'replica', c.relreplident, 'space', c.reltablespace,
      'parts', c.relispartition, c.relhassubclass)
    from pg_class c left join pg_am am on am.oid = c.relam where c.relnamespace = 'public'::regnamespace
      and ${notOfExtension("pg_class", "c.oid")}
  union all
  select 'column', c.relname || '.' || a.attname, concat_ws(' ',
      'place', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, 'default', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity,
      'generated', a.attgenerated, 'collation', a.attcollation::regcollation, 'storage', a.attstorage, a.attcompression,
      'statistics', coalesce(a.attstattarget, -1), 'options', a.attoptions, 'acl', a.attacl)
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'i', 'v', 'm', 'p')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint', coalesce(c.relname, '') || '.' || k.conname, concat_ws(' ', k.contype, pg_get_constraintdef(k.oid),
      'deferrable', k.condeferrable, k.condeferred, 'valid', k.convalidated, 'columns', (
        select string_agg(a.attname, ', ' order by key.place) from unnest(k.conkey) with ordinality as key (number, place)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.number))
    from pg_constraint k left join pg_class c on c.oid = k.conrelid where k.connamespace = 'public'::regnamespace
  union all
  select 'index', t.relname || '.' || c.relname, concat_ws(' ', pg_get_indexdef(c.oid), 'unique', i.indisunique, 'primary', i.indisprimary,
      'clustered', i.indisclustered, 'valid', i.indisvalid, 'replica', i.indisreplident)
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
   where c.relnamespace = 'public'::regnamespace
  union all
  select 'function', p.oid::regprocedure::text, concat_ws(' ', p.proowner::regrole, 'acl', p.proacl, pg_get_functiondef(p.oid))
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a' and ${notOfExtension("pg_proc", "p.oid")}
  union all
  select 'trigger', c.relname || '.' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
  union all
  select 'rule', tablename || '.' || rulename, definition from pg_rules where schemaname = 'public'
  union all
  select 'policy', tablename || '.' || policyname, concat_ws(' ', permissive, roles, cmd, qual, with_check) from pg_policies
  union all
  select 'event trigger', evtname, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled) from pg_event_trigger
  union all
  select 'statistics', s.stxname, concat_ws(' ', pg_get_statisticsobjdef(s.oid), coalesce(s.stxstattarget, -1), s.stxowner::regrole)
    from pg_statistic_ext s where s.stxnamespace = 'public'::regnamespace
  union all
  select 'sequence', s.sequencename, concat_ws(' ', s.data_type, s.start_value, s.min_value, s.max_value, s.increment_by, s.cycle,
      s.cache_size, 'last', s.last_value, 'of', (
        select d.refobjid::regclass || '.' || a.attname || ' ' || d.deptype::text from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
         where d.classid = 'pg_class'::regclass and d.objid = quote_ident(s.sequencename)::regclass and d.deptype in ('a', 'i')))
    from pg_sequences s where s.schemaname = 'public'
  union all
  select 'type', t.typname, concat_ws(' ', t.typtype, t.typowner::regrole, t.typacl) from pg_type t
   where t.typnamespace = 'public'::regnamespace and t.typrelid = 0 and t.typelem = 0 and ${notOfExtension("pg_type", "t.oid")}
  union all
  select 'extension', extname, concat_ws(' ', extversion, extnamespace::regnamespace, extowner::regrole) from pg_extension
  union all
  select 'comment', d.classoid::regclass || ' ' || pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description
    from pg_description d where d.classoid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_trigger'::regclass)
      and pg_describe_object(d.classoid, d.objoid, d.objsubid) not like '%pg\\_%'
  union all
  select 'default rights', defaclrole::regrole::text || defaclobjtype::text, defaclacl::text from pg_default_acl`;

/** Columns with ids and times that the database generates. */
const GENERATED_COLUMNS: Record<string, readonly string[]> = {
  instruments: ["id", "created_at", "updated_at", "symbol_since"],
};

/** Every object of a database without content; the rows of its tables count as objects, too. */
export async function readCatalogue(url: string): Promise<string[]> {
  const queries = openQueries(url);
  try {
    const items = await queries.run<{ item: string }>(
      `select kind || ' ' || name || ': ' || coalesce(definition, '') as item from (${ITEMS}) as items`,
    );
    return [...items.map(({ item }) => item), ...(await rowsOf(queries))].sort();
  } finally {
    await queries.close();
  }
}

async function rowsOf(queries: Queries): Promise<string[]> {
  const tables = await queries.run<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'mikro_orm_migrations'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const without = (GENERATED_COLUMNS[name] ?? []).map((column) => `- '${column}'`).join(" ");
    const rows = await queries.run<{ row: string }>(
      `select (to_jsonb(r) ${without})::text as row from "${name}" as r`,
    );
    found.push(...rows.map(({ row }) => `row ${name}: ${row}`));
  }
  return found;
}
