/**
 * The most rounds in a row that accept new connections before waiting work continues. New connections may
 * delay it, but not for good.
 */
const MOST_ROUNDS_FOR_NEWCOMERS = 8;

type Options = {
  /** Runs a callback in the next iteration of the event loop, after incoming data was read. */
  nextRound?: (callback: () => void) => void;
  /** Milliseconds. */
  now?: () => number;
};

type Waiting = { begin: () => void; since: number };

/**
 * Runs work that blocks the event loop for milliseconds one at a time, one per iteration. Otherwise several
 * database results that arrive together would be rendered in a row, and nothing new would be read in between.
 * A process accepts one connection per iteration (libuv since 1.45), so a new connection postpones the next
 * work by another, short iteration. In a crowd everyone is heard, and refused requests learn it quickly,
 * while pages are still rendered.
 */
export class EventLoopQueue {
  private readonly waiting: Waiting[] = [];
  private rounds = false;
  private newcomers = false;
  private roundsForNewcomers = 0;
  private readonly nextRound: NonNullable<Options["nextRound"]>;
  private readonly now: () => number;

  constructor({ nextRound = setImmediate, now = () => performance.now() }: Options = {}) {
    this.nextRound = nextRound;
    this.now = now;
  }

  /** Resolves when the work may start: immediately if the queue is idle, otherwise in order. */
  take(): Promise<void> {
    if (!this.rounds) {
      this.rounds = true;
      this.goRound();
      return Promise.resolve();
    }
    return new Promise((begin) => this.waiting.push({ begin, since: this.now() }));
  }

  /** A connection was accepted, so more may follow. */
  newcomer(): void {
    this.newcomers = true;
  }

  /** Milliseconds that the first task has waited; 0 when none waits. */
  longestWaitMs(): number {
    const [first] = this.waiting;
    return first ? this.now() - first.since : 0;
  }

  private goRound(): void {
    this.nextRound(() => this.afterRound());
  }

  private afterRound(): void {
    if (this.newcomers && this.roundsForNewcomers < MOST_ROUNDS_FOR_NEWCOMERS) {
      this.newcomers = false;
      this.roundsForNewcomers += 1;
      this.goRound();
      return;
    }
    this.newcomers = false;
    this.roundsForNewcomers = 0;
    const next = this.waiting.shift();
    this.rounds = next !== undefined;
    if (!next) return;
    this.goRound();
    next.begin();
  }
}

/** The queue of this process, which has one event loop. */
export const eventLoopQueue = new EventLoopQueue();
