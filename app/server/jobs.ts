import { isDatabaseGone } from "db/orm.server";
import { rows } from "db/query.server";
import { deleteDueAccounts } from "~/features/accounts/deletion.server";
import { LETTER_QUEUE, type LetterRequest, writeLetter } from "~/features/accounts/mail-requests.server";
import { remindOfExpiry } from "~/features/accounts/reminders.server";
import { deliver } from "~/features/mail/delivery.server";
import { MAIL_QUEUE } from "~/features/mail/queue.server";
import { openTransport } from "~/features/mail/transport.server";
import { enqueue, startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { startWorker, type Work } from "~/platform/jobs/worker.server";
import { log } from "~/platform/log.server";
import { forgetOldPictures } from "~/web/pending-pictures.server";

const HOURLY_QUEUE = "hourly";

/** How often each instance asks for the hour's chores; the queue keeps one per hour of all of them. */
const ASK_MS = 10 * 60_000;

/** What is done once an hour by one of the instances. A chore that fails does not keep the others from being done. */
const CHORES: Record<string, () => Promise<unknown>> = {
  "remind of expiry": remindOfExpiry,
  "delete accounts": deleteDueAccounts,
  "forget sessions": () => rows("delete from sessions where expires_at < now()"),
  "forget pictures": forgetOldPictures,
  "forget links": () => rows("delete from single_use_tokens where expires_at < now() - interval '30 days'"),
};

export async function doChores(): Promise<void> {
  for (const [chore, run] of Object.entries(CHORES)) {
    try {
      await run();
    } catch (error) {
      log().error({ chore, err: error }, "chore failed");
    }
  }
}

/** Starts the queues and does their jobs in this process. @returns what stops that. */
export async function runJobs(): Promise<() => Promise<void>> {
  const transport = openTransport();
  const works: Work[] = [
    {
      queue: MAIL_QUEUE,
      atOnce: 10,
      run: ({ data }) => deliver((data as { mailId: string }).mailId, transport),
    },
    { queue: LETTER_QUEUE, atOnce: 5, run: ({ id, data }) => writeLetter(id, data as LetterRequest) },
    { queue: HOURLY_QUEUE, atOnce: 1, run: doChores },
  ];
  await startJobs(
    works.map(({ queue }) => queue),
    (error) => {
      if (!isDatabaseGone(error)) log().error({ err: error }, "job queue");
    },
  );
  const worker = await startWorker(works);
  const askForChores = () =>
    enqueue(HOURLY_QUEUE, {}, { oncePerHours: 1, key: HOURLY_QUEUE }).catch((error: unknown) => {
      if (!isDatabaseGone(error)) log().error({ err: error }, "chores not asked for");
    });
  await askForChores();
  const timer = setInterval(askForChores, ASK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await worker.stop();
    await stopJobs();
    transport.close();
  };
}
