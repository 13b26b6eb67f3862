import type { Options } from "@mikro-orm/postgresql";
import type { ConnectionHealth } from "./connection-health.server";

/** How long, in milliseconds, the application waits for its database. */
export type DatabaseTimeouts = {
  /** for a free connection of the pool, while none of its connections gets an answer */
  acquire: number;
  /**
   * for a free connection, while others get answers: the database is not away, but under load. All statements
   * of a request share this limit, see `shareWaiting`
   */
  busy: number;
  /** for a new connection */
  connect: number;
  /** for the answer to one query */
  query: number;
};

/** Multiplies all limits by `times`. */
export const scaleTimeouts = (
  { acquire, busy, connect, query }: DatabaseTimeouts,
  times: number,
): DatabaseTimeouts => ({
  acquire: acquire * times,
  busy: busy * times,
  connect: connect * times,
  query: query * times,
});

export const DEFAULT_TIMEOUTS: DatabaseTimeouts = {
  acquire: 2_000,
  busy: 2_500,
  connect: 2_000,
  query: 5_000,
};

// The server cancels a slow query shortly before the client gives up. The connection then stays usable, and a
// client's time-out means that the server is gone.
const SERVER_TIMEOUT_RATIO = 0.9;

/** PostgreSQL's name for a server's connections, including the listening one. A restore looks for them. */
export const APPLICATION_NAME = "openbell";

export type PoolSettings = {
  url: string;
  /** The maximum number of connections. */
  max: number;
  timeouts: DatabaseTimeouts;
  health: ConnectionHealth;
  /** A pooler is in between and gives each transaction another session of the database. */
  pooled: boolean;
};

/**
 * The settings of a pool that cannot hang: `timeouts` limits every step, and `health` watches the
 * connections.
 */
export function poolOptions({ url, max, timeouts, health, pooled }: PoolSettings): Partial<Options> {
  return {
    clientUrl: url,
    driverOptions: {
      connection: {
        connectionString: url,
        application_name: APPLICATION_NAME,
        keepAlive: true,
        connectionTimeoutMillis: timeouts.connect,
        query_timeout: timeouts.query,
        // A pooler refuses these settings, or passes them to its next client. There the role has them, see
        // pooled-session.server.ts.
        ...(pooled ? {} : sessionSettings(timeouts)),
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
        ...health.hooks,
      },
      log: { warn() {}, deprecate() {} },
    },
  };
}

/** PostgreSQL's type number of date. */
const DATE_OID = 1082;

type DriverTypes = { setTypeParser(oid: number, parse: (text: string) => string): void };
type PoolClient = {
  driver: { TypeOverrides: new () => DriverTypes };
  connectionSettings: { types?: DriverTypes };
};

/**
 * Leaves days as text on pools outside the ORM, as the ORM does on its connections. The driver would convert
 * a day to midnight in the machine's time zone, and the value would differ.
 */
export function leaveDaysAsText(pool: { client: PoolClient }): void {
  const types = new pool.client.driver.TypeOverrides();
  types.setTypeParser(DATE_OID, (text) => text);
  pool.client.connectionSettings.types = types;
}

/**
 * The settings of a new session. Each statement uses one process: starting parallel workers takes 12 ms. Most
 * of our statements need less time, and other requests wait for the processors.
 */
const sessionSettings = ({ query }: DatabaseTimeouts) => ({
  statement_timeout: Math.floor(query * SERVER_TIMEOUT_RATIO),
  idle_in_transaction_session_timeout: 15_000,
  options: "-c TimeZone=UTC -c max_parallel_workers_per_gather=0",
});

const plainMessages = new WeakMap<Error, string>();

/** "Failing row contains (…)" and "Key (email)=(…)" would put addresses and password hashes into logs. */
export function stripRowValues(error: Error & { code?: unknown; detail?: unknown; where?: unknown }): Error {
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

/**
 * SQLSTATEs of class 22 quote the value that could not be read: `invalid input syntax for type uuid: "…"`.
 */
const isDataException = ({ code }: Error & { code?: unknown }) =>
  typeof code === "string" && code.startsWith("22");

/**
 * The query builder puts the whole statement, with its values, before an error's message. This restores the
 * message.
 */
export function restoreMessage(error: unknown): void {
  const plain = error instanceof Error ? plainMessages.get(error) : undefined;
  if (error instanceof Error && plain !== undefined) error.message = plain;
}
