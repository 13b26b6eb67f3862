import { onSidePool } from "db/orm.server";
import { noteTables, observeTables } from "db/tables-read.server";
import { config } from "./config.server";
import { type ContentReads, contentChanges } from "./page-cache/content-changes.server";

/** Milliseconds between two reads of an unchanged part, in case a notification was lost. */
const REFRESH_MS = 1_000;
/** How long a page waits for a shared panel, with a database of normal speed. */
const PANEL_WAIT_MS = 1_000;
/** A part that could not be read for this long is left out, because its prices are too old. */
const KEEP_MS = 5 * 60_000;

/** A slow database makes every page's panels late. */
export class LatePanelError extends Error {
  override name = "LatePanelError";
  override message = "The panel took too long to load";
}

/** `outdated` is the reason why the value is old or missing. */
export type LatestPanel<Value> =
  | { value: Value; outdated?: undefined }
  | { value?: Value; outdated: unknown };

/** How many milliseconds a page waits for a shared panel. */
export const panelWaitMs = () => PANEL_WAIT_MS * config().databasePatience;

type Options = {
  now?: () => number;
  limitMs?: number;
  /**
   * The page's main content, such as the lead of the front page. It uses the connections for content, and is
   * awaited without a limit if there is no good value.
   */
  isContent?: boolean;
};

const parts = new Set<SharedPanel<unknown>>();

/** Drops all values after the database was replaced. */
export function clearSharedPanels(): void {
  for (const part of parts) part.forget();
}

/**
 * A part of a page that is the same for everyone: the market strip, the notification bell, the
 * advertisements. All requests share one read, which is at most a second old and never older than the last
 * known change of its tables. Only one read runs at a time, on separate connections. While it is slow or
 * fails, the last good value is used, and nobody waits twice.
 */
export class SharedPanel<Value> {
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

  /** The current value, if its tables have not changed since it was read. */
  current(): { value: Value } | undefined {
    return this.kept && this.isCurrent() ? { value: this.kept.value } : undefined;
  }

  /**
   * Never rejects, and returns within the limit; main content without a good value has no limit. Reports its
   * tables to the surrounding observer.
   */
  async latest(): Promise<LatestPanel<Value>> {
    if (this.isContent) await this.latestContent();
    else if (this.failure) this.tryAgain(this.failure.at);
    else if (!this.isCurrent()) await waitAtMost(this.limitMs ?? panelWaitMs(), this.catchUp());
    else if (this.age() >= REFRESH_MS) void this.refresh();
    const { kept } = this;
    if (kept) noteTables(kept.reads.tables);
    if (kept && this.isCurrent()) return { value: kept.value };
    const outdated = this.failure?.error ?? new LatePanelError();
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

  /** Main content is read again every second and awaited; beyond the limit only if there is no good value. */
  private async latestContent(): Promise<void> {
    if (this.isCurrent() && !this.failure && this.age() < REFRESH_MS) return;
    if (!this.kept || this.age() >= KEEP_MS) await this.refresh();
    else await waitAtMost(this.limitMs ?? panelWaitMs(), this.refresh());
    if (!this.isCurrent() && !this.failure) await waitAtMost(this.limitMs ?? panelWaitMs(), this.catchUp());
  }

  /** Retries a failed read in the background, at most once a second. */
  private tryAgain(failedAt: number): void {
    if (this.now() - failedAt >= REFRESH_MS) void this.refresh();
  }

  /** Content may change while it is read; then it is read again. */
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
 * Main content, shared by all readers with the same access.
 * @param scopeOf a short name of what a reader may read; never of a person
 */
export class ContentByScope<Reader, Value> {
  private readonly parts = new Map<string, SharedPanel<Value>>();

  constructor(
    private readonly scopeOf: (reader: Reader) => string,
    private readonly read: (reader: Reader) => Promise<Value>,
  ) {}

  for(reader: Reader): SharedPanel<Value> {
    const scope = this.scopeOf(reader);
    const known = this.parts.get(scope);
    if (known) return known;
    const part = new SharedPanel(() => this.read(reader), { isContent: true });
    this.parts.set(scope, part);
    return part;
  }
}

/** Milliseconds per waiting slice. */
const SLICE_MS = 100;

/**
 * Waits for `work` up to a limit; the work continues. Time is counted in slices, and a late slice counts only
 * its planned length: a stalled process has not been waiting for the work.
 */
export async function waitAtMost<Value>(limitMs: number, work: Promise<Value>): Promise<Value | undefined> {
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
