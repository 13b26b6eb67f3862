import { availableParallelism } from "node:os";
import { Counter, Gauge } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";
import { AppError } from "~/web/app-error.server";
import { RETRY_AFTER_SECONDS } from "~/web/report-failure.server";

/**
 * Hashing takes a core for some hundredths of a second. One core stays free for pages, and one of Node's four
 * worker threads for files and compression.
 */
const HASHERS = Math.min(3, Math.max(1, availableParallelism() - 1));

/** A longer queue would outlast the visitor's patience and occupy connections that pages need. */
const MOST_WAITING = 32;

const BUSY = "Many people are signing in right now. Please try again in a few seconds.";

type Options = { concurrency?: number; mostWaiting?: number };

/** Runs a limited number of tasks at a time; the others wait in order of arrival. */
export class HashingQueue {
  private running = 0;
  private readonly starts: (() => void)[] = [];
  private readonly concurrency: number;
  private readonly mostWaiting: number;

  constructor({ concurrency = HASHERS, mostWaiting = MOST_WAITING }: Options = {}) {
    this.concurrency = concurrency;
    this.mostWaiting = mostWaiting;
  }

  get waiting(): number {
    return this.starts.length;
  }

  /**
   * Check this before any work for a password: a refused attempt then does not count.
   * @throws AppError 503 when the queue is full
   */
  assertRoom(): void {
    if (this.waiting < this.mostWaiting) return;
    REFUSED.inc();
    throw new AppError(503, BUSY, { retryAfter: RETRY_AFTER_SECONDS });
  }

  /** @throws AppError 503 immediately when the queue is full */
  async run<Result>(hash: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.concurrency) await this.waitForSlot();
    else this.running += 1;
    try {
      return await hash();
    } finally {
      this.releaseSlot();
    }
  }

  private waitForSlot(): Promise<void> {
    this.assertRoom();
    return new Promise((start) => this.starts.push(start));
  }

  /** The place goes to the longest waiting task; new tasks cannot overtake it. */
  private releaseSlot(): void {
    const start = this.starts.shift();
    if (start) start();
    else this.running -= 1;
  }
}

/** The queue for all password hashing in this process. */
export const hashingQueue = new HashingQueue();

const registers = [metricsRegistry];

const REFUSED = new Counter({
  name: "openbell_password_hashes_refused_total",
  help: "Sign-ins and password changes refused with 503 because the hashing queue was full",
  registers,
});

new Gauge({
  name: "openbell_password_hashes_waiting",
  help: "Passwords waiting to be hashed",
  registers,
  collect() {
    this.set(hashingQueue.waiting);
  },
});
