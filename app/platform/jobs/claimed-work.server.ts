import { setTimeout as sleep } from "node:timers/promises";

type ClaimedWork<Work> = {
  /** @returns the next piece, or undefined if nothing is free now */
  claim: () => Promise<Work | undefined>;
  work: (piece: Work) => Promise<void>;
  /** How many pieces are under way at the same time at most. */
  atOnce: number;
  /** Whether more may be claimed. */
  goesOn: () => boolean;
  /** Milliseconds until `whileBusy` is called if no piece ends before. */
  lookAgainMs: number;
  /** Finds what became due while all pieces were under way. */
  whileBusy: () => Promise<void>;
};

/**
 * Claims pieces and works on them until nothing is free and nothing is under way. Waits for all that began.
 *
 * @throws the first error of `claim`, `work` or `whileBusy`
 */
export async function doClaimedWork<Work>(options: ClaimedWork<Work>): Promise<void> {
  const { claim, work, atOnce, goesOn, lookAgainMs, whileBusy } = options;
  const busy = new Set<Promise<void>>();
  try {
    while (goesOn()) {
      // A piece that ends while we claim may free another, which this claim has not seen.
      const underWay = [...busy];
      const piece = underWay.length < atOnce ? await claim() : undefined;
      if (piece !== undefined) {
        const working = work(piece);
        busy.add(working);
        working.then(() => busy.delete(working)).catch(() => {});
      } else if (underWay.length === 0) return;
      else if (!(await endsSoon(underWay, lookAgainMs))) await whileBusy();
    }
    await Promise.all(busy);
  } finally {
    await Promise.allSettled(busy);
  }
}

/** Waits for the first of them, or for a while. @returns whether one has ended @throws what one of them throws */
async function endsSoon(underWay: Promise<void>[], ms: number): Promise<boolean> {
  const waiting = new AbortController();
  const pause = sleep(ms, false, { signal: waiting.signal }).catch(() => false);
  try {
    return await Promise.race([...underWay.map((each) => each.then(() => true)), pause]);
  } finally {
    waiting.abort();
  }
}
