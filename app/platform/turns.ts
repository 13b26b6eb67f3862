/** Rounds in which newcomers come before a turn, at most: they may delay those who wait, but not for good. */
const MOST_ROUNDS_FOR_NEWCOMERS = 8;

type Options = {
  /** Calls back in the next round of the event loop, after what arrived was read. */
  nextRound?: (callback: () => void) => void;
  /** Milliseconds. */
  now?: () => number;
};

type Waiting = { begin: () => void; since: number };

/**
 * Gives work that holds the event loop for milliseconds its turns: one in each round of the loop. Many questions that the
 * database answers at one time would be drawn one after the other else, and nothing new be read meanwhile.
 *
 * A process takes in one connection in each round (libuv since 1.45), so newcomers make the next turn wait for another
 * round, which is a short one: a crowd is heard, and whoever there is no room for is told so, while a few pages are drawn.
 */
export class Turns {
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

  /** Resolves when the work may begin: at once while nobody else works, else in the order of asking. */
  take(): Promise<void> {
    if (!this.rounds) {
      this.rounds = true;
      this.goRound();
      return Promise.resolve();
    }
    return new Promise((begin) => this.waiting.push({ begin, since: this.now() }));
  }

  /** Somebody new was taken in, so there may be more of them. */
  newcomer(): void {
    this.newcomers = true;
  }

  /** Milliseconds that the first in line has waited; 0 where nobody does. */
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

/** Those of this process: it has one event loop. */
export const loopTurns = new Turns();
