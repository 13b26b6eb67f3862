import { noteTables, observeTables } from "db/tables-read.server";
import { type ContentReads, contentChanges } from "./content-changes.server";

type CachedResult<Answer> = { answer: Answer; reads: ContentReads; readAt: number };

/** Milliseconds after which a result is read again, in case a notification was lost. */
const MAX_AGE_MS = 60_000;

/**
 * Results that are the same for everyone, cached until their content changes, like pages. Nothing is cached
 * while this instance receives no notifications. The least recently used results are evicted first.
 */
export class CachedResults<Answer> {
  private readonly kept = new Map<string, CachedResult<Answer>>();

  constructor(
    private readonly most: number,
    private readonly changes = contentChanges(),
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.kept.size;
  }

  /**
   * The cached result, or the result of `read`. Reports its tables to the surrounding observer.
   * @param isKept whether a result may be cached
   */
  async get(
    key: string,
    read: () => Promise<Answer>,
    isKept: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> {
    const known = this.current(key);
    if (known) {
      noteTables(known.reads.tables);
      return known.answer;
    }
    const reads = this.changes.beginReads();
    const readAt = this.now();
    const answer = await observeTables(reads.add, read);
    noteTables(reads.tables);
    if (isKept(answer)) this.keep(key, answer, reads, readAt);
    return answer;
  }

  /** The cached result, if there is one. */
  known(key: string): Answer | undefined {
    return this.current(key)?.answer;
  }

  private current(key: string): CachedResult<Answer> | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    if (this.now() - found.readAt >= MAX_AGE_MS || !found.reads.areCurrent()) return undefined;
    this.kept.set(key, found);
    return found;
  }

  /** @param reads the tables that the result was read from */
  keep(key: string, answer: Answer, reads: ContentReads, readAt = this.now()): void {
    if (!this.changes.receivesNotifications || !reads.areCurrent()) return;
    this.kept.set(key, { answer, reads, readAt });
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
  }
}
