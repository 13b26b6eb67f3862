/** More than a household reads, and less than a machine could send. */
const MAX_PER_MINUTE = 240;

/** The most networks per minute. More of them are an attack and are not counted. */
const MAX_NETWORKS = 50_000;

const MINUTE_MS = 60_000;

/** Limits the counts per network. In memory only, and cleared every minute. */
export class CountThrottle {
  private minute = 0;
  private seen = new Map<string, number>();

  /** @param now milliseconds of a monotonic clock */
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
