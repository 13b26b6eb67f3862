/** More than one household reads, and less than one machine could send. */
const MAX_PER_MINUTE = 240;

/** Networks remembered at a time. A minute that brings more of them is an attack: those beyond are not counted. */
const MAX_NETWORKS = 50_000;

const MINUTE_MS = 60_000;

/** How often each network may be counted, in memory only: who was here is forgotten with every minute. */
export class CountThrottle {
  private minute = 0;
  private seen = new Map<string, number>();

  /** @param now milliseconds of a clock that never goes back */
  allows(network: string, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.seen.clear();
    }
    const times = (this.seen.get(network) ?? 0) + 1;
    if (times === 1 && this.seen.size >= MAX_NETWORKS) return false;
    this.seen.set(network, times);
    return times <= MAX_PER_MINUTE;
  }
}
