import { isDatabaseGone, listen } from "db/orm.server";
import { log } from "../log.server";
import { completeJob, failJob, JOBS_CHANNEL, type Job, takeJobs } from "./queue.server";

/** What does the jobs of one queue. */
export type Work = {
  queue: string;
  /** Jobs done at the same time. */
  atOnce: number;
  /** @throws to have the job tried again later. */
  run: (job: Job) => Promise<unknown>;
};

export type Worker = { stop(): Promise<void> };

/** Jobs that became due without a word (delayed ones, those of a vanished worker) are found within this time. */
const POLL_MS = 5_000;

/** How long a stopping server waits for the jobs under way. */
const PATIENCE_MS = 10_000;

/**
 * Does jobs until it is stopped. The queue's own worker is not used: it does not wait for its "completed" to be
 * written, and an answer that the database could not give would end the process.
 */
export async function startWorker(works: readonly Work[]): Promise<Worker> {
  const loops = works.map((work) => loop(work));
  const wake = (queue?: string) => {
    for (const each of loops) if (queue === undefined || each.queue === queue) each.wake();
  };
  const unlisten = await listen(JOBS_CHANNEL, wake, { onConnected: () => wake() });
  return {
    async stop() {
      await unlisten();
      const ended = Promise.all(loops.map((each) => each.stop()));
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
    },
  };
}

function loop(work: Work) {
  let stopping = false;
  let awake = true;
  let rouse = () => {};
  const sleep = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!stopping) {
      awake = false;
      const found = await turn(work);
      // A word that came meanwhile may speak of jobs that this turn did not see.
      if (found === 0 && !awake && !stopping) await sleep();
    }
  })();
  return {
    queue: work.queue,
    wake() {
      awake = true;
      rouse();
    },
    stop() {
      stopping = true;
      rouse();
      return running;
    },
  };
}

/** Takes and does what is due. Never throws. @returns how many jobs there were; 0 also when there is no database. */
async function turn({ queue, atOnce, run }: Work): Promise<number> {
  try {
    const jobs = await takeJobs(queue, atOnce);
    await Promise.all(jobs.map((job) => doJob(queue, job, run)));
    return jobs.length;
  } catch (error) {
    if (!isDatabaseGone(error)) log().error({ queue, err: error }, "jobs could not be taken");
    return 0;
  }
}

async function doJob(queue: string, job: Job, run: Work["run"]): Promise<void> {
  try {
    await run(job);
    await completeJob(queue, job.id);
  } catch (error) {
    const gone = isDatabaseGone(error);
    if (!gone) log().error({ queue, jobId: job.id, err: error }, "job failed");
    // Without a database the job expires by itself and is given out again.
    if (!gone) await failJob(queue, job.id, error instanceof Error ? error.message : String(error));
  }
}
