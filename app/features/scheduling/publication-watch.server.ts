import { isDatabaseUnavailable } from "db/orm.server";
import { log } from "~/platform/log.server";
import { isScheduledTable, nextMinutes, type ScheduledTable } from "./publication.queries.server";

/** The interval of checks in case a notice was missed, in milliseconds. */
const LOOK_AGAIN_MS = 10 * 60_000;

/** Waits until the database's clock has certainly passed the minute, in milliseconds. */
const PAST_MS = 2;

/** @property come called with the tables whose visible rows have changed */
type Options = { come: (tables: readonly ScheduledTable[]) => void; next?: typeof nextMinutes };

/** Watches for the next publishing time, so that no page is cached longer. Each process has its own watch, because jobs may run in another process and later.
 */
export class PublicationWatch {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(private readonly options: Options) {}

  /** @param table that changed; its next publishing time may differ */
  readonly hear = (table: string): void => {
    if (isScheduledTable(table)) void this.look();
  };

  /** Finds the next publishing time. If requested while it runs, it runs once more. Never rejects. */
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

  private wake(come: readonly ScheduledTable[]): void {
    if (come.length > 0) this.options.come(come);
    void this.look();
  }
}
