import { Counters, type Waiting } from "~/platform/counters";
import type { Tally } from "./ad-counts.rules";

type OneAd = Tally & { adId: string };

/** One ad's tally that waits to be written. */
export type WaitingTally = Waiting<OneAd>;

/** What is counted of ads and not written yet. */
export class AdTally extends Counters<OneAd> {
  count(adId: string, what: keyof Tally): void {
    const tally = this.counterFor(adId, () => ({ adId, views: 0, clicks: 0 }));
    if (tally) tally[what] += 1;
  }
}
