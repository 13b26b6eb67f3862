import { isDatabaseUnavailable } from "db/orm.server";
import { deleteDueAccounts } from "~/features/accounts/deletion.server";
import {
  handleMailRequest,
  MAIL_REQUEST_QUEUE,
  type MailRequest,
} from "~/features/accounts/mail-requests.server";
import { remindOfExpiry } from "~/features/accounts/reminders.server";
import { sweepSessions } from "~/features/auth/devices.server";
import { sweepTokens } from "~/features/auth/single-use-tokens.server";
import { deliver } from "~/features/mail/delivery.server";
import { MAIL_QUEUE } from "~/features/mail/queue.server";
import { openTransport } from "~/features/mail/transport.server";
import { addUpRecordCounts } from "~/features/staff/record-counts.queries.server";
import { enqueue, startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { type JobHandler, startWorker } from "~/platform/jobs/worker.server";
import { log } from "~/platform/log.server";
import { sweepPendingPictures } from "~/web/pending-pictures.server";

const HOURLY_QUEUE = "hourly";

/** How often each instance asks for the hour's tasks; the queue keeps one per hour of all of them. */
const ENQUEUE_INTERVAL_MS = 10 * 60_000;

/** What is done once an hour by one of the instances. A task that fails does not keep the others from being done. */
const HOURLY_TASKS: Record<string, () => Promise<unknown>> = {
  "remind of expiry": remindOfExpiry,
  "delete accounts": deleteDueAccounts,
  "forget sessions": sweepSessions,
  "forget pictures": sweepPendingPictures,
  "forget links": sweepTokens,
  "add up record counts": addUpRecordCounts,
};

export async function runHourlyTasks(): Promise<void> {
  for (const [task, run] of Object.entries(HOURLY_TASKS)) {
    try {
      await run();
    } catch (error) {
      log().error({ task, err: error }, "task failed");
    }
  }
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
    { queue: HOURLY_QUEUE, concurrency: 1, run: runHourlyTasks },
  ];
  await startJobs(
    handlers.map(({ queue }) => queue),
    (error) => {
      if (!isDatabaseUnavailable(error)) log().error({ err: error }, "job queue");
    },
  );
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
