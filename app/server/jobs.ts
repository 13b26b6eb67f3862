import { isDatabaseUnavailable } from "db/orm.server";
import { resumeAbandonedImports } from "~/features/accounts/imports/import-turns.server";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { handleMailRequest, type MailRequest } from "~/features/accounts/mail-requests.server";
import { deliver } from "~/features/mail/delivery.server";
import { openTransport } from "~/features/mail/transport.server";
import { runSource } from "~/features/markets/price-sources/run-source.server";
import { resumeAbandonedRuns } from "~/features/markets/price-sources/source-runs.server";
import { afterPublication } from "~/features/scheduling/publication.server";
import { askForHourlyTasks } from "~/platform/jobs/hourly.server";
import { enqueue, type Job, startJobs, stopJobs } from "~/platform/jobs/queue.server";
import {
  HOURLY_QUEUE,
  MAIL_QUEUE,
  MAIL_REQUEST_QUEUE,
  MEMBER_IMPORT_QUEUE,
  PRICE_SOURCE_QUEUE,
  PUBLICATION_QUEUE,
  QUEUES,
} from "~/platform/jobs/queue-names";
import { type JobHandler, startWorker } from "~/platform/jobs/worker.server";
import { log } from "~/platform/log.server";
import { runHourlyTasks } from "./hourly-tasks";

/** How often each instance asks for the hour's tasks; the queue keeps one per hour of all of them. */
const ENQUEUE_INTERVAL_MS = 10 * 60_000;

/** A server that is about to stop leaves everything undone, and must not take the same job again and again. */
const PAUSE_SECONDS = 10;

/** What a million rows left undone is another job, so that none of them takes longer than a job may. */
async function runHourlyJob(): Promise<void> {
  if (await runHourlyTasks()) await enqueue(HOURLY_QUEUE, {}, { delaySeconds: PAUSE_SECONDS });
}

/** New prices settle calls: that is among the hour's tasks. */
async function runSourceJob({ data }: Job): Promise<void> {
  if (await runSource((data as { sourceId: string }).sourceId)) await askForHourlyTasks();
}

/** Starts the queues, so that jobs can be put into them. @param maintained whether this process looks after them */
async function startQueues(maintained: boolean): Promise<void> {
  const onError = (error: Error) => {
    if (!isDatabaseUnavailable(error)) log().error({ err: error }, "job queue");
  };
  await startJobs(QUEUES, onError, maintained);
}

/** Starts the queues for a process of which another one does the jobs. @returns what stops that. */
export async function startJobQueues(): Promise<() => Promise<void>> {
  await startQueues(false);
  return stopJobs;
}

/** Starts the queues and does their jobs in this process. @returns what stops that. */
export async function startJobWorker(): Promise<() => Promise<void>> {
  const transport = openTransport();
  const handlers: JobHandler[] = [
    {
      queue: MAIL_QUEUE,
      concurrency: 10,
      run: ({ data }) => deliver((data as { mailId: string }).mailId, transport),
    },
    {
      queue: MAIL_REQUEST_QUEUE,
      concurrency: 5,
      run: ({ id, data }) => handleMailRequest(id, data as MailRequest),
    },
    { queue: HOURLY_QUEUE, concurrency: 1, run: runHourlyJob },
    { queue: PRICE_SOURCE_QUEUE, concurrency: 2, run: runSourceJob, resume: resumeAbandonedRuns },
    {
      queue: MEMBER_IMPORT_QUEUE,
      concurrency: 1,
      run: ({ data }) => runImport((data as { importId: string }).importId),
      resume: resumeAbandonedImports,
    },
    { queue: PUBLICATION_QUEUE, concurrency: 1, run: afterPublication },
  ];
  await startQueues(true);
  const worker = await startWorker(handlers);
  const enqueueHourlyTasks = () =>
    enqueue(HOURLY_QUEUE, {}, { singletonHours: 1, singletonKey: HOURLY_QUEUE }).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log().error({ err: error }, "tasks not asked for");
    });
  await enqueueHourlyTasks();
  const timer = setInterval(enqueueHourlyTasks, ENQUEUE_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await worker.stop();
    await stopJobs();
    transport.close();
  };
}
