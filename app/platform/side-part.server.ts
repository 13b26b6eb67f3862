import { onSidePool } from "db/orm.server";
import { noteTables, observeTables } from "db/tables-read.server";
import { config } from "./config.server";
import { type ContentReads, contentChanges } from "./page-cache/content-changes.server";

/** Milliseconds between two readings of what did not change, should a change have gone unheard. */
const REFRESH_MS = 1_000;
/** How long a page waits for what stands beside its content, unless a slow database was announced. */
const SIDE_LIMIT_MS = 1_000;
/** A part that could not be read for so long is left out: its prices would tell of another hour. */
const KEEP_MS = 5 * 60_000;

/** `outdated` tells why the value is not the newest, or why there is none. */
export type LatestPart<Value> = { value: Value; outdated?: undefined } | { value?: Value; outdated: unknown };

/** How many milliseconds a page waits for what stands beside its content. */
export const sideLimitMs = () => SIDE_LIMIT_MS * config().databasePatience;

type Options = {
  now?: () => number;
  limitMs?: number;
  /**
   * It is what a page is for, such as the lead of the front page: read on the connections of content, and waited for as
   * long as no good value is at hand.
   */
  isContent?: boolean;
};

const parts = new Set<SidePart<unknown>>();

/** Lets go of what was read from a database that is left. */
export function forgetSideParts(): void {
  for (const part of parts) part.forget();
}

/**
 * Something beside a page's content that is the same for everybody: the market strip, the bell, the advertisements. All
 * requests share one reading, which is at most a second old, and never older than the last change of what it is made of that
 * this instance knows of. One reading is under way at a time, on connections of its own. While it is late or broken the last
 * good value stands in, and nobody waits for it a second time.
 */
export class SidePart<Value> {
  private kept: { value: Value; reads: ContentReads; readAt: number } | undefined;
  private running: Promise<void> | undefined;
  private failure: { error: unknown; at: number } | undefined;
  private readonly now: () => number;
  private readonly limitMs: number | undefined;
  private readonly isContent: boolean;

  constructor(
    private readonly read: () => Promise<Value>,
    { now = Date.now, limitMs, isContent = false }: Options = {},
  ) {
    this.now = now;
    this.limitMs = limitMs;
    this.isContent = isContent;
    parts.add(this);
  }

  /** The newest value where it is at hand: nothing of it changed since it was read. */
  current(): { value: Value } | undefined {
    return this.kept && this.isCurrent() ? { value: this.kept.value } : undefined;
  }

  /**
   * Never rejects, and takes no longer than the limit; content without a good value takes as long as it takes. Whoever
   * observes which tables are read is told of those of the part.
   */
  async latest(): Promise<LatestPart<Value>> {
    if (this.isContent) await this.latestContent();
    else if (this.failure) this.tryAgain(this.failure.at);
    else if (!this.isCurrent()) await within(this.limitMs ?? sideLimitMs(), this.catchUp());
    else if (this.age() >= REFRESH_MS) void this.refresh();
    const { kept } = this;
    if (kept) noteTables(kept.reads.tables);
    if (kept && this.isCurrent()) return { value: kept.value };
    const outdated = this.failure?.error ?? new Error("It was not read in time");
    return { value: kept && this.age() < KEEP_MS ? kept.value : undefined, outdated };
  }

  forget(): void {
    this.kept = undefined;
    this.failure = undefined;
  }

  private age(): number {
    return this.now() - (this.kept?.readAt ?? Number.NEGATIVE_INFINITY);
  }

  private isCurrent(): boolean {
    return this.kept?.reads.areCurrent() === true && this.age() < KEEP_MS;
  }

  /** Content of another second is read anew and waited for; beyond the limit only where there is no good value to show. */
  private async latestContent(): Promise<void> {
    if (this.isCurrent() && !this.failure && this.age() < REFRESH_MS) return;
    if (!this.kept || this.age() >= KEEP_MS) await this.refresh();
    else await within(this.limitMs ?? sideLimitMs(), this.refresh());
    if (!this.isCurrent() && !this.failure) await within(this.limitMs ?? sideLimitMs(), this.catchUp());
  }

  /** A reading that failed is made again behind everybody's back, once a second at most. */
  private tryAgain(failedAt: number): void {
    if (this.now() - failedAt >= REFRESH_MS) void this.refresh();
  }

  /** Content may change while it is read; then it is read once more. */
  private async catchUp(): Promise<void> {
    do await this.refresh();
    while (!this.isCurrent() && !this.failure);
  }

  private refresh(): Promise<void> {
    this.running ??= this.readOnce().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async readOnce(): Promise<void> {
    const reads = contentChanges().beginReads();
    try {
      const value = await observeTables(reads.add, () =>
        this.isContent ? this.read() : onSidePool(this.read),
      );
      this.kept = { value, reads, readAt: this.now() };
      this.failure = undefined;
    } catch (error) {
      this.failure = { error, at: this.now() };
    }
  }
}

/**
 * What a page is for, once for all who may read the same of it. @param scopeOf names what somebody may read: a few words of
 * few, never a person
 */
export class ContentByScope<Reader, Value> {
  private readonly parts = new Map<string, SidePart<Value>>();

  constructor(
    private readonly scopeOf: (reader: Reader) => string,
    private readonly read: (reader: Reader) => Promise<Value>,
  ) {}

  for(reader: Reader): SidePart<Value> {
    const scope = this.scopeOf(reader);
    const known = this.parts.get(scope);
    if (known) return known;
    const part = new SidePart(() => this.read(reader), { isContent: true });
    this.parts.set(scope, part);
    return part;
  }
}

/** Milliseconds that are waited at a time. */
const SLICE_MS = 100;

/**
 * Waits for `work`, but no longer than the limit; the work goes on. The time is counted in slices, none of which counts for more than it
 * was to take: a process that stood still, or waited for a processor, has not been kept waiting.
 */
export async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    const wait = (left: number) => {
      const slice = Math.min(left, SLICE_MS);
      timer = setTimeout(() => (left > slice ? wait(left - slice) : resolve(undefined)), slice);
    };
    wait(limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
