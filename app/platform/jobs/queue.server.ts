import { setTimeout } from "node:timers/promises";
import { perProcess } from "db/per-process";
import PgBoss from "pg-boss";
import { TRY_EVERY_MS, tryAdvisoryLock } from "../../../db/advisory-lock.server";
import type { EntityManager } from "../../../db/orm.server";
import { em, orm } from "../../../db/orm.server";

/** The jobs' own schema: its tables are the queue's business, not the migrations'. */
export const JOBS_SCHEMA = "jobs";

/** Said on this channel when a job is there to be taken at once; sent with the commit of what caused it. */
export const JOBS_CHANNEL = "jobs";

/** A job whose worker vanished is given to another one after this long. Longer than any job may take. */
const EXPIRE_SECONDS = 120;

/** Crashes only: a job that fails for a reason it knows decides itself when to try again. */
const RETRIES = { retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: EXPIRE_SECONDS };

export type Job<Data extends object = object> = { id: string; data: Data };

export type JobOptions = {
  /** Not before so many seconds from now, by the database's clock. */
  delaySeconds?: number;
  /** Together with `key`: at most one job of that key in each span of so many hours. */
  singletonHours?: number;
  singletonKey?: string;
  /** After all others that are due: there are very many of its kind, and nobody waits for one. */
  last?: boolean;
};

const shared = () => perProcess<{ boss?: PgBoss }>("jobs", () => ({}));

function boss(): PgBoss {
  const { boss: started } = shared();
  if (!started) throw new Error("The jobs are not started: call startJobs first.");
  return started;
}

/**
 * "queues" in ASCII. Two processes that make the tables at once stumble over each other, and a queue is a partition of one of them: two that make
 * some may each wait for the other.
 */
const LOCK = 124_749_027_304_819;

/**
 * Prepares the queues, making their tables where they are missing; several processes may do so at once.
 * @param maintained whether this process gives expired jobs out again and throws old ones away
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
  if (await areMade(queues)) await started.start();
  else while (!(await makeQueues(started, queues))) await setTimeout(TRY_EVERY_MS);
  shared().boss = started;
}

/** Also false while another process is making them. */
async function areMade(queues: readonly string[]): Promise<boolean> {
  const { executeSql } = bossDatabase();
  const exist = `select to_regclass('${JOBS_SCHEMA}.queue') is not null as there`;
  const [schema] = (await executeSql(exist, [])).rows as { there: boolean }[];
  if (!schema?.there) return false;
  const made = `select from ${JOBS_SCHEMA}.queue where name = any($1)`;
  return (await executeSql(made, [queues])).rows.length === queues.length;
}

/** @returns false where another process makes them: its connection is given back meanwhile, the one who makes them needs two */
function makeQueues(started: PgBoss, queues: readonly string[]): Promise<boolean> {
  return em().transactional(async (manager) => {
    if (!(await tryAdvisoryLock(manager, LOCK))) return false;
    await started.start();
    const there = new Set((await started.getQueues()).map(({ name }) => name));
    for (const name of queues) if (!there.has(name)) await started.createQueue(name, { name, ...RETRIES });
    return true;
  });
}

/** Takes no more jobs. Those under way are their worker's to end. */
export async function stopJobs(): Promise<void> {
  const ending = shared().boss;
  shared().boss = undefined;
  await ending?.stop({ graceful: false, close: false });
}

/**
 * Puts a job into a queue. With a `manager` it is written in the manager's transaction: it exists when what
 * caused it exists, and not otherwise. Never put a secret into `data`: it stays in the database for a while.
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

/** Workers pass by what is held. */
const HOLD_WAITING = `
  select id from ${JOBS_SCHEMA}.job where name = $1 and state < 'active' and start_after <= now()
   limit 1 for share skip locked`;

/**
 * Puts a job without data into a queue, where none waits there to be taken at once. One that does is held until the manager's
 * transaction ends: taken before, it would not see what it is asked for.
 */
export async function enqueueUnlessWaiting(queue: string, manager?: EntityManager): Promise<void> {
  const db = bossDatabase(manager);
  const { rows } = await db.executeSql(HOLD_WAITING, [queue]);
  if (rows.length > 0) await wakeWorkers(queue, db);
  else await enqueue(queue, {}, {}, manager);
}

/** Takes up to `most` jobs that are due; each belongs to this caller until it is ended or expires. */
export async function fetchJobs(queue: string, limit: number): Promise<Job[]> {
  return (await boss().fetch<object>(queue, { batchSize: limit })) ?? [];
}

export async function completeJob(queue: string, id: string): Promise<void> {
  await boss().complete(queue, id);
}

/** Gives the job back, to be tried again after a while. */
export async function failJob(queue: string, id: string, reason: string): Promise<void> {
  await boss().fail(queue, id, { reason: reason.slice(0, 500) });
}

const FORGET = ["job", "archive"].map(
  (table) => `delete from ${JOBS_SCHEMA}.${table}
    where name = $1 and (lower(data ->> 'email') = any($2) or data ->> 'memberId' = $3)`,
);

/**
 * Deletes the jobs of a queue that hold one of these email addresses or name their member, whatever has become of them: the queue keeps
 * jobs for some days after they are done. @param person addresses in lower case
 */
export async function forgetJobs(
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

/** How many jobs of each queue nobody has taken yet, those that are to be tried again included. */
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

/** The queue's way to the database: our pool, or the one connection of a transaction. */
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
