import type { Tally } from "./ad-counts.rules";

/** What was counted of each ad within about a minute. */
type Batch = { since: number; tallies: Map<string, Tally> };

/** One ad's tally that waits to be written, and how long ago it was begun. */
export type WaitingTally = Tally & { adId: string; ageSeconds: number };

/** Batches stay this short, so that a write which comes hours late still knows the day. */
const BATCH_MS = 60_000;

/** Tallies held at most: a morning without a database for two dozen ads, or a minute of made-up ids. */
const MAX_WAITING = 10_000;

/**
 * Counts in memory until the counts are written: views come by thousands, and pages must not wait for them.
 * @param now milliseconds of a clock that never goes back
 */
export class AdTally {
  private batches: Batch[] = [];
  private waiting = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  count(adId: string, what: keyof Tally): void {
    const { tallies } = this.openBatch();
    const known = tallies.get(adId);
    if (!known && this.waiting >= MAX_WAITING) return;
    const tally = known ?? { views: 0, clicks: 0 };
    tally[what] += 1;
    if (known) return;
    tallies.set(adId, tally);
    this.waiting += 1;
  }

  /**
   * Hands over everything that waits.
   * @param write what it throws is thrown on, and nothing was lost: all of it waits again
   */
  async flush(write: (tallies: WaitingTally[]) => Promise<void>): Promise<void> {
    const taken = this.batches;
    if (taken.length === 0) return;
    this.batches = [];
    const now = this.now();
    const tallies = taken.flatMap(({ since, tallies }) =>
      Array.from(tallies, ([adId, tally]) => ({ adId, ...tally, ageSeconds: (now - since) / 1000 })),
    );
    try {
      await write(tallies);
      this.waiting -= tallies.length;
    } catch (error) {
      this.batches = [...taken, ...this.batches];
      throw error;
    }
  }

  private openBatch(): Batch {
    const now = this.now();
    const last = this.batches.at(-1);
    if (last && now - last.since < BATCH_MS) return last;
    const opened = { since: now, tallies: new Map<string, Tally>() };
    this.batches.push(opened);
    return opened;
  }
}
