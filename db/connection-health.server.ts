import type { EventEmitter } from "node:events";
import { isPoolerLoss } from "./pooler-loss";
import { isWriteRefused } from "./write-refused";

type QueryCallback = (error: Error | null | undefined, result: unknown) => void;

/** What is used here of a connection of the `pg` package, with the mark by which the pool knows a dead one. */
export interface RawConnection extends EventEmitter {
  /** A promise where no `answer` is given. */
  query(sent: unknown, answer?: QueryCallback): unknown;
  end(): Promise<void>;
  connection: { stream: { destroy(): void } };
  /** How long the driver waits for an answer; 0 for ever. */
  connectionParameters: { query_timeout: number };
  __knex__disposed?: unknown;
}

/** Ends a connection whose other side may be gone: no goodbye, nothing to wait for. */
export function destroyConnection(connection: RawConnection, reason: unknown): void {
  connection.__knex__disposed ??= reason;
  connection.connection.stream.destroy();
}

/** How an error begins that tells of a query without an answer: as the driver says it of its own. */
export const NO_ANSWER = "Query read timeout";

/**
 * A timer of a process that stood still runs before the answers that came meanwhile are read. They are given this long,
 * in milliseconds, before anybody is held to be silent.
 */
const UNREAD_GRACE_MS = 100;

/** Runs `giveUp` after `ms` and the grace. @returns what prevents it, for when the answer came */
function whenSilent(ms: number, giveUp: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(giveUp, UNREAD_GRACE_MS);
  }, ms);
  return () => clearTimeout(timer);
}

/** Ends when the answers that had come before it began are read, however long the process had stood still. */
export const readWhatCame = () => new Promise((resolve) => setTimeout(resolve, UNREAD_GRACE_MS));

/** What a pool knows of its connections. */
export type ConnectionHealth = {
  /** When one of them was opened or last got an answer that is no error, in milliseconds of `performance.now`. */
  lastAnswerAt(): number;
  /** The other side was silent to somebody else: no connection is handed out that was not heard of since. */
  distrust(): void;
  /** For the pool, which calls them. */
  hooks: {
    afterCreate(connection: RawConnection, done: (error: null, connection: RawConnection) => void): void;
    validate(connection: RawConnection): boolean;
  };
};

/**
 * Notices which connections of a pool still get answers: one whose query got none within the driver's time is destroyed,
 * and so is every other one that was not heard of since.
 * @param cleanError what an error becomes before anybody sees it
 * @param options `pooled`: a pooler stands between, see `PoolSettings`; `onlyReads`: the server is no primary, and need not be
 */
export function watchConnectionHealth(
  cleanError: (error: Error) => Error,
  { pooled, onlyReads = false }: { pooled: boolean; onlyReads?: boolean },
): ConnectionHealth {
  const lastResponseAt = new WeakMap<RawConnection, number>();
  const createdAt = new WeakMap<RawConnection, number>();
  /** Connections that are older lead to a server that is no longer the primary. */
  let serverChangedAt = 0;
  let lastAnswerAt = Number.NEGATIVE_INFINITY;
  let silentSince = 0;

  function heard(connection: RawConnection, error?: Error | null): void {
    lastResponseAt.set(connection, performance.now());
    if (!error) lastAnswerAt = performance.now();
    // The server's last word comes a moment before the end of the connection.
    else if (endsSession(error)) destroyConnection(connection, error);
    else if (!onlyReads && isWriteRefused(error)) leaveServer(connection, error);
  }

  /** The address may lead to another server by now, and the other connections to this one. */
  function leaveServer(connection: RawConnection, error: Error): void {
    serverChangedAt = performance.now();
    destroyConnection(connection, error);
  }

  function afterCreate(connection: RawConnection, done: (error: null, connection: RawConnection) => void) {
    const query = connection.query.bind(connection);
    const { query_timeout: timeout } = connection.connectionParameters;
    // The driver's own timer gives no grace.
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
    // knex hands over a callback, others that borrow a connection from its pool wait for a promise.
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
 * A statement that a session was to remember under a name, to be forgotten by it: behind a pooler the next one to say that
 * name is given another session, and somebody else has this one.
 */
function unnamed(statement: unknown): unknown {
  if (typeof statement !== "object" || statement === null || !("name" in statement)) return statement;
  const { name: _, ...rest } = statement;
  return rest;
}

/**
 * Shut down by an operator or a crash, or idle for too long: SQLSTATEs 57P01, 57P02, 57P05 and 25P03. Or the last word
 * of a pooler.
 */
function endsSession(error: Error & { code?: unknown }): boolean {
  return typeof error.code === "string" && (/^(57P0[125]|25P03)$/.test(error.code) || isPoolerLoss(error));
}
