import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "~/platform/log.server";
import { isPlannedTable, nextMinutes, type PlannedTable } from "./publication.queries.server";

/** Looked at again after this, should a notice have been missed. Milliseconds. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** The database's clock has passed the minute for certain. Milliseconds. */
const PAST_MS = 2;

/** @property come what is told which tables have readers' rows now that they had not before */
type Options = { come: (tables: readonly PlannedTable[]) => void; next?: typeof nextMinutes };

/**
 * Watches for the next minute at which records come out, so that no page is kept longer. Each process has its own: none waits for a
 * job, which another one does when it can.
 */
export class PublicationWatch {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(private readonly options: Options) {}

  /** @param table that changed; it may have another next minute */
  readonly hear = (table: string): void => {
    if (isPlannedTable(table)) void this.look();
  };

  /** Looks which minute is the next. Asked for while it looks, it looks once more. Never rejects. */
  look(): Promise<void> {
    if (this.looking) {
      this.again = true;
      return this.looking;
    }
    this.looking = this.lookOnce().finally(() => {
      this.looking = undefined;
      if (this.again && !this.stopped) {
        this.again = false;
        void this.look();
      }
    });
    return this.looking;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private async lookOnce(): Promise<void> {
    const minutes = await (this.options.next ?? nextMinutes)().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log().warn({ err: error }, "next publications not read");
      return [];
    });
    if (this.stopped) return;
    clearTimeout(this.timer);
    const wait = Math.min(LOOK_AGAIN_MS, ...minutes.map((each) => each.wait + PAST_MS));
    const come = minutes.filter((each) => each.wait + PAST_MS <= wait).map(({ name }) => name);
    this.timer = setTimeout(() => this.wake(come), wait);
    this.timer.unref();
  }

  private wake(come: readonly PlannedTable[]): void {
    if (come.length > 0) this.options.come(come);
    void this.look();
  }
}
