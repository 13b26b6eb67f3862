import { type Knex, knex } from "@mikro-orm/postgresql";
import { clearingPageCache, clearPageCache } from "./cached-pages";
import { patientConnections } from "./postgres";

/** Tables that sign-in, rate limits and the numbering of changes write for any caller: a refused write may change them. */
const VOLATILE_TABLES = [
  ...["sessions", "known_devices", "rate_limits", "ad_counts", "form_openings"],
  ...["record_changes", "change_numbers"],
];

/** The test's own connection to the server's database, open until `close`. */
export type Database = {
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Deletes all rows of the tables and of those that refer to them. For a few rows `truncate` takes a hundred times as long, and
   * every connection then reads the tables' definitions and plans its statements again.
   */
  empty(...tables: string[]): Promise<void>;
  /** @returns the new row's id. */
  insert(table: string, values: Record<string, unknown>): Promise<string>;
  /** The fingerprint of every table but the passing ones, by table: equal means unchanged. */
  digest(): Promise<Record<string, string>>;
  close(): Promise<void>;
};

/** Which tables refer to which. */
const REFERENCES = `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

type Reference = { from: string; to: string };

/** @returns the tables and all that refer to them, each after those that refer to it */
function withReferring(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered = new Set<string>();
  const seen = new Set<string>();
  const visit = (table: string) => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const { from, to } of references) if (to === table) visit(from);
    ordered.add(table);
  };
  tables.forEach(visit);
  return [...ordered];
}

/** Tables with a rule for deletions. */
const SPECIAL_DELETIONS: Readonly<Record<string, string>> = {
  // The ledger refuses them, except without its trigger.
  call_events:
    "alter table call_events disable trigger user; delete from call_events; alter table call_events enable trigger user",
  // Only this clears the figures of the track record at once.
  calls: "truncate calls",
};

function emptyingOn(connection: Knex): (tables: readonly string[]) => Promise<void> {
  let references: Reference[] | undefined;
  return async (tables) => {
    references ??= ((await connection.raw(REFERENCES)) as { rows: Reference[] }).rows;
    const all = withReferring(tables, references);
    const filled: { rows: { name: string }[] } = await connection.raw(
      all.map((name) => `select '${name}' as name where exists (select from ${name})`).join(" union all "),
    );
    const names = filled.rows.map(({ name }) => name);
    // One transaction each: with locks on several tables it could deadlock with the site's own work.
    for (const name of all)
      if (names.includes(name)) await connection.raw(SPECIAL_DELETIONS[name] ?? `delete from ${name}`);
  };
}

export function openDatabase(url: string): Database {
  const connection = knex(patientConnections(url, 1));
  const empty = emptyingOn(connection);
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const result: { rows: Row[] } = await clearingPageCache(text, () =>
      connection.raw(text, [...values] as never),
    );
    return result.rows;
  };
  let canDigest = false;
  return {
    rows,
    async empty(...tables) {
      await empty(tables);
      clearPageCache();
    },
    async insert(table, values) {
      const [row]: { id: string }[] = await connection.insert(values).into(table).returning("id");
      clearPageCache();
      return row?.id ?? "";
    },
    async digest() {
      if (!canDigest) {
        const tables = await rows<{ name: string }>(
          "select tablename as name from pg_tables where schemaname = 'public' order by 1",
        );
        await connection.raw(digestFunctionFor(tables));
        canDigest = true;
      }
      const found = await rows<{ name: string; print: string }>("select * from pg_temp.digest()");
      return Object.fromEntries(found.map(({ name, print }) => [name, print]));
    },
    close: () => connection.destroy(),
  };
}

/** A function, because its statement is planned once per connection: planning takes far longer than running. */
const digestFunctionFor = (tables: { name: string }[]) =>
  `create function pg_temp.digest() returns table (name text, print text) language plpgsql as $$ begin return query ${tables
    .filter(({ name }) => !VOLATILE_TABLES.includes(name))
    .map(
      ({ name }) =>
        `select '${name}', count(*) || ' ' || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) from "${name}" as r`,
    )
    .join(" union all ")}; end $$`;
