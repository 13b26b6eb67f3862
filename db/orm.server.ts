import { AsyncLocalStorage } from "node:async_hooks";
import { type EntityManager, type Knex, knex, MikroORM } from "@mikro-orm/postgresql";
import {
  type DatabaseTimeouts,
  DEFAULT_TIMEOUTS,
  leaveDaysAsText,
  longer,
  type PoolSettings,
  poolOptions,
  restoreMessage,
  stripRowValues,
} from "./connection.server";
import { watchConnectionHealth } from "./connection-health.server";
import { waitForConnections } from "./connection-wait.server";
import { ENTITIES } from "./entities";
import { type ListenOptions, listenOn, type Unlisten } from "./listen.server";
import { type DatabaseState, migrateDatabase, readDatabaseState } from "./migrate.server";
import { perProcess } from "./per-process";
import { type PoolUsage, watchPool } from "./pool-usage.server";
import { Replica, type ReplicaOptions } from "./replica.server";
import { setSiteTimeZone } from "./site-day";
import { tellTablesOf } from "./tables-read.server";

export { isDatabaseUnavailable } from "./database-unavailable";
export type { DatabaseState, EntityManager, ListenOptions, MikroORM, ReplicaOptions, Unlisten };

type DatabaseHandle = {
  orm: MikroORM;
  sidePool: Knex;
  /** What is said here holds for one session: it has none but those that its users open for themselves. */
  directPool: Knex;
  replica: Replica | undefined;
  pools: Record<PoolName, () => PoolUsage>;
  addresses: DatabaseAddresses;
  listeners: Set<Unlisten>;
};

/** Connections for content, and those for what stands beside it. */
export type PoolName = "content" | "side";

export type DatabaseAddresses = {
  /** postgres://… of the database, or of a pooler in front of it. */
  url: string;
  /**
   * The database itself, where `url` is a pooler that hands each transaction to another session: for what holds a session,
   * which is listening and the lock of the migrations. `url` unless said.
   */
  directUrl?: string;
  /** A physical replica, or a pooler before one: see `readForMany`. */
  replicaUrl?: string;
};

/** Milliseconds, and connections: what stands beside a page may neither keep it waiting nor take what its content needs. */
const SIDE_TIMEOUTS: DatabaseTimeouts = { acquire: 800, busy: 0, connect: 800, query: 1_000 };
const SIDE_CONNECTIONS = 4;

/** Milliseconds: there is the database itself to turn to. */
const PROBE_TIMEOUTS: DatabaseTimeouts = { acquire: 500, busy: 0, connect: 500, query: 500 };
const REPLICA_CONNECT_MS = 500;

const sidePool = new AsyncLocalStorage<Knex>();
const forMany = new AsyncLocalStorage<true>();

const shared = () => perProcess<{ database?: DatabaseHandle }>("database", () => ({}));

function databaseHandle(): DatabaseHandle {
  const { database } = shared();
  if (!database) throw new Error("The database is not started: call startOrm first.");
  return database;
}

/**
 * Prepares the ORM for a database. Connections are made when they are needed, so this succeeds without a database too. `poolMax` connections at most, 10 unless said. All limits count `patience` times.
 * `timeZone` is where the days of counts begin, UTC unless said. Started twice with the same address it answers what is there; with another address
 * it first stops that.
 */
export async function startOrm({
  url,
  directUrl = url,
  replicaUrl,
  replicaOptions,
  poolMax = 10,
  timeouts = DEFAULT_TIMEOUTS,
  patience = 1,
  timeZone = "UTC",
}: DatabaseAddresses & {
  replicaOptions?: ReplicaOptions;
  poolMax?: number;
  timeouts?: DatabaseTimeouts;
  patience?: number;
  timeZone?: string;
}): Promise<MikroORM> {
  setSiteTimeZone(timeZone);
  const { database } = shared();
  if (database?.addresses.url === url) return database.orm;
  await stopOrm();
  const pooled = directUrl !== url;
  const health = watchConnectionHealth(stripRowValues, { pooled });
  const limits = longer(timeouts, patience);
  const orm = await MikroORM.init({
    ...poolOptions({ url, max: poolMax, timeouts: limits, health, pooled }),
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
  const sidePool = openSidePool({ url, directUrl }, longer(SIDE_TIMEOUTS, patience));
  shared().database = {
    orm,
    sidePool,
    directPool: openDirectPool(directUrl, limits),
    replica: replicaUrl
      ? openReplica({ url, replicaUrl, poolMax, limits, pooled }, replicaOptions)
      : undefined,
    pools: {
      content: watchPool(orm.em.getKnex().client.pool),
      side: watchPool(sidePool.client.pool),
    },
    addresses: { url, directUrl },
    listeners: new Set(),
  };
  return orm;
}

function openSidePool({ url, directUrl }: DatabaseAddresses, timeouts: DatabaseTimeouts): Knex {
  const pooled = directUrl !== url;
  return openPool({ url, max: SIDE_CONNECTIONS, timeouts, pooled });
}

type ReplicaSettings = {
  url: string;
  replicaUrl: string;
  poolMax: number;
  limits: DatabaseTimeouts;
  pooled: boolean;
};

function openReplica(settings: ReplicaSettings, options?: ReplicaOptions): Replica {
  const { url, replicaUrl, poolMax, limits, pooled } = settings;
  const probe = { max: 1, timeouts: PROBE_TIMEOUTS, pooled };
  const timeouts = { acquire: REPLICA_CONNECT_MS, busy: 0, connect: REPLICA_CONNECT_MS, query: limits.query };
  const readsHealth = watchConnectionHealth(stripRowValues, { pooled, onlyReads: true });
  const pools = {
    readsHealth,
    reads: openPool({ url: replicaUrl, max: poolMax, timeouts, pooled }, readsHealth),
    replicaProbe: openPool({ url: replicaUrl, ...probe }),
    primaryProbe: openPool({ url, ...probe }),
  };
  return new Replica(pools, options);
}

function openDirectPool(url: string, timeouts: DatabaseTimeouts): Knex {
  return openPool({ url, max: 1, timeouts, pooled: false });
}

/** A pool beside the ORM's own. */
function openPool(
  settings: Omit<PoolSettings, "health">,
  health = watchConnectionHealth(stripRowValues, settings),
): Knex {
  const { driverOptions } = poolOptions({ ...settings, health });
  const pool = knex({ client: "pg", ...(driverOptions as Knex.Config) });
  leaveDaysAsText(pool);
  waitForConnections(pool.client, settings.timeouts, health);
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

/**
 * Reads what many will get: on the replica, where there is one and it has all that this process has heard of, and with statements
 * that each connection keeps prepared. What is written or read in a transaction, what a session's owner is told of it, and what
 * stands beside the page stay with the database itself.
 */
export const readForMany = <Result>(read: () => Result): Result => forMany.run(true, read);

/** Whether this is read for many. */
export const readsForMany = (): boolean => forMany.getStore() === true;

/** Where a statement that names no connection may be read instead; undefined where there is the database itself alone. */
export const replicaForReads = (): Replica | undefined =>
  readsForMany() && !sidePool.getStore() ? databaseHandle().replica : undefined;

/** Content changed: whoever reads from now on must see it. Harmless without a replica. @param isSaved by way of this process */
export const noteChangeForReplica = (isSaved = false): void =>
  shared().database?.replica?.noteChange(isSaved);

/** The replica is used only while changes elsewhere are heard of. */
export const setReplicaHearing = (hears: boolean): void => shared().database?.replica?.setHearing(hears);

/** What statements run on that name no connection. */
export const defaultPool = (): Knex => sidePool.getStore() ?? databaseHandle().orm.em.getKnex();

/** How the pools are used at this moment; none while nothing is started. */
export const poolUsage = (): [PoolName, PoolUsage][] =>
  Object.entries(shared().database?.pools ?? {}).map(([name, usage]) => [name as PoolName, usage()]);

/** Ends the listeners and the pools. Harmless when nothing is started. */
export async function stopOrm(): Promise<void> {
  const ending = shared().database;
  if (!ending) return;
  shared().database = undefined;
  await Promise.all([...ending.listeners].map((unlisten) => unlisten()));
  await Promise.all([
    ending.orm.close(true),
    ending.sidePool.destroy(),
    ending.directPool.destroy(),
    ending.replica?.stop(),
  ]);
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
  const { url, directUrl = url } = databaseHandle().addresses;
  return migrateDatabase(directUrl);
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
  const { directPool, listeners } = databaseHandle();
  const end = await listenOn(directPool, channel, onMessage, callbacks);
  const unlisten = async () => {
    listeners.delete(unlisten);
    await end();
  };
  listeners.add(unlisten);
  return unlisten;
}
