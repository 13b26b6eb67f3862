/** What was counted within about a minute. */
type Batch<Tally> = { since: number; tallies: Map<string, Tally> };

/** A tally that waits to be written, and how long ago it was begun. */
export type Waiting<Tally> = Tally & { ageSeconds: number };

/** Batches stay this short, so that a write which comes hours late still knows the day. */
const BATCH_MS = 60_000;

/** Tallies held at most: a morning without a database for two dozen of them, or a minute of made-up ids. */
const MAX_WAITING = 10_000;

/** Counts in memory until the counts are written: they come by thousands, and pages must not wait for them. */
export class Tallies<Tally extends object> {
  private batches: Batch<Tally>[] = [];
  private waiting = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * The open tally of something, to be added to.
   * @param begin what it begins with. @returns nothing where so many wait that there is no room for another one
   */
  protected tallyOf(id: string, begin: () => Tally): Tally | undefined {
    const { tallies } = this.openBatch();
    const known = tallies.get(id);
    if (known || this.waiting >= MAX_WAITING) return known;
    const begun = begin();
    tallies.set(id, begun);
    this.waiting += 1;
    return begun;
  }

  /**
   * Hands over everything that waits.
   * @param write what it throws is thrown on, and nothing was lost: all of it waits again
   */
  async flush(write: (tallies: Waiting<Tally>[]) => Promise<void>): Promise<void> {
    const taken = this.batches;
    if (taken.length === 0) return;
    this.batches = [];
    const now = this.now();
    const waiting = taken.flatMap(({ since, tallies }) =>
      Array.from(tallies.values(), (tally) => ({ ...tally, ageSeconds: (now - since) / 1000 })),
    );
    try {
      await write(waiting);
      this.waiting -= waiting.length;
    } catch (error) {
      this.batches = [...taken, ...this.batches];
      throw error;
    }
  }

  private openBatch(): Batch<Tally> {
    const now = this.now();
    const last = this.batches.at(-1);
    if (last && now - last.since < BATCH_MS) return last;
    const opened = { since: now, tallies: new Map<string, Tally>() };
    this.batches.push(opened);
    return opened;
  }
}
