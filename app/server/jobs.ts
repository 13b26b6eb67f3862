import { isDatabaseUnavailable } from "db/orm.server";
import { resumeBatches, runBatch } from "~/features/accounts/batches/run-batch.server";
import { resumeAbandonedImports } from "~/features/accounts/imports/import-lease.server";
import { runImport } from "~/features/accounts/imports/run-import.server";
import { handleMailRequest, type MailRequest } from "~/features/accounts/mail-requests.server";
import { numberChanges } from "~/features/changes-feed/number-changes.server";
import { deliver } from "~/features/mail/delivery.server";
import { openTransport } from "~/features/mail/transport.server";
import { runSource } from "~/features/markets/price-sources/run-source.server";
import { resumeAbandonedRuns } from "~/features/markets/price-sources/source-run-state.server";
import { requestPostTurn, sendPosts } from "~/features/newsletters/channels/send-posts.server";
import { openEditionTransport } from "~/features/newsletters/edition-transport.server";
import { requestPushTurn, sendPushes } from "~/features/newsletters/push/send-pushes.server";
import { readReports, requestMailboxRound } from "~/features/newsletters/read-mailbox.server";
import { requestEditionTurn, sendEditions } from "~/features/newsletters/send-editions.server";
import { openDueCalls } from "~/features/scheduling/open-due-calls.server";
import { publishDueCopies } from "~/features/scheduling/publish-due-copies.server";
import { fireAlerts, type StepsJob } from "~/features/watchlist/price-alerts/fire-alerts.server";
import { mailAlerts } from "~/features/watchlist/price-alerts/mail-alerts.server";
import { planDeliveries } from "~/features/webhooks/plan-deliveries.server";
import { sendWebhooks } from "~/features/webhooks/send-webhooks.server";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { enqueue, type Job, startJobs, stopJobs } from "~/platform/jobs/queue.server";
import {
  CHANNEL_QUEUE,
  EDITION_QUEUE,
  HOURLY_QUEUE,
  MAIL_QUEUE,
  MAIL_REPORT_QUEUE,
  MAIL_REQUEST_QUEUE,
  MEMBER_BATCH_QUEUE,
  MEMBER_IMPORT_QUEUE,
  PRICE_ALERT_MAIL_QUEUE,
  PRICE_ALERT_QUEUE,
  PRICE_SOURCE_QUEUE,
  PUBLICATION_QUEUE,
  PUSH_QUEUE,
  QUEUES,
  RECORD_CHANGE_QUEUE,
  WEBHOOK_QUEUE,
} from "~/platform/jobs/queue-names";
import { type JobHandler, startWorker } from "~/platform/jobs/worker.server";
import { log } from "~/platform/log.server";
import { runHourlyTasks } from "./hourly-tasks";

/** How often each instance requests the hourly tasks; the queue accepts one request per hour. */
const ENQUEUE_INTERVAL_MS = 10 * 60_000;

/** A stopping server skips its jobs and must not take the same job repeatedly. */
const PAUSE_SECONDS = 10;

/** The rest of a large task is another job, so that each stays within its time limit. */
async function runHourlyJob(): Promise<void> {
  if (await runHourlyTasks()) await enqueue(HOURLY_QUEUE, {}, { delaySeconds: PAUSE_SECONDS });
}

/** New prices may settle calls, which the hourly tasks do. */
async function runSourceJob({ data }: Job): Promise<void> {
  if (await runSource((data as { sourceId: string }).sourceId)) await requestHourlyTasks();
}

/** What is sent to webhooks is numbered first. */
async function numberAndPlan(): Promise<void> {
  await numberChanges();
  await planDeliveries();
}

/** Working copies first: a call opens with what they publish. */
export async function publishDue(): Promise<void> {
  try {
    await publishDueCopies();
  } finally {
    await openDueCalls();
  }
}

/** Starts the queues so that jobs can be added. @param maintained whether this process maintains them */
async function startQueues(maintained: boolean): Promise<void> {
  const onError = (error: Error) => {
    if (!isDatabaseUnavailable(error)) log().error({ err: error }, "job queue");
  };
  await startJobs(QUEUES, onError, maintained);
}

/** Starts the queues in a process that runs no jobs. @returns a function that stops them */
export async function startJobQueues(): Promise<() => Promise<void>> {
  await startQueues(false);
  return stopJobs;
}

/** Starts the queues and runs their jobs in this process. @returns a function that stops them */
export async function startJobWorker(): Promise<() => Promise<void>> {
  const transport = openTransport();
  const editionTransport = openEditionTransport();
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
      queue: PRICE_ALERT_QUEUE,
      concurrency: 2,
      run: ({ data }) => fireAlerts(data as StepsJob),
    },
    { queue: PRICE_ALERT_MAIL_QUEUE, concurrency: 1, run: () => mailAlerts() },
    {
      queue: MEMBER_IMPORT_QUEUE,
      concurrency: 1,
      run: ({ data }) => runImport((data as { importId: string }).importId),
      resume: resumeAbandonedImports,
    },
    {
      queue: MEMBER_BATCH_QUEUE,
      concurrency: 1,
      run: ({ data }) => runBatch((data as { batchId: string }).batchId),
      resume: resumeBatches,
    },
    { queue: PUBLICATION_QUEUE, concurrency: 1, run: publishDue },
    {
      queue: EDITION_QUEUE,
      concurrency: 1,
      run: () => sendEditions(editionTransport),
      resume: requestEditionTurn,
    },
    { queue: PUSH_QUEUE, concurrency: 1, run: () => sendPushes(), resume: requestPushTurn },
    { queue: CHANNEL_QUEUE, concurrency: 1, run: () => sendPosts(), resume: requestPostTurn },
    { queue: MAIL_REPORT_QUEUE, concurrency: 1, run: () => readReports(), resume: requestMailboxRound },
    { queue: RECORD_CHANGE_QUEUE, concurrency: 1, run: async () => {}, resume: numberAndPlan },
    { queue: WEBHOOK_QUEUE, concurrency: 1, run: async () => {}, resume: () => sendWebhooks() },
  ];
  await startQueues(true);
  const worker = await startWorker(handlers);
  const enqueueHourlyTasks = () =>
    enqueue(HOURLY_QUEUE, {}, { singletonHours: 1, singletonKey: HOURLY_QUEUE }).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log().error({ err: error }, "hourly tasks not requested");
    });
  await enqueueHourlyTasks();
  const timer = setInterval(enqueueHourlyTasks, ENQUEUE_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await worker.stop();
    await stopJobs();
    transport.close();
    editionTransport.close();
  };
}
