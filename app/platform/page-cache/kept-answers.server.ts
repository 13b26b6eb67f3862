import { noteTables, observeTables } from "db/tables-read.server";
import { type ContentReads, contentChanges } from "./content-changes.server";

type Kept<Answer> = { answer: Answer; reads: ContentReads; readAt: number };

/** Should a change have gone unheard, an answer is read again after this. Milliseconds. */
const MAX_AGE_MS = 60_000;

/**
 * Answers that are the same for everybody, in memory until the content that they were read from changes, in the same way as finished
 * pages. While this instance cannot hear of changes it keeps none. The least recently used answers leave first.
 */
export class KeptAnswers<Answer> {
  private readonly kept = new Map<string, Kept<Answer>>();

  constructor(
    private readonly most: number,
    private readonly changes = contentChanges(),
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.kept.size;
  }

  /**
   * The answer in memory, or what `read` finds. Whoever observes which tables are read is told of those of the answer.
   * @param isKept whether a found answer may stay in memory
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

  /** The answer in memory. */
  known(key: string): Answer | undefined {
    return this.current(key)?.answer;
  }

  private current(key: string): Kept<Answer> | undefined {
    const found = this.kept.get(key);
    if (!found) return undefined;
    this.kept.delete(key);
    if (this.now() - found.readAt >= MAX_AGE_MS || !found.reads.areCurrent()) return undefined;
    this.kept.set(key, found);
    return found;
  }

  /** @param reads what the answer was made of */
  keep(key: string, answer: Answer, reads: ContentReads, readAt = this.now()): void {
    if (!this.changes.areHeard || !reads.areCurrent()) return;
    this.kept.set(key, { answer, reads, readAt });
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
  }
}
