/** The counters of about one minute. */
type Batch<Counter> = { since: number; counters: Map<string, Counter> };

/** A counter to be written, with its age. */
export type Waiting<Counter> = Counter & { ageSeconds: number };

/** Batches are short, so that a late write still knows the day. */
const BATCH_MS = 60_000;

/**
 * The most counters in memory: two dozen of them during a morning without a database, or a minute of made-up
 * ids.
 */
const MAX_WAITING = 10_000;

/** Counts in memory and writes later: there are thousands of events, and pages must not wait for them. */
export class Counters<Counter extends object> {
  private batches: Batch<Counter>[] = [];
  private waiting = 0;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * The current counter of an id.
   * @param begin creates a new one
   * @returns undefined when there are too many
   */
  protected counterFor(id: string, begin: () => Counter): Counter | undefined {
    const { counters } = this.openBatch();
    const known = counters.get(id);
    if (known || this.waiting >= MAX_WAITING) return known;
    const begun = begin();
    counters.set(id, begun);
    this.waiting += 1;
    return begun;
  }

  /**
   * Passes all counters to `write`.
   * @param write if it throws, the counters are kept and the error is thrown on
   */
  async flush(write: (counters: Waiting<Counter>[]) => Promise<void>): Promise<void> {
    const taken = this.batches;
    if (taken.length === 0) return;
    this.batches = [];
    const now = this.now();
    const waiting = taken.flatMap(({ since, counters }) =>
      Array.from(counters.values(), (counter) => ({ ...counter, ageSeconds: (now - since) / 1000 })),
    );
    try {
      await write(waiting);
      this.waiting -= waiting.length;
    } catch (error) {
      this.batches = [...taken, ...this.batches];
      throw error;
    }
  }

  private openBatch(): Batch<Counter> {
    const now = this.now();
    const last = this.batches.at(-1);
    if (last && now - last.since < BATCH_MS) return last;
    const opened = { since: now, counters: new Map<string, Counter>() };
    this.batches.push(opened);
    return opened;
  }
}
