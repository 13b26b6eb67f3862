import type { Knex } from "@mikro-orm/postgresql";
import type { ConnectionHealth } from "./connection-health.server";
import { isDatabaseUnavailable } from "./database-unavailable";
import { isWriteRefused } from "./write-refused";

/**
 * Milliseconds between two checks of a current replica. It may be this far behind in changes without a
 * notification.
 */
const LOOK_EVERY_MS = 1_000;
/** Milliseconds until the next check of a replica that is behind or away. They double each time. */
const BEHIND_MS = { first: 10, most: 1_000 };
const AWAY_MS = { first: 500, most: 30_000 };

/** How long it replaces an unavailable database, while no notification can report changes. */
const STAND_IN_MS = 60_000;
/** It must have been current within this time, in which the loss of the database is noticed. */
const FRESH_MS = 15_000;
/** How long after a failure the database is not tried again, if the replica can answer. */
const NEXT_TRY_MS = 1_000;

export type ReplicaPools = {
  /** For the reads, with the health of its connections. */
  reads: Knex;
  readsHealth: Pick<ConnectionHealth, "distrust">;
  /** One connection to each of the two, so that heavy reading does not look like a silent server. */
  replicaProbe: Knex;
  primaryProbe: Knex;
};

export type ReplicaOptions = {
  /** It became unavailable, or answers again. Called once each time. */
  onAway?: (error: unknown) => void;
  onBack?: () => void;
  /** See `STAND_IN_MS`. */
  standInMs?: number;
};

/** The part of a connection to a replica that this file uses. */
type ReadConnection = {
  query(sent: { text: string; values: unknown[] }): Promise<{ rows: { reached?: boolean | null }[] }>;
};

/** The parts of the query builder's client that provide connections. */
type ReadClient = {
  acquireConnection(): Promise<ReadConnection>;
  releaseConnection(connection: ReadConnection): unknown;
};

/** Several replicas share an address, and this one has not replayed as much as another. */
class ReplicaBehindError extends Error {
  override name = "ReplicaBehindError";
}

/**
 * A physical replica of the database. Its reads must include every change that this process knows of. It is
 * used only once it has replayed all writes before the last known change. Otherwise, or if it fails, the
 * database itself is read. Several replicas may share its address; each one is checked.
 */
export class Replica {
  private current = false;
  private hearsChanges = false;
  /** Milliseconds of `performance.now`. */
  private standsInUntil = Number.NEGATIVE_INFINITY;
  private databaseFailedAt = Number.NEGATIVE_INFINITY;
  /** When it was last known to have every change known here, with no change since. */
  private freshAt = Number.NEGATIVE_INFINITY;
  private changes = 0;
  /**
   * The position in the log (pg_lsn) that it must reach. If undefined, the next check queries the database
   * for it.
   */
  private target: string | undefined;
  private failures = 0;
  private lags = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private stopped = false;
  /** The position that the probed server had reached at the last check. */
  private reached: string | undefined;
  /** The position of each connection's server: several replicas may share an address. */
  private readonly replayed = new WeakMap<ReadConnection, string>();
  /** Functions that abort each running read. */
  private readonly underWay = new Set<(lost: Error) => void>();

  constructor(
    private readonly pools: ReplicaPools,
    private readonly options: ReplicaOptions = {},
  ) {
    const { client } = pools.reads as unknown as { client: ReadClient };
    const acquire = client.acquireConnection.bind(client);
    client.acquireConnection = async () => {
      const connection = await acquire();
      try {
        await this.requireFresh(connection);
        return connection;
      } catch (error) {
        client.releaseConnection(connection);
        throw error;
      }
    };
  }

  /**
   * Checks a connection's server once per position.
   * @throws ReplicaBehindError if it is behind the probed server
   */
  private async requireFresh(connection: ReadConnection): Promise<void> {
    const { reached } = this;
    if (reached === undefined || this.replayed.get(connection) === reached) return;
    const { rows } = await connection.query({ text: HAS_REPLAYED.replace("?", "$1"), values: [reached] });
    if (rows[0]?.reached !== true) throw new ReplicaBehindError();
    this.replayed.set(connection, reached);
  }

  /** Whether a read there gives the same as the database itself, as far as this process knows. */
  get isCurrent(): boolean {
    return this.current;
  }

  /** Whether readers get the replica's last known state if the database itself is unavailable. */
  get standsIn(): boolean {
    return performance.now() < this.standsInUntil;
  }

  /** Whether the database itself failed a moment ago, so another attempt is unnecessary. */
  get standsInAtOnce(): boolean {
    return this.standsIn && performance.now() - this.databaseFailedAt < NEXT_TRY_MS;
  }

  noteDatabaseAway(): void {
    this.databaseFailedAt = performance.now();
  }

  /**
   * Off without notifications of changes: nothing shows which changes the replica must have. Off at first.
   */
  setHearing(hears: boolean): void {
    const { standInMs = STAND_IN_MS } = this.options;
    if (hears) this.endStandIn();
    else if (this.hearsChanges && performance.now() - this.freshAt < FRESH_MS)
      this.standsInUntil = performance.now() + standInMs;
    this.hearsChanges = hears;
    this.noteChange();
    this.lookIn(0);
  }

  private endStandIn(): void {
    this.standsInUntil = Number.NEGATIVE_INFINITY;
  }

  /** A change that every later read must include. @param isSaved this process saved it */
  noteChange(isSaved = false): void {
    if (isSaved) this.endStandIn();
    this.freshAt = Number.NEGATIVE_INFINITY;
    this.changes += 1;
    this.current = false;
    this.target = undefined;
    this.lags = 0;
    if (this.failures === 0) this.lookIn(0);
  }

  /** @returns undefined if the database itself must answer instead */
  async read(ask: (reads: Knex) => PromiseLike<unknown>): Promise<unknown> {
    try {
      return await this.untilLost(ask(this.pools.reads));
    } catch (error) {
      if (!(error instanceof Error) || !isFaultOfReplica(error)) throw error;
      if (isDatabaseUnavailable(error) && !isWriteRefused(error)) {
        if (this.current) this.lose(error);
        else this.giveUpStandingIn();
      }
      return undefined;
    }
  }

  private giveUpStandingIn(): void {
    this.endStandIn();
    this.pools.readsHealth.distrust();
  }

  private untilLost(read: PromiseLike<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.underWay.add(reject);
      const end = () => this.underWay.delete(reject);
      read.then(resolve, reject).then(end, end);
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.current = false;
    clearTimeout(this.timer);
    await this.looking;
    const { reads, replicaProbe, primaryProbe } = this.pools;
    await Promise.all([reads, replicaProbe, primaryProbe].map((pool) => pool.destroy()));
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.stopped || this.looking || !this.hearsChanges) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().then((next) => {
        this.looking = undefined;
        this.lookIn(next);
      });
    }, ms);
    this.timer.unref();
  }

  /** @returns milliseconds until the next check */
  private async look(): Promise<number> {
    const known = this.changes;
    try {
      const newest = await positionOf(this.pools.primaryProbe);
      const target = this.target ?? newest;
      const reached = await hasReplayed(this.pools.replicaProbe, target);
      this.comeBack();
      if (known !== this.changes) return 0;
      // By the next check it must have reached the current position.
      this.target = reached ? newest : target;
      if (reached) this.reached = target;
      this.current = reached && this.hearsChanges;
      this.freshAt = this.current ? performance.now() : Number.NEGATIVE_INFINITY;
      this.lags = reached ? 0 : this.lags + 1;
      return reached ? LOOK_EVERY_MS : doubled(BEHIND_MS, this.lags);
    } catch (error) {
      this.lose(error);
      return doubled(AWAY_MS, this.failures);
    }
  }

  /** Running reads switch to the database itself at once, without waiting for the replica. */
  private lose(error: unknown): void {
    this.current = false;
    this.target = undefined;
    this.failures += 1;
    if (this.failures === 1) this.options.onAway?.(error);
    this.pools.readsHealth.distrust();
    const lost = new Error("Connection terminated: the replica was lost");
    for (const abandon of this.underWay) abandon(lost);
  }

  private comeBack(): void {
    if (this.failures > 0) this.options.onBack?.();
    this.failures = 0;
  }
}

const doubled = ({ first, most }: { first: number; most: number }, times: number) =>
  Math.min(first * 2 ** (times - 1), most);

async function positionOf(primary: Knex): Promise<string> {
  // Not the position on disk: an asynchronous commit is visible before it is there.
  const { rows } = await primary.raw("select pg_current_wal_insert_lsn()::text as position");
  return (rows as { position: string }[])[0]?.position ?? "";
}

/** Null on a server that is not a replica. */
const HAS_REPLAYED = "select pg_last_wal_replay_lsn() >= ?::pg_lsn as reached";

async function hasReplayed(replica: Knex, position: string): Promise<boolean> {
  const { rows } = await replica.raw(HAS_REPLAYED, [position]);
  return (rows as { reached: boolean | null }[])[0]?.reached === true;
}

/**
 * Whether the replica causes the error: it is unavailable or behind, lacks row versions that the statement
 * reads (40001), or refused a write (25006). A statement that takes too long (57014) would do so on the
 * database, too.
 */
function isFaultOfReplica(error: Error & { code?: unknown }): boolean {
  if (error.code === "57014") return false;
  return error instanceof ReplicaBehindError || error.code === "40001" || isDatabaseUnavailable(error);
}
