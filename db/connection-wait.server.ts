import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseTimeouts } from "./connection.server";
import { type ConnectionHealth, readWhatCame } from "./connection-health.server";

/** How an error begins that tells of a pool without a free connection. */
export const NO_CONNECTION = "No connection to the database";

/** How long somebody has waited for connections, in milliseconds; while several are waited for the time counts once. */
class WaitingTime {
  /** Nobody waits for an answer that has begun: a file of a million rows asks for a connection a thousand times. */
  answering = false;
  private waited = 0;
  private waiting = 0;
  private since = 0;

  get spent(): number {
    return this.waiting > 0 ? this.waited + performance.now() - this.since : this.waited;
  }

  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.waiting === 0) this.since = performance.now();
    this.waiting += 1;
    try {
      return await wait();
    } finally {
      if (this.waiting === 1) this.waited = this.spent;
      this.waiting -= 1;
    }
  }
}

const shared = new AsyncLocalStorage<WaitingTime>();

/**
 * Has all statements of `run` share the time that one may wait for a connection (`busy`): a request of many statements is
 * told as soon as one of a single statement that too much is asked of the database.
 */
export const shareWaiting = <Result>(run: () => Result): Result => shared.run(new WaitingTime(), run);

/** The answer begins: what is read from now on has, statement by statement, the time of each. */
export function endSharedWaiting(): void {
  const time = shared.getStore();
  if (time) time.answering = true;
}

/** The parts of the query builder's client that decide about connections. */
type PoolClient = {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): unknown;
  pool: {
    on(event: "createFail", listener: (id: number, error: Error) => void): void;
    on(event: "createSuccess", listener: () => void): void;
  };
};

/** Milliseconds by which a timer is late only where this process stood still. */
const STALL_MS = 500;

/**
 * Waits for a connection of a pool: for `acquire`, and again where others of it got answers meanwhile or this process
 * stood still, up to `busy`. On a slow machine whoever came last would otherwise be told that the database is away.
 * An error then says why there was none. By itself the pool guesses that all are in use, even where nobody listens at the
 * address.
 */
export function waitForConnections(
  client: PoolClient,
  timeouts: DatabaseTimeouts,
  health: ConnectionHealth,
): void {
  let connectError: Error | undefined;
  client.pool.on("createFail", (_id, error) => {
    connectError = error;
  });
  client.pool.on("createSuccess", () => {
    connectError = undefined;
  });
  const acquire = client.acquireConnection.bind(client);
  const explain = (error: Error) => {
    const fallbackReason = isPoolTimeout(error) ? "all connections are in use" : error.message;
    const reason = connectError ? connectError.message || String(connectError) : fallbackReason;
    return new Error(`${NO_CONNECTION}: ${reason}`, { cause: error });
  };
  const acquireUntil = async (deadline: number): Promise<unknown> => {
    const askedAt = performance.now();
    try {
      return await acquire();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const stoodStill = performance.now() - askedAt > timeouts.acquire + STALL_MS;
      await readWhatCame();
      const worthWaiting = stoodStill || health.lastAnswerAt() > askedAt;
      if (!isPoolTimeout(error) || !worthWaiting || askedAt >= deadline) throw explain(error);
      return acquireUntil(deadline);
    }
  };
  client.acquireConnection = () => {
    const time = shared.getStore();
    if (!time || time.answering) return acquireUntil(performance.now() + timeouts.busy);
    const left = Math.max(0, Math.max(timeouts.busy, timeouts.acquire) - time.spent);
    return time.during(() => orGiveUp(acquireUntil(performance.now() + left), left));
  };
  /** Whoever gives up leaves the connection that comes later to others. */
  const orGiveUp = async (acquired: Promise<unknown>, ms: number): Promise<unknown> => {
    const over = after(ms);
    const given = acquired.then((connection) => ({ connection }));
    const first = await Promise.race([given, over.elapsed]);
    over.cancel();
    if (first) return first.connection;
    given.then(({ connection }) => client.releaseConnection(connection)).catch(() => undefined);
    throw explain(Object.assign(new Error("The time to wait is used up"), { name: POOL_TIMEOUT }));
  };
}

/** The time that passes until what came in it is read. */
function after(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(async () => {
    await readWhatCame();
  });
  return { elapsed, cancel: () => clearTimeout(timer) };
}

/** What the pool calls its error when nothing was free in time. */
const POOL_TIMEOUT = "KnexTimeoutError";

const isPoolTimeout = ({ name }: Error) => name === POOL_TIMEOUT;
