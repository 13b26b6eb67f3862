import { availableParallelism } from "node:os";
import { Counter, Gauge } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";
import { AppError } from "~/web/app-error.server";
import { RETRY_AFTER_SECONDS } from "~/web/report-failure.server";

/**
 * Hashing takes a core for some hundredths of a second each. One is left to the pages; and of Node's four threads for such
 * work one, for files and compression.
 */
const HASHERS = Math.min(3, Math.max(1, availableParallelism() - 1));

/** More would wait for longer than anybody looks at a form that was sent, and hold places that pages need. */
const MOST_WAITING = 32;

const BUSY = "Many people are signing in just now. Please try again in a few seconds.";

type Options = { concurrency?: number; mostWaiting?: number };

/** Does a few things at a time, the others in the order in which they came. */
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
   * Asked before anything is done for somebody whose password is going to be hashed: their attempt does not count then.
   * @throws AppError 503 where too many wait already
   */
  assertRoom(): void {
    if (this.waiting < this.mostWaiting) return;
    REFUSED.inc();
    throw new AppError(503, BUSY, { retryAfter: RETRY_AFTER_SECONDS });
  }

  /** @throws AppError 503 at once where too many wait already */
  async run<Result>(hash: () => Promise<Result>): Promise<Result> {
    if (this.running >= this.concurrency) await this.turn();
    else this.running += 1;
    try {
      return await hash();
    } finally {
      this.handOn();
    }
  }

  private turn(): Promise<void> {
    this.assertRoom();
    return new Promise((start) => this.starts.push(start));
  }

  /** The place goes to whoever waits longest; nobody who comes meanwhile is quicker. */
  private handOn(): void {
    const start = this.starts.shift();
    if (start) start();
    else this.running -= 1;
  }
}

/** All hashing of passwords in this process. */
export const hashingQueue = new HashingQueue();

const registers = [metricsRegistry];

const REFUSED = new Counter({
  name: "openbell_password_hashes_refused_total",
  help: "Sign-ins and changes of passwords answered 503 because too many waited to be hashed",
  registers,
});

new Gauge({
  name: "openbell_password_hashes_waiting",
  help: "Passwords that wait to be hashed",
  registers,
  collect() {
    this.set(hashingQueue.waiting);
  },
});
