import { AsyncLocalStorage } from "node:async_hooks";
import { type EntityManager, type Knex, knex, MikroORM } from "@mikro-orm/postgresql";
import {
  type DatabaseTimeouts,
  DEFAULT_TIMEOUTS,
  leaveDaysAsText,
  type PoolSettings,
  poolOptions,
  restoreMessage,
  scaleTimeouts,
  stripRowValues,
} from "./connection.server";
import { watchConnectionHealth } from "./connection-health.server";
import { waitForConnections } from "./connection-wait.server";
import { ENTITIES } from "./entities";
import { type ListenOptions, listenOn, type Unlisten } from "./listen.server";
import {
  type DatabaseState,
  type MigrateOptions,
  migrateDatabase,
  readDatabaseState,
} from "./migrate.server";
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
  /** Each user opens a session of its own here, so settings and locks of a session last. */
  directPool: Knex;
  replica: Replica | undefined;
  pools: Record<PoolName, () => PoolUsage>;
  addresses: DatabaseAddresses;
  listeners: Set<Unlisten>;
};

/** Connections for the content of pages, and for their side parts. */
export type PoolName = "content" | "side";

export type DatabaseAddresses = {
  /** postgres://… of the database, or of a pooler in front of it. */
  url: string;
  /**
   * The database itself, if `url` is a pooler that gives each transaction another session. Listening and the
   * lock of the migrations need one session. `url` by default.
   */
  directUrl?: string;
  /** A physical replica, or a pooler in front of one, see `readForMany`. */
  replicaUrl?: string;
};

/**
 * Milliseconds, and connections. Side parts must neither delay a page nor take connections from its content.
 */
const SIDE_TIMEOUTS: DatabaseTimeouts = { acquire: 800, busy: 0, connect: 800, query: 1_000 };
const SIDE_CONNECTIONS = 4;

/** Milliseconds. They are short, because the database itself can answer instead. */
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
 * Prepares the ORM for a database. Connections open on demand, so this succeeds without a database too.
 * `poolMax` is the maximum of connections, 10 by default. `patience` multiplies all limits. `timeZone` is the
 * zone in which days of counts begin, UTC by default. A second start with the same address returns the
 * existing ORM. With another address, it first stops that.
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
  const limits = scaleTimeouts(timeouts, patience);
  const orm = await MikroORM.init({
    ...poolOptions({ url, max: poolMax, timeouts: limits, health, pooled }),
    entities: ENTITIES,
    connect: false,
    // The id is known as soon as a record is created.
    processOnCreateHooksEarly: true,
    // One statement per changed record, with its version in the condition. A batch compares versions in a
    // separate query first, and would overwrite what is saved between the two.
    useBatchUpdates: false,
    schemaGenerator: { skipTables: ["rate_limits"] },
  });
  waitForConnections(orm.em.getKnex().client, limits, health);
  orm.em.getKnex().on("query-error", restoreMessage);
  tellTablesOf(orm.em.getKnex());
  const sidePool = openSidePool({ url, directUrl }, scaleTimeouts(SIDE_TIMEOUTS, patience));
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

/** A pool outside the ORM. */
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
 * Runs reads on a few connections that are reserved for side parts of pages. A statement is cancelled after a
 * second. If all connections are in use, it fails almost as soon.
 */
export const onSidePool = <Result>(read: () => Promise<Result>): Promise<Result> =>
  sidePool.run(databaseHandle().sidePool, read);

/**
 * Runs reads whose result many readers get. They use the replica, if there is one and it has every change
 * that this process knows of. Each connection keeps their statements prepared. Transactions, reads about a
 * session's owner, and side parts use the database itself.
 */
export const readForMany = <Result>(read: () => Result): Result => forMany.run(true, read);

/** Whether the current read is for many readers. */
export const isReadForMany = (): boolean => forMany.getStore() === true;

/**
 * The replica for a statement without a given connection. Undefined if only the database itself may answer.
 */
export const replicaForReads = (): Replica | undefined =>
  isReadForMany() && !sidePool.getStore() ? databaseHandle().replica : undefined;

/**
 * Content changed: every later read must see it. Harmless without a replica.
 * @param isSaved this process saved it
 */
export const noteChangeForReplica = (isSaved = false): void =>
  shared().database?.replica?.noteChange(isSaved);

/** The replica is used only while notifications of changes arrive. */
export const setReplicaHearing = (hears: boolean): void => shared().database?.replica?.setHearing(hears);

/** The pool of statements without a given connection. */
export const defaultPool = (): Knex => sidePool.getStore() ?? databaseHandle().orm.em.getKnex();

/** The current use of the pools. Empty before the start. */
export const poolUsage = (): [PoolName, PoolUsage][] =>
  Object.entries(shared().database?.pools ?? {}).map(([name, usage]) => [name as PoolName, usage()]);

/** Closes the listeners and the pools. Harmless before the start. */
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

/** @throws if `startOrm` was not called. */
export function orm(): MikroORM {
  return databaseHandle().orm;
}

/** A fresh entity manager with an empty identity map: one per request or job. */
export function em(): EntityManager {
  return orm().em.fork();
}

/**
 * Runs the pending migrations and returns their names. If several processes start this at once, one runs
 * them. The others wait up to five minutes, an hour with a backup, then find nothing pending.
 */
export function migrate(options?: MigrateOptions): Promise<string[]> {
  const { url, directUrl = url } = databaseHandle().addresses;
  return migrateDatabase(directUrl, options);
}

/**
 * Whether the database answers, and the number of its pending migrations (0 without an answer). Never throws.
 */
export function databaseState(): Promise<DatabaseState> {
  return readDatabaseState(orm());
}

/**
 * Listens to a PostgreSQL channel on a separate connection that reconnects automatically. Resolves after the
 * first attempt to connect, successful or not, with a function that stops listening. Notifications sent
 * during a loss are not delivered later: use `onLost` and `onConnected`.
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
