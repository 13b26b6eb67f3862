import type { EventEmitter } from "node:events";
import type { Options } from "@mikro-orm/postgresql";

/** How long, in milliseconds, the application waits for its database. */
export type DatabaseTimeouts = {
  /** for a free connection of the pool */
  acquire: number;
  /** for a new connection */
  connect: number;
  /** for the answer to one query */
  query: number;
};

export const DEFAULT_TIMEOUTS: DatabaseTimeouts = { acquire: 2_000, connect: 2_000, query: 5_000 };

// The server cancels a slow query itself, a little before the client gives it up: then the connection stays
// good, and a client's time-out means that nobody is there any more.
const SERVER_TIMEOUT_RATIO = 0.9;

/** How an error begins that tells of a pool without a free connection. */
export const NO_CONNECTION = "No connection to the database";

const READ_TIMEOUT = "Query read timeout";

type QueryCallback = (error: Error | null | undefined, result: unknown) => void;

/** What is used here of a connection of the `pg` package, with the mark by which the pool knows a dead one. */
export interface RawConnection extends EventEmitter {
  /** A promise where no `answer` is given. */
  query(sent: unknown, answer?: QueryCallback): unknown;
  end(): Promise<void>;
  connection: { stream: { destroy(): void } };
  __knex__disposed?: unknown;
}

/** Ends a connection whose other side may be gone: no goodbye, nothing to wait for. */
export function destroyConnection(connection: RawConnection, reason: unknown): void {
  connection.__knex__disposed ??= reason;
  connection.connection.stream.destroy();
}

/**
 * The connection settings of a pool that cannot hang: everything is bounded by `timeouts`, a connection whose
 * query got no answer is destroyed, and so is every other one that was not heard of since.
 */
export function poolOptions(url: string, max: number, timeouts: DatabaseTimeouts): Partial<Options> {
  const hooks = connectionHealthHooks();
  return {
    clientUrl: url,
    driverOptions: {
      connection: {
        connectionString: url,
        application_name: "openbell",
        keepAlive: true,
        connectionTimeoutMillis: timeouts.connect,
        query_timeout: timeouts.query,
        statement_timeout: Math.floor(timeouts.query * SERVER_TIMEOUT_RATIO),
        idle_in_transaction_session_timeout: 15_000,
        options: "-c TimeZone=UTC",
      },
      pool: {
        min: 0,
        max,
        acquireTimeoutMillis: timeouts.acquire,
        createTimeoutMillis: timeouts.connect,
        createRetryIntervalMillis: 100,
        destroyTimeoutMillis: 1_000,
        // Requests wait out a restart of the database instead of failing at once.
        propagateCreateError: false,
        ...hooks,
      },
      log: { warn() {}, deprecate() {} },
    },
  };
}

/** The hooks of a pool that notice which connections still get answers. */
function connectionHealthHooks() {
  const lastResponseAt = new WeakMap<RawConnection, number>();
  let silentSince = 0;

  function afterCreate(connection: RawConnection, done: (error: null, connection: RawConnection) => void) {
    const query = connection.query.bind(connection);
    lastResponseAt.set(connection, performance.now());
    const runQuery = (statement: unknown, callback: QueryCallback) => {
      const sentAt = performance.now();
      return query(statement, (error, result) => {
        if (error?.message === READ_TIMEOUT) {
          silentSince = Math.max(silentSince, sentAt);
          destroyConnection(connection, error);
        } else {
          lastResponseAt.set(connection, performance.now());
          // The server's last word comes a moment before the end of the connection.
          if (error && endsSession(error)) destroyConnection(connection, error);
        }
        callback(error && stripRowValues(error), result);
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
    if ((lastResponseAt.get(connection) ?? 0) >= silentSince) return true;
    destroyConnection(connection, new Error("not heard of since another connection fell silent"));
    return false;
  }

  return { afterCreate, validate };
}

/** Shut down by an operator or a crash, or idle for too long: SQLSTATEs 57P01, 57P02, 57P05 and 25P03. */
function endsSession(error: Error & { code?: unknown }): boolean {
  return typeof error.code === "string" && /^(57P0[125]|25P03)$/.test(error.code);
}

/** The parts of the query builder's client that decide about connections. */
type PoolClient = {
  acquireConnection(): Promise<unknown>;
  pool: {
    on(event: "createFail", listener: (id: number, error: Error) => void): void;
    on(event: "createSuccess", listener: () => void): void;
  };
};

/**
 * Lets an error of the pool say why there was no connection. By itself it guesses that all are in use, even
 * where nobody listens at the address.
 */
export function explainNoConnection(client: PoolClient): void {
  let connectError: Error | undefined;
  client.pool.on("createFail", (_id, error) => {
    connectError = error;
  });
  client.pool.on("createSuccess", () => {
    connectError = undefined;
  });
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = () =>
    acquire().catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      const fallbackReason = error.name === "KnexTimeoutError" ? "all connections are in use" : error.message;
      const reason = connectError ? connectError.message || String(connectError) : fallbackReason;
      throw new Error(`${NO_CONNECTION}: ${reason}`, { cause: error });
    });
}

const plainMessages = new WeakMap<Error, string>();

// "Failing row contains (…)" and "Key (email)=(…)" would carry addresses and password hashes into logs.
function stripRowValues(error: Error & { code?: unknown; detail?: unknown; where?: unknown }): Error {
  if (isDataException(error)) {
    const quiet = error.message.replace(/"[^"]*"/g, '"…"');
    error.stack = error.stack?.replace(error.message, quiet);
    error.message = quiet;
  }
  plainMessages.set(error, error.message);
  error.detail = undefined;
  error.where = undefined;
  return error;
}

/** SQLSTATEs of class 22 quote the value that could not be read: `invalid input syntax for type uuid: "…"`. */
const isDataException = ({ code }: Error & { code?: unknown }) =>
  typeof code === "string" && code.startsWith("22");

/** Undoes the query builder's habit of putting the whole statement, values included, before an error's message. */
export function restoreMessage(error: unknown): void {
  const plain = error instanceof Error ? plainMessages.get(error) : undefined;
  if (error instanceof Error && plain !== undefined) error.message = plain;
}
