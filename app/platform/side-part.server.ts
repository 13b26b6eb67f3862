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

type Options = { now?: () => number; limitMs?: number };

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

  constructor(
    private readonly read: () => Promise<Value>,
    { now = Date.now, limitMs }: Options = {},
  ) {
    this.now = now;
    this.limitMs = limitMs;
    parts.add(this);
  }

  /** The newest value where it is at hand: nothing of it changed since it was read. */
  current(): { value: Value } | undefined {
    return this.kept && this.isCurrent() ? { value: this.kept.value } : undefined;
  }

  /**
   * Never rejects, and takes no longer than the limit. Whoever observes which tables are read is told of those of the part.
   */
  async latest(): Promise<LatestPart<Value>> {
    if (this.failure) this.tryAgain(this.failure.at);
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
      const value = await observeTables(reads.add, () => onSidePool(this.read));
      this.kept = { value, reads, readAt: this.now() };
      this.failure = undefined;
    } catch (error) {
      this.failure = { error, at: this.now() };
    }
  }
}

/** Waits for `work`, but no longer than the limit; the work goes on. */
export async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limitMs, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
