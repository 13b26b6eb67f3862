import type { EventEmitter } from "node:events";
import { isPoolerLoss } from "./pooler-loss";
import { isWriteRefused } from "./write-refused";

type QueryCallback = (error: Error | null | undefined, result: unknown) => void;

/**
 * The parts of a `pg` connection that this file uses. `__knex__disposed` marks a dead connection for the
 * pool.
 */
export interface RawConnection extends EventEmitter {
  /** Returns a promise if there is no `answer`. */
  query(sent: unknown, answer?: QueryCallback): unknown;
  end(): Promise<void>;
  connection: { stream: { destroy(): void } };
  /** How long the driver waits for an answer. 0 for no limit. */
  connectionParameters: { query_timeout: number };
  __knex__disposed?: unknown;
}

/** Closes a connection whose other side may be gone, without a goodbye and without waiting. */
export function destroyConnection(connection: RawConnection, reason: unknown): void {
  connection.__knex__disposed ??= reason;
  connection.connection.stream.destroy();
}

/** The beginning of the error for a query without an answer, in the driver's own words. */
export const NO_ANSWER = "Query read timeout";

/**
 * Milliseconds for reading answers that have already arrived. After a stall of the process, timers run before
 * such answers are read.
 */
const UNREAD_GRACE_MS = 100;

/** Runs `giveUp` after `ms` and the grace. @returns a function that cancels it, for when the answer came */
function whenSilent(ms: number, giveUp: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(giveUp, UNREAD_GRACE_MS);
  }, ms);
  return () => clearTimeout(timer);
}

/** Waits until earlier answers are read, however long the process had stalled. */
export const readWhatCame = () => new Promise((resolve) => setTimeout(resolve, UNREAD_GRACE_MS));

/** The health of a pool's connections. */
export type ConnectionHealth = {
  /**
   * When one of them was opened or last got an answer without an error, in milliseconds of `performance.now`.
   */
  lastAnswerAt(): number;
  /** The other side was silent elsewhere. Only connections that get an answer after this are used again. */
  distrust(): void;
  /** The pool calls them. */
  hooks: {
    afterCreate(connection: RawConnection, done: (error: null, connection: RawConnection) => void): void;
    validate(connection: RawConnection): boolean;
  };
};

/**
 * Notices which connections of a pool still get answers. If a query gets none within the driver's limit, its
 * connection is destroyed. So is every other one without an answer since then.
 * @param cleanError removes row values from an error before anything else sees it
 * @param options `pooled`: a pooler is in between, see `PoolSettings`; `onlyReads`: the server need not be a
 * primary
 */
export function watchConnectionHealth(
  cleanError: (error: Error) => Error,
  { pooled, onlyReads = false }: { pooled: boolean; onlyReads?: boolean },
): ConnectionHealth {
  const lastResponseAt = new WeakMap<RawConnection, number>();
  const createdAt = new WeakMap<RawConnection, number>();
  /** Older connections lead to a server that is no longer the primary. */
  let serverChangedAt = 0;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  let silentSince = 0;

  function heard(connection: RawConnection, error?: Error | null): void {
    lastResponseAt.set(connection, performance.now());
    if (!error) lastAnswerAt = performance.now();
    // The server's last message arrives a moment before the connection ends.
    else if (endsSession(error)) destroyConnection(connection, error);
    else if (!onlyReads && isWriteRefused(error)) leaveServer(connection, error);
  }

  /** The address may now lead to another server, and the other connections still to the old one. */
  function leaveServer(connection: RawConnection, error: Error): void {
    serverChangedAt = performance.now();
    destroyConnection(connection, error);
  }

  function afterCreate(connection: RawConnection, done: (error: null, connection: RawConnection) => void) {
    const query = connection.query.bind(connection);
    const { query_timeout: timeout } = connection.connectionParameters;
    // The driver's own timer has no grace.
    connection.connectionParameters.query_timeout = 0;
    heard(connection);
    createdAt.set(connection, performance.now());
    const runQuery = (statement: unknown, callback: QueryCallback) => {
      const sentAt = performance.now();
      let givenUp = false;
      const answered = whenSilent(timeout, () => {
        givenUp = true;
        silentSince = Math.max(silentSince, sentAt);
        const error = new Error(NO_ANSWER);
        destroyConnection(connection, error);
        callback(cleanError(error), undefined);
      });
      return query(pooled ? unnamed(statement) : statement, (error, result) => {
        if (givenUp) return;
        answered();
        heard(connection, error);
        callback(error && cleanError(error), result);
      });
    };
    // knex passes a callback. Other users of a pool's connections wait for a promise.
    connection.query = (statement: unknown, callback?: QueryCallback) =>
      callback
        ? runQuery(statement, callback)
        : new Promise((resolve, reject) => {
            runQuery(statement, (error, result) => (error ? reject(error) : resolve(result)));
          });
    done(null, connection);
  }

  function validate(connection: RawConnection): boolean {
    const isOfThisServer = (createdAt.get(connection) ?? 0) >= serverChangedAt;
    if (isOfThisServer && (lastResponseAt.get(connection) ?? 0) >= silentSince) return true;
    destroyConnection(
      connection,
      new Error("not heard of since another connection fell silent, or older than the change of the server"),
    );
    return false;
  }

  const distrust = () => {
    silentSince = performance.now();
  };
  return { lastAnswerAt: () => lastAnswerAt, distrust, hooks: { afterCreate, validate } };
}

/**
 * Removes the name of a prepared statement. Behind a pooler, the next statement of that name may run in
 * another session.
 */
function unnamed(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null || !("name" in statement)) return statement;
  const { name: _, ...rest } = statement;
  return rest;
}

/**
 * An operator or a crash shut the server down, or the session was idle for too long: SQLSTATEs 57P01, 57P02,
 * 57P05 and 25P03. Or a pooler ended the session.
 */
function endsSession(error: Error & { code?: unknown }): boolean {
  return typeof error.code === "string" && (/^(57P0[125]|25P03)$/.test(error.code) || isPoolerLoss(error));
}
