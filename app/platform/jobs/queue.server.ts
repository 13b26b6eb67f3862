import { setTimeout } from "node:timers/promises";
import { perProcess } from "db/per-process";
import PgBoss from "pg-boss";
import { TRY_EVERY_MS, tryAdvisoryLock } from "../../../db/advisory-lock.server";
import type { EntityManager } from "../../../db/orm.server";
import { em, orm } from "../../../db/orm.server";

/** The schema of pg-boss, which manages its own tables. */
export const JOBS_SCHEMA = "jobs";

/** Notified on commit when a job can start immediately. */
export const JOBS_CHANNEL = "jobs";

/** The job of a lost worker goes to another one this long after it was taken. No job may take longer. */
export const EXPIRE_SECONDS = 120;

/** For crashes only: a job that fails for a known reason schedules its own retry. */
const RETRIES = { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: EXPIRE_SECONDS };

export type Job<Data extends object = object> = { id: string; data: Data };

export type JobOptions = {
  /** Earliest start, in seconds from now by the database's clock. */
  delaySeconds?: number;
  /** With `key`: at most one job of that key in this many hours. */
  singletonHours?: number;
  singletonKey?: string;
  /** Lowest priority: for numerous jobs that nobody waits for. */
  last?: boolean;
};

const shared = () => perProcess<{ boss?: PgBoss }>("jobs", () => ({}));

function boss(): PgBoss {
  const { boss: started } = shared();
  if (!started) throw new Error("Jobs have not been started: call startJobs first.");
  return started;
}

/**
 * "queues" in ASCII. Two processes that create the tables at the same time would fail, and creating queues
 * (partitions) concurrently can deadlock.
 */
const LOCK = 124_749_027_304_819;

/**
 * Prepares the queues and creates missing tables; several processes may do so at the same time.
 * @param maintained whether this process requeues expired jobs and deletes old ones
 */
export async function startJobs(
  queues: readonly string[],
  onError: (error: Error) => void,
  maintained = true,
): Promise<void> {
  await stopJobs();
  const started = new PgBoss({
    db: bossDatabase(),
    schema: JOBS_SCHEMA,
    supervise: maintained,
    schedule: false,
    retentionDays: 30,
  });
  started.on("error", onError);
  if (await haveAllQueues(queues)) await started.start();
  else while (!(await makeQueues(started, queues))) await setTimeout(TRY_EVERY_MS);
  shared().boss = started;
}

/** Also false while another process creates them. */
async function haveAllQueues(queues: readonly string[]): Promise<boolean> {
  const { executeSql } = bossDatabase();
  const exist = `select to_regclass('${JOBS_SCHEMA}.queue') is not null as there`;
  const [schema] = (await executeSql(exist, [])).rows as { there: boolean }[];
  if (!schema?.there) return false;
  const made = `select from ${JOBS_SCHEMA}.queue where name = any($1)`;
  return (await executeSql(made, [queues])).rows.length === queues.length;
}

/**
 * @returns false when another process creates them; this connection is then released, because creating needs
 * two
 */
function makeQueues(started: PgBoss, queues: readonly string[]): Promise<boolean> {
  return em().transactional(async (manager) => {
    if (!(await tryAdvisoryLock(manager, LOCK))) return false;
    await started.start();
    const there = new Set((await started.getQueues()).map(({ name }) => name));
    for (const name of queues) if (!there.has(name)) await started.createQueue(name, { name, ...RETRIES });
    return true;
  });
}

/** Stops accepting jobs. Running jobs end with their worker. */
export async function stopJobs(): Promise<void> {
  const ending = shared().boss;
  shared().boss = undefined;
  await ending?.stop({ graceful: false, close: false });
}

/**
 * Adds a job to a queue. With a `manager` it is part of that transaction: it exists only if the transaction
 * commits. Never put a secret into `data`, which stays in the database for a while.
 */
export async function enqueue(
  queue: string,
  data: object,
  { delaySeconds, singletonHours, singletonKey, last }: JobOptions = {},
  manager?: EntityManager,
): Promise<void> {
  const db = bossDatabase(manager);
  await boss().send(queue, data, {
    db,
    ...RETRIES,
    ...(delaySeconds ? { startAfter: delaySeconds } : {}),
    ...(singletonHours ? { singletonHours } : {}),
    ...(singletonKey ? { singletonKey } : {}),
    ...(last ? { priority: -1 } : {}),
  });
  if (!delaySeconds) await wakeWorkers(queue, db);
}

const wakeWorkers = (queue: string, db: PgBoss.Db) =>
  db.executeSql("select pg_notify($1, $2)", [JOBS_CHANNEL, queue]);

/** Wakes the workers of a queue that has no jobs; with a `manager` once its transaction commits. */
export const wakeQueue = (queue: string, manager?: EntityManager): Promise<unknown> =>
  wakeWorkers(queue, bossDatabase(manager));

/** Workers skip locked rows. */
const HOLD_WAITING = `
  select id from ${JOBS_SCHEMA}.job where name = $1 and state < 'active' and start_after <= now()
   limit 1 for share skip locked`;

/**
 * Adds a job without data, unless one is already waiting to start. A waiting job is locked until the
 * transaction ends: if it started earlier, it would not see the new data.
 */
export async function enqueueUnlessWaiting(queue: string, manager?: EntityManager): Promise<void> {
  const db = bossDatabase(manager);
  const { rows } = await db.executeSql(HOLD_WAITING, [queue]);
  if (rows.length > 0) await wakeWorkers(queue, db);
  else await enqueue(queue, {}, {}, manager);
}

/** Takes up to `limit` due jobs; each belongs to this worker until it ends or expires. */
export async function fetchJobs(queue: string, limit: number): Promise<Job[]> {
  return (await boss().fetch<object>(queue, { batchSize: limit })) ?? [];
}

export async function completeJob(queue: string, id: string): Promise<void> {
  await boss().complete(queue, id);
}

/** Returns the job to the queue for a later retry. */
export async function failJob(queue: string, id: string, reason: string): Promise<void> {
  await boss().fail(queue, id, { reason: reason.slice(0, 500) });
}

const FORGET = ["job", "archive"].map(
  (table) => `delete from ${JOBS_SCHEMA}.${table}
    where name = $1 and (lower(data ->> 'email') = any($2) or data ->> 'memberId' = $3)`,
);

/**
 * Deletes a person's jobs from a queue, finished ones included, because the queue keeps jobs for some days.
 * @param person addresses in lower case
 */
export async function deleteJobs(
  queue: string,
  { memberId, addresses }: { memberId: string; addresses: readonly string[] },
  manager: EntityManager,
): Promise<void> {
  const db = bossDatabase(manager);
  const { rows } = await db.executeSql(`select from pg_tables where schemaname = $1 and tablename = 'job'`, [
    JOBS_SCHEMA,
  ]);
  if (rows.length === 0) return;
  for (const statement of FORGET) await db.executeSql(statement, [queue, addresses, memberId]);
}

/** The number of jobs in each queue that no worker has taken, retries included. */
export async function waitingJobs(): Promise<{ queue: string; count: number }[]> {
  const queues = await boss().getQueues();
  return Promise.all(
    queues.map(async ({ name }) => ({ queue: name, count: await boss().getQueueSize(name) })),
  );
}

type Connection = { query(sent: { text: string; values?: unknown[] }): Promise<{ rows: unknown[] }> };
type Client = {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
};

/** Connects the queue to the database: our pool, or the connection of a transaction. */
function bossDatabase(manager?: EntityManager): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const context = manager?.getTransactionContext() ?? orm().em.getKnex();
      const { client } = context as unknown as { client: Client };
      const connection = await client.acquireConnection();
      try {
        return await connection.query({ text, ...(values ? { values } : {}) });
      } finally {
        await client.releaseConnection(connection);
      }
    },
  };
}
