import { type Knex, knex } from "@mikro-orm/postgresql";
import { orm } from "../orm.server";
import { dropRebuildable } from "../rebuild.server";
import { BULK_KINDS, type BulkCounts, type BulkKind } from "./bulk/arguments";
import type { Statement } from "./bulk/statement";
import { STATEMENTS } from "./bulk/statements";
import { WORDS, type WordList } from "./bulk/words";

export { type BulkCounts, parseCounts } from "./bulk/arguments";

export type BulkSeed = BulkCounts & { now: Date; report: (line: string) => void };

// Any number that no other lock in this database uses.
const BULK_LOCK = 7_201_927;

/** From this many rows on, rebuilding indexes and rechecking references is faster than row by row. */
const REBUILD_FROM = 20_000;

/** Unless the table already has this many times as many rows, whose indexes would be rebuilt too. */
const TOO_MANY_THERE = 4;

// Nobody can sign in with it. It is well-formed, so that a password check fails without an error.
const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${"b3BlbmJlbGwgYnVsaw"}$${"A".repeat(43)}`;

/**
 * Adds any number of rows to a migrated database, each kind in one transaction, and updates the planner's
 * statistics. Rows are numbered and continue after those of earlier runs. The n-th row is the same in every
 * database. New members get the demo's password if the demo exists, otherwise one that nobody knows.
 * @throws Error with a sentence to show, if requested rows need others that do not exist
 */
export async function seedBulk({ now, report, ...counts }: BulkSeed): Promise<void> {
  // The application's pool gives up after seconds, and this may take minutes.
  const connection = knex({
    client: "pg",
    connection: orm().config.get("clientUrl"),
    pool: { min: 0, max: 1 },
  });
  try {
    await connection.raw("set synchronous_commit = off");
    await connection.raw("set maintenance_work_mem = '512MB'");
    await connection.raw("set work_mem = '128MB'");
    await takeTurn(connection, report);
    for (const kind of BULK_KINDS) {
      const count = counts[kind] ?? 0;
      if (count > 0) await addRows(connection, kind, count, now, report);
    }
  } finally {
    await connection.destroy();
  }
}

/** Two at once would give the same numbers. The session's lock outlasts the transactions of its kinds. */
async function takeTurn(connection: Knex, report: BulkSeed["report"]): Promise<void> {
  const { rows } = await connection.raw("select pg_try_advisory_lock(?) as taken", [BULK_LOCK]);
  if (rows[0]?.taken) return;
  report("Another seed is running on this database; this one continues after it.");
  await connection.raw("select pg_advisory_lock(?)", [BULK_LOCK]);
}

async function addRows(
  connection: Knex,
  kind: BulkKind,
  count: number,
  now: Date,
  report: BulkSeed["report"],
): Promise<void> {
  const statement = STATEMENTS[kind];
  const tables = [statement.table, ...(statement.alongside ?? [])];
  const began = performance.now();
  report(`${kind}: making ${count.toLocaleString("en")} …`);
  await connection.transaction(async (transaction) => {
    const first = Number(await oneNumber(transaction, statement.last)) + 1;
    const values = {
      first,
      until: first + count - 1,
      now: now.toISOString(),
      ...(await passwordHash(transaction)),
    };
    await checkNeeds(transaction, statement, values.until);
    const rebuilding = !statement.needsIndexes && (await isWorthRebuilding(transaction, tables, count));
    const rebuilt = rebuilding ? await dropRebuildable(transaction, tables) : [];
    const { instead = [], statement: once } = statement.once ?? {};
    for (const { table, trigger } of instead)
      await transaction.raw(`alter table ${table} disable trigger ${trigger}`);
    for (const insert of statement.inserts) await transaction.raw(insert, { ...values, ...lists(insert) });
    for (const definition of rebuilt) await transaction.raw(definition);
    if (once) await transaction.raw(once);
    // A table cannot be altered while checks of its references are pending.
    if (instead.length > 0) await transaction.raw("set constraints all immediate");
    for (const { table, trigger } of instead)
      await transaction.raw(`alter table ${table} enable trigger ${trigger}`);
  });
  for (const table of tables) await connection.raw(`analyze ${table}`);
  report(`${kind}: ${count.toLocaleString("en")} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function oneNumber(
  connection: Knex,
  query: string,
  values: Record<string, number | string[]> = {},
): Promise<string | number> {
  const { rows }: { rows: Record<string, string | number | null>[] } = await connection.raw(query, values);
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

async function checkNeeds(connection: Knex, { needs }: Statement, until: number): Promise<void> {
  if (needs && Number(await oneNumber(connection, needs.query, { until })) === 0)
    throw new Error(needs.problem);
}

async function passwordHash(connection: Knex): Promise<{ passwordHash: string }> {
  const known = await oneNumber(
    connection,
    "select password_hash from members where email = 'premium@demo.test'",
  );
  return { passwordHash: typeof known === "string" ? known : NO_PASSWORD };
}

/** The word lists that a statement uses. */
function lists(insert: string): Partial<Record<WordList, string[]>> {
  const named = (Object.keys(WORDS) as WordList[]).filter((list) => insert.includes(`:${list} `));
  return Object.fromEntries(named.map((list) => [list, [...WORDS[list]]]));
}

async function isWorthRebuilding(connection: Knex, tables: readonly string[], count: number) {
  if (count < REBUILD_FROM) return false;
  const there = await oneNumber(
    connection,
    "select sum(reltuples) from pg_class where oid = any(cast(:tables as regclass[]))",
    { tables: [...tables] },
  );
  return Number(there) <= TOO_MANY_THERE * count;
}
