import { isDatabaseUnavailable, listen } from "db/orm.server";
import { log } from "../log.server";
import { completeJob, failJob, fetchJobs, JOBS_CHANNEL, type Job } from "./queue.server";

/** The handler of a queue's jobs. */
export type JobHandler = {
  queue: string;
  /** Jobs that run at the same time. */
  concurrency: number;
  /** @throws to have the job retried later */
  run: (job: Job) => Promise<unknown>;
  /** Gives work a new job whose process died. Runs whenever no job is due, every five seconds at most. */
  resume?: () => Promise<unknown>;
};

export type Worker = { stop(): Promise<void> };

/**
 * Jobs that become due without a notification (delayed ones, those of a lost worker) are found within this
 * time.
 */
const POLL_MS = 5_000;

/** How long a stopping server waits for running jobs. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Runs jobs until stopped. The worker of pg-boss is not used: it does not wait until "completed" is written,
 * and a database error would end the process.
 */
export async function startWorker(handlers: readonly JobHandler[]): Promise<Worker> {
  const loops = handlers.map((handler) => startLoop(handler));
  const wake = (queue?: string) => {
    for (const each of loops) if (queue === undefined || each.queue === queue) each.wake();
  };
  const unlisten = await listen(JOBS_CHANNEL, wake, { onConnected: () => wake() });
  return {
    async stop() {
      await unlisten();
      const ended = Promise.all(loops.map((each) => each.stop()));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())]);
    },
  };
}

function startLoop(handler: JobHandler) {
  let stopping = false;
  let awake = true;
  let wakeUp = () => {};
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!stopping) {
      awake = false;
      const found = await runDueJobs(handler);
      // A notification in the meantime may be about jobs that this round did not see.
      if (found === 0 && !awake && !stopping) await sleep();
    }
  })();
  return {
    queue: handler.queue,
    wake() {
      awake = true;
      wakeUp();
    },
    stop() {
      stopping = true;
      wakeUp();
      return running;
    },
  };
}

/**
 * Takes and runs due jobs. Never throws.
 * @returns the number of jobs; 0 also when the database is unavailable
 */
async function runDueJobs({ queue, concurrency, run, resume }: JobHandler): Promise<number> {
  try {
    const jobs = await fetchJobs(queue, concurrency);
    if (jobs.length === 0) await resume?.();
    await Promise.all(jobs.map((job) => runJob(queue, job, run)));
    return jobs.length;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) log().error({ queue, err: error }, "jobs could not be taken");
    return 0;
  }
}

async function runJob(queue: string, job: Job, run: JobHandler["run"]): Promise<void> {
  try {
    await run(job);
    await completeJob(queue, job.id);
  } catch (error) {
    const gone = isDatabaseUnavailable(error);
    if (!gone) log().error({ queue, jobId: job.id, err: error }, "job failed");
    // When the database is unavailable, the job expires and is handed out again.
    if (!gone) await failJob(queue, job.id, error instanceof Error ? error.message : String(error));
  }
}
