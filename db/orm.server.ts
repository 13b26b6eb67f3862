import { AsyncLocalStorage } from "node:async_hooks";
import { type EntityManager, type Knex, knex, MikroORM } from "@mikro-orm/postgresql";
import {
  type DatabaseTimeouts,
  DEFAULT_TIMEOUTS,
  longer,
  poolOptions,
  restoreMessage,
  stripRowValues,
  waitForConnections,
} from "./connection.server";
import { watchConnectionHealth } from "./connection-health.server";
import { ENTITIES } from "./entities";
import { type ListenOptions, listenOn, type Unlisten } from "./listen.server";
import { type DatabaseState, migrateDatabase, readDatabaseState } from "./migrate.server";
import { type PoolUsage, watchPool } from "./pool-usage.server";
import { setSiteTimeZone } from "./site-day";
import { tellTablesOf } from "./tables-read.server";

export { isDatabaseUnavailable } from "./database-unavailable";
export type { DatabaseState, EntityManager, ListenOptions, MikroORM, Unlisten };

type DatabaseHandle = {
  orm: MikroORM;
  sidePool: Knex;
  pools: Record<PoolName, () => PoolUsage>;
  url: string;
  listeners: Set<Unlisten>;
};

/** Connections for content, and those for what stands beside it. */
export type PoolName = "content" | "side";

/** Milliseconds, and connections: what stands beside a page may neither keep it waiting nor take what its content needs. */
const SIDE_TIMEOUTS: DatabaseTimeouts = { acquire: 800, busy: 0, connect: 800, query: 1_000 };
const SIDE_CONNECTIONS = 4;

const sidePool = new AsyncLocalStorage<Knex>();

// On globalThis, because in development the modules are loaded anew with every edit while the pool must stay.
const shared = globalThis as { openbellDatabase?: DatabaseHandle };

function databaseHandle(): DatabaseHandle {
  if (!shared.openbellDatabase) throw new Error("The database is not started: call startOrm first.");
  return shared.openbellDatabase;
}

/**
 * Prepares the ORM for the database at `url` (postgres://…). Connections are made when they are needed, so this
 * succeeds without a database too. `poolMax` connections at most, 10 unless said. All limits count `patience` times.
 * `timeZone` is where the days of counts begin, UTC unless said. Started twice with the same address it answers what is there; with another address
 * it first stops that.
 */
export async function startOrm({
  url,
  poolMax = 10,
  timeouts = DEFAULT_TIMEOUTS,
  patience = 1,
  timeZone = "UTC",
}: {
  url: string;
  poolMax?: number;
  timeouts?: DatabaseTimeouts;
  patience?: number;
  timeZone?: string;
}): Promise<MikroORM> {
  setSiteTimeZone(timeZone);
  if (shared.openbellDatabase?.url === url) return shared.openbellDatabase.orm;
  await stopOrm();
  const health = watchConnectionHealth(stripRowValues);
  const limits = longer(timeouts, patience);
  const orm = await MikroORM.init({
    ...poolOptions(url, poolMax, limits, health),
    entities: ENTITIES,
    connect: false,
    // The id is known as soon as a record is created.
    processOnCreateHooksEarly: true,
    // One statement per changed record, each with its version in the condition: a batch compares versions in a
    // query of its own first, and what somebody saves between the two would be lost.
    useBatchUpdates: false,
    schemaGenerator: { skipTables: ["rate_limits"] },
  });
  waitForConnections(orm.em.getKnex().client, limits, health);
  orm.em.getKnex().on("query-error", restoreMessage);
  tellTablesOf(orm.em.getKnex());
  const sidePool = openSidePool(url, patience);
  const pools = {
    content: watchPool(orm.em.getKnex().client.pool),
    side: watchPool(sidePool.client.pool),
  };
  shared.openbellDatabase = { orm, sidePool, pools, url, listeners: new Set() };
  return orm;
}

function openSidePool(url: string, patience: number): Knex {
  const health = watchConnectionHealth(stripRowValues);
  const limits = longer(SIDE_TIMEOUTS, patience);
  const { driverOptions } = poolOptions(url, SIDE_CONNECTIONS, limits, health);
  const pool = knex({ client: "pg", ...(driverOptions as Knex.Config) });
  waitForConnections(pool.client, limits, health);
  pool.on("query-error", restoreMessage);
  tellTablesOf(pool);
  return pool;
}

/**
 * Runs reads on a few connections that are kept for what stands beside a page's content. There a statement is cancelled
 * after a second, and where all connections are taken it fails almost as soon.
 */
export const onSidePool = <Result>(read: () => Promise<Result>): Promise<Result> =>
  sidePool.run(databaseHandle().sidePool, read);

/** What statements run on that name no connection. */
export const defaultPool = (): Knex => sidePool.getStore() ?? databaseHandle().orm.em.getKnex();

/** How the pools are used at this moment; none while nothing is started. */
export const poolUsage = (): [PoolName, PoolUsage][] =>
  Object.entries(shared.openbellDatabase?.pools ?? {}).map(([name, usage]) => [name as PoolName, usage()]);

/** Ends the listeners and the pool. Harmless when nothing is started. */
export async function stopOrm(): Promise<void> {
  const ending = shared.openbellDatabase;
  if (!ending) return;
  shared.openbellDatabase = undefined;
  await Promise.all([...ending.listeners].map((unlisten) => unlisten()));
  await Promise.all([ending.orm.close(true), ending.sidePool.destroy()]);
}

/** @throws when `startOrm` was not called. */
export function orm(): MikroORM {
  return databaseHandle().orm;
}

/** A fresh entity manager, with nothing in its identity map: one per request or job. */
export function em(): EntityManager {
  return orm().em.fork();
}

/**
 * Runs what is pending of the migrations and answers their names. Started by several processes at once, one runs
 * them while the others wait (up to five minutes), then find nothing to do.
 */
export function migrate(): Promise<string[]> {
  return migrateDatabase(databaseHandle().url);
}

/** Whether the database answers and how many migrations it still lacks (0 when it does not answer). Never throws. */
export function databaseState(): Promise<DatabaseState> {
  return readDatabaseState(orm());
}

/**
 * Hears what is sent to a PostgreSQL channel, on a connection of its own that comes back by itself. Answers once
 * the first attempt to connect has ended, well or not; its answer stops listening.
 * Notifications sent while the connection was lost are not delivered later: use `onLost` and `onConnected`.
 */
export async function listen(
  channel: string,
  onMessage: (payload: string) => void,
  callbacks: ListenOptions = {},
): Promise<Unlisten> {
  const { orm, listeners } = databaseHandle();
  const end = await listenOn(orm, channel, onMessage, callbacks);
  const unlisten = async () => {
    listeners.delete(unlisten);
    await end();
  };
  listeners.add(unlisten);
  return unlisten;
}
