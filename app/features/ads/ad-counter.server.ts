import { Counters, type Waiting } from "~/platform/counters";
import type { AdCounts } from "./ad-counts.rules";

type OneAd = AdCounts & { adId: string };

/** The counts of one ad that wait to be written. */
export type WaitingCounts = Waiting<OneAd>;

/** Counts of ads that are not written yet. */
export class AdCounter extends Counters<OneAd> {
  count(adId: string, what: keyof AdCounts): void {
    const adCounts = this.counterFor(adId, () => ({ adId, views: 0, clicks: 0 }));
    if (adCounts) adCounts[what] += 1;
  }
}
