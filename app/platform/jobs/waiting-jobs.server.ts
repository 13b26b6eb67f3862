import type { EntityManager } from "../../../db/orm.server";
import { type Queryable, query } from "../../../db/query.server";
import { enqueue, JOBS_SCHEMA, startJobs, stopJobs } from "./queue.server";

/**
 * Unfinished jobs in a backup, independent of the queue's own tables. Jobs with a singleton key are excluded,
 * because every start requests them again.
 */
export const WAITING_JOBS = `
  select name, data::text, start_after from ${JOBS_SCHEMA}.job
   where state in ('created', 'retry', 'active') and singleton_key is null order by created_on`;

/** The backup's table of these jobs, while they are put into queues again. */
export const WAITING_JOBS_TABLE = "waiting_jobs";
export const WAITING_JOBS_COLUMNS = "queue text, data jsonb, start_after timestamptz";

type Row = { queue: string; data: object; wait: number };

/** Whether the queues have been created. */
export async function queuesExist(within: Queryable | EntityManager): Promise<boolean> {
  const exist = `select to_regclass('${JOBS_SCHEMA}.job') is not null as there`;
  const [queues] = await query<{ there: boolean }>(exist, [], within);
  return queues?.there === true;
}

/** Whether the database has any jobs, of any age. */
export async function hasJobs(within: EntityManager): Promise<boolean> {
  if (!(await queuesExist(within))) return false;
  const some = `select exists (select from ${JOBS_SCHEMA}.job) as some`;
  const [found] = await query<{ some: boolean }>(some, [], within);
  return found?.some === true;
}

/**
 * Puts the jobs of the backup's table into their queues, in the manager's transaction. Missing queues are
 * created outside the transaction; `removeQueues` removes them again.
 */
export async function requeueJobs(manager: EntityManager): Promise<void> {
  const used = `select distinct queue from ${WAITING_JOBS_TABLE}`;
  const queues = await query<{ queue: string }>(used, [], manager);
  try {
    await startJobs(
      queues.map(({ queue }) => queue),
      () => {},
    );
    for (let jobs = await takeSome(manager); jobs.length > 0; jobs = await takeSome(manager))
      for (const { queue, data, wait } of jobs) await enqueue(queue, data, { delaySeconds: wait }, manager);
  } finally {
    await stopJobs();
  }
}

const takeSome = (manager: EntityManager) =>
  query<Row>(
    `delete from ${WAITING_JOBS_TABLE} where ctid = any(array(select ctid from ${WAITING_JOBS_TABLE} limit 500))
     returning queue, data, greatest(0, ceil(extract(epoch from start_after - now())))::int as wait`,
    [],
    manager,
  );

export async function removeQueues(manager: EntityManager): Promise<void> {
  await query(`drop schema if exists ${JOBS_SCHEMA} cascade`, [], manager);
}
