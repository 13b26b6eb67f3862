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
  /** @returns the new row's id. */
  insert(table: string, values: Record<string, unknown>): Promise<string>;
  /** The fingerprint of every table but the passing ones, by table: equal means unchanged. */
  digest(): Promise<Record<string, string>>;
  close(): Promise<void>;
};

const TRUNCATES = /^\s*truncate\b/i;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Gives up the tables it has as soon as another one is locked, and starts again. The server reads several tables
 * in one statement, in its own order, also without a request: a truncation that waits would deadlock with it.
 */
async function truncate(connection: Knex, text: string): Promise<{ rows: [] }> {
  for (;;) {
    try {
      await connection.transaction(async (transaction) => {
        await transaction.raw("set local lock_timeout = '100ms'");
        await transaction.raw(text);
      });
      return { rows: [] };
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }
}

export function openDatabase(url: string): Database {
  const connection = knex(patientConnections(url, 1));
  const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const result: { rows: Row[] } = await clearingPageCache(text, async () =>
      TRUNCATES.test(text) ? truncate(connection, text) : connection.raw(text, [...values] as never),
    );
    return result.rows;
  };
  let canDigest = false;
  return {
    rows,
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
