/** A quote as `/api/markets` answers it. */
export type FeedQuote = { id: string; text: string };

/** A change of some quotes, written once for all listeners. */
type Change = { seq: number; ids: readonly string[]; event: Buffer };

/** Changes kept for listeners who come back. */
const KEPT_CHANGES = 256;
const KEPT_BYTES = 4 * 1024 * 1024;

/** One event in the format of server-sent events. */
export const eventBuffer = (id: string, name: string, data: string): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${name}\ndata: ${data}\n\n`);

/**
 * The quotes as they are now, and their latest changes, numbered. A place in the feed is `<epoch>-<number>`: it
 * means nothing to another process.
 */
export class QuoteFeed {
  /** The number of the latest change. */
  seq = 0;
  private readonly quotes = new Map<string, string>();
  private readonly changes: Change[] = [];
  private keptBytes = 0;
  private whole: { seq: number; event: Buffer } | undefined;

  /** @param epoch unique for this feed */
  constructor(private readonly epoch: string) {}

  /** Takes over the current quotes. @returns whether any has changed */
  update(current: readonly FeedQuote[]): boolean {
    const known = new Set(current.map(({ id }) => id));
    const changed = current.filter(({ id, text }) => this.quotes.get(id) !== text);
    const deleted = [...this.quotes.keys()].filter((id) => !known.has(id));
    if (changed.length === 0 && deleted.length === 0) return false;
    for (const { id, text } of changed) this.quotes.set(id, text);
    for (const id of deleted) this.quotes.delete(id);
    this.seq += 1;
    const ids = [...changed.map(({ id }) => id), ...deleted];
    this.keep({ seq: this.seq, ids, event: this.changeEvent(ids) });
    return true;
  }

  private keep(change: Change): void {
    this.changes.push(change);
    this.keptBytes += change.event.length;
    while (this.changes.length > KEPT_CHANGES || (this.keptBytes > KEPT_BYTES && this.changes.length > 1))
      this.keptBytes -= this.changes.shift()?.event.length ?? 0;
  }

  /** The quotes of these ids as they are now, or that they are deleted. */
  private changeEvent(ids: readonly string[]): Buffer {
    const texts = ids.flatMap((id) => this.quotes.get(id) ?? []);
    const deleted = JSON.stringify(ids.filter((id) => !this.quotes.has(id)));
    return eventBuffer(this.place(), "change", `{"quotes":[${texts.join(",")}],"deleted":${deleted}}`);
  }

  private place = (): string => `${this.epoch}-${this.seq}`;

  /** All quotes. */
  snapshot(): Buffer {
    if (this.whole?.seq !== this.seq) {
      const data = `{"quotes":[${[...this.quotes.values()].join(",")}]}`;
      this.whole = { seq: this.seq, event: eventBuffer(this.place(), "snapshot", data) };
    }
    return this.whole.event;
  }

  /** The number in a place of this feed; undefined for any other text. */
  readPlace(place: string | undefined): number | undefined {
    const [epoch, seq = "", ...more] = place?.split("-") ?? [];
    const isPlace = epoch === this.epoch && /^\d{1,15}$/.test(seq) && more.length === 0;
    return isPlace && Number(seq) <= this.seq ? Number(seq) : undefined;
  }

  /**
   * What a listener lacks: nothing, the one change after its place, each quote that changed several times in its
   * newest state, or all quotes.
   */
  after(seq: number | undefined): Buffer | undefined {
    if (seq === this.seq) return undefined;
    const oldest = this.changes[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (seq === undefined || seq + 1 < oldest) return this.snapshot();
    const missed = this.changes.slice(seq + 1 - oldest);
    const [only] = missed;
    if (missed.length === 1 && only) return only.event;
    return this.coalesced(seq, missed);
  }

  private readonly shared = new Map<number, Buffer>();
  private sharedAt = 0;

  /** Listeners who fell behind together get one buffer. */
  private coalesced(seq: number, missed: readonly Change[]): Buffer {
    if (this.sharedAt !== this.seq) this.shared.clear();
    this.sharedAt = this.seq;
    const known = this.shared.get(seq);
    if (known) return known;
    const event = this.changeEvent([...new Set(missed.flatMap(({ ids }) => ids))]);
    this.shared.set(seq, event);
    return event;
  }
}
