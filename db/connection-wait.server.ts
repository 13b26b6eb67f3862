import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseTimeouts } from "./connection.server";
import { type ConnectionHealth, readWhatCame } from "./connection-health.server";

/** The beginning of the error for a pool without a free connection. */
export const NO_CONNECTION = "No connection to the database";

/** How long a request has waited for connections, in milliseconds. Concurrent waits count once. */
class WaitingTime {
  /**
   * The answer has begun, so nobody waits for its start. A file of a million rows needs a connection a
   * thousand times.
   */
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
 * All statements in `run` share one limit for waiting for a connection (`busy`). Under load, a request with
 * many statements then fails as early as one with a single statement.
 */
export const shareWaiting = <Result>(run: () => Result): Result => shared.run(new WaitingTime(), run);

/** The answer begins: from here on each statement has the full limit again. */
export function endSharedWaiting(): void {
  const time = shared.getStore();
  if (time) time.answering = true;
}

/** The parts of the query builder's client that manage connections. */
type PoolClient = {
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): unknown;
  pool: {
    on(event: "createFail", listener: (id: number, error: Error) => void): void;
    on(event: "createSuccess", listener: () => void): void;
  };
};

/** If a timer is late by more milliseconds, this process has stalled. */
const STALL_MS = 500;

/**
 * Waits up to `acquire` for a connection of a pool. It waits again, up to `busy`, if other connections got
 * answers or this process stalled. Otherwise, on a slow machine, the last request in line would report that
 * the database is away. The error gives the reason. The pool alone assumes that all connections are in use,
 * even if nothing listens at the address.
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
    const startedAt = performance.now();
    try {
      return await acquire();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const stoodStill = performance.now() - startedAt > timeouts.acquire + STALL_MS;
      await readWhatCame();
      const worthWaiting = stoodStill || health.lastAnswerAt() > startedAt;
      if (!isPoolTimeout(error) || !worthWaiting || startedAt >= deadline) throw explain(error);
      return acquireUntil(deadline);
    }
  };
  client.acquireConnection = () => {
    const time = shared.getStore();
    if (!time || time.answering) return acquireUntil(performance.now() + timeouts.busy);
    const left = Math.max(0, Math.max(timeouts.busy, timeouts.acquire) - time.spent);
    return time.during(() => orGiveUp(acquireUntil(performance.now() + left), left));
  };
  /** If the wait is over, a connection that arrives later goes back to the pool. */
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

/** Waits `ms`, then until answers that arrived in that time are read. */
function after(ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(async () => {
    await readWhatCame();
  });
  return { elapsed, cancel: () => clearTimeout(timer) };
}

/** The name of the pool's error if no connection was free in time. */
const POOL_TIMEOUT = "KnexTimeoutError";

const isPoolTimeout = ({ name }: Error) => name === POOL_TIMEOUT;
