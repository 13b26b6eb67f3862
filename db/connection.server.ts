import type { Options } from "@mikro-orm/postgresql";
import type { ConnectionHealth } from "./connection-health.server";

/** How long, in milliseconds, the application waits for its database. */
export type DatabaseTimeouts = {
  /** for a free connection of the pool, while the database says nothing to any of them */
  acquire: number;
  /**
   * for the same, while the others get their answers: then the database is not away, only much is asked of it. All statements
   * of a request share it, see `shareWaiting`
   */
  busy: number;
  /** for a new connection */
  connect: number;
  /** for the answer to one query */
  query: number;
};

/** All limits `times` as long. */
export const longer = (
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

// The server cancels a slow query itself, a little before the client gives it up: then the connection stays
// good, and a client's time-out means that nobody is there any more.
const SERVER_TIMEOUT_RATIO = 0.9;

/** What PostgreSQL calls a server's connections by, the one that listens included: a restore looks for them. */
export const APPLICATION_NAME = "openbell";

export type PoolSettings = {
  url: string;
  /** Connections at most. */
  max: number;
  timeouts: DatabaseTimeouts;
  health: ConnectionHealth;
  /** A pooler stands between, which hands each transaction to another session of the database. */
  pooled: boolean;
};

/** The connection settings of a pool that cannot hang: everything is bounded by `timeouts`, and `health` watches it. */
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
        // A pooler refuses them, or gives them to whoever comes next: there the role has them, see sessions.server.ts.
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
 * Leaves days as text on a pool beside the ORM's own, as the ORM does on its connections: the driver would make them the
 * midnight of the machine's zone, so the same statement would answer otherwise there.
 */
export function leaveDaysAsText(pool: { client: PoolClient }): void {
  const types = new pool.client.driver.TypeOverrides();
  types.setTypeParser(DATE_OID, (text) => text);
  pool.client.connectionSettings.types = types;
}

/**
 * What a session is told as it begins. One process for each statement: to start others for it takes 12 ms, most of ours need fewer,
 * and other requests wait for the processors.
 */
const sessionSettings = ({ query }: DatabaseTimeouts) => ({
  statement_timeout: Math.floor(query * SERVER_TIMEOUT_RATIO),
  idle_in_transaction_session_timeout: 15_000,
  options: "-c TimeZone=UTC -c max_parallel_workers_per_gather=0",
});

const plainMessages = new WeakMap<Error, string>();

/** "Failing row contains (…)" and "Key (email)=(…)" would carry addresses and password hashes into logs. */
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

/** SQLSTATEs of class 22 quote the value that could not be read: `invalid input syntax for type uuid: "…"`. */
const isDataException = ({ code }: Error & { code?: unknown }) =>
  typeof code === "string" && code.startsWith("22");

/** Undoes the query builder's habit of putting the whole statement, values included, before an error's message. */
export function restoreMessage(error: unknown): void {
  const plain = error instanceof Error ? plainMessages.get(error) : undefined;
  if (error instanceof Error && plain !== undefined) error.message = plain;
}
