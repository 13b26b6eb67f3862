/** A quote as `/api/markets` answers it. */
export type FeedQuote = { id: string; text: string };

/** The quotes that some listeners want. Listeners with the same object share their events. */
export type Chosen = ReadonlySet<string>;

/** A change of some quotes, written once for all listeners. */
type Change = { seq: number; ids: ReadonlySet<string>; event: Buffer };

/** Changes kept for listeners who come back. */
const KEPT_CHANGES = 256;
const KEPT_BYTES = 4 * 1024 * 1024;

/** Bytes of events that are kept for several listeners, at most until the next change. */
const SHARED_BYTES = 8 * 1024 * 1024;
/** What an entry costs besides its event: each of its IDs, and itself. */
const ENTRY_BYTES = 100;

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
    this.forgetShared();
    const ids = new Set([...changed.map(({ id }) => id), ...deleted]);
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
  private changeEvent(ids: Iterable<string>): Buffer {
    const deleted = JSON.stringify([...ids].filter((id) => !this.quotes.has(id)));
    return eventBuffer(this.place(), "change", `{"quotes":[${this.textsOf(ids)}],"deleted":${deleted}}`);
  }

  private place = (): string => `${this.epoch}-${this.seq}`;

  private textsOf = (ids: Iterable<string>): string =>
    [...ids].flatMap((id) => this.quotes.get(id) ?? []).join();

  /** All quotes, or the chosen ones. */
  snapshot(chosen?: Chosen): Buffer {
    const write = () => {
      const texts = this.textsOf(chosen ?? this.quotes.keys());
      return eventBuffer(this.place(), "snapshot", `{"quotes":[${texts}]}`);
    };
    return this.sharedEvent(undefined, chosen, write) as Buffer;
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
  after(seq: number | undefined, chosen?: Chosen): Buffer | undefined {
    if (seq === this.seq) return undefined;
    const oldest = this.changes[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (seq === undefined || seq + 1 < oldest) return this.snapshot(chosen);
    const missed = this.changes.slice(seq + 1 - oldest);
    const [only] = missed;
    if (missed.length === 1 && only && !chosen) return only.event;
    return this.sharedEvent(seq, chosen, () => {
      const ids = chosen
        ? [...chosen].filter((id) => missed.some((change) => change.ids.has(id)))
        : [...new Set(missed.flatMap((change) => [...change.ids]))];
      return ids.length > 0 ? this.changeEvent(ids) : undefined;
    });
  }

  private readonly shared = new Map<Chosen | undefined, Map<number | undefined, Buffer | undefined>>();
  private sharedBytes = 0;

  /** Listeners who lack the same get one buffer. */
  private sharedEvent(
    seq: number | undefined,
    chosen: Chosen | undefined,
    write: () => Buffer | undefined,
  ): Buffer | undefined {
    const known = this.shared.get(chosen);
    if (known?.has(seq)) return known.get(seq);
    const event = write();
    const bytes = (event?.length ?? 0) + ENTRY_BYTES * (1 + (chosen?.size ?? 0));
    if (this.sharedBytes + bytes > SHARED_BYTES) this.forgetShared();
    this.sharedBytes += bytes;
    const events = this.shared.get(chosen) ?? new Map<number | undefined, Buffer | undefined>();
    this.shared.set(chosen, events.set(seq, event));
    return event;
  }

  private forgetShared(): void {
    this.shared.clear();
    this.sharedBytes = 0;
  }
}
