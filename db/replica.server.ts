import type { Knex } from "@mikro-orm/postgresql";
import type { ConnectionHealth } from "./connection-health.server";
import { isDatabaseUnavailable } from "./database-unavailable";
import { isWriteRefused } from "./write-refused";

/** Milliseconds between two looks at a replica that keeps up: how far it may be behind in what nobody tells of. */
const LOOK_EVERY_MS = 1_000;
/** Milliseconds until it is looked at again when it is behind, and when it is away: twice as many each time. */
const BEHIND_MS = { first: 10, most: 1_000 };
const AWAY_MS = { first: 500, most: 30_000 };

/** How long it stands in for a database that is away, while nobody can tell of changes. */
const STAND_IN_MS = 60_000;
/** It must have had everything so shortly before; that the database is away is noticed within this time. */
const FRESH_MS = 15_000;
/** So long after the database did not answer it is not asked again by whom the replica can answer. */
const NEXT_TRY_MS = 1_000;

export type ReplicaPools = {
  /** For the reads themselves, and what watches its connections. */
  reads: Knex;
  readsHealth: Pick<ConnectionHealth, "distrust">;
  /** One connection to each of the two, so that no crowd of reads is taken for a silent server. */
  replicaProbe: Knex;
  primaryProbe: Knex;
};

export type ReplicaOptions = {
  /** It is away, or answers again; said once each time. */
  onAway?: (error: unknown) => void;
  onBack?: () => void;
  /** See `STAND_IN_MS`. */
  standInMs?: number;
};

/** A connection to a replica, as it is asked here. */
type ReadConnection = {
  query(sent: { text: string; values: unknown[] }): Promise<{ rows: { reached?: boolean | null }[] }>;
};

/** The parts of the query builder's client that give connections. */
type ReadClient = {
  acquireConnection(): Promise<ReadConnection>;
  releaseConnection(connection: ReadConnection): unknown;
};

/** One of several replicas behind one address has not replayed what another one has. */
class ReplicaBehindError extends Error {
  override name = "ReplicaBehindError";
}

/**
 * A physical replica of the database, for reads that must not be older than what this process has heard of. It is used
 * only while it has replayed everything that was written before the last change we know of; else, and where it
 * fails, the database itself is read. Behind its address there may be several, each of which is asked.
 */
export class Replica {
  private current = false;
  private hearsChanges = false;
  /** Milliseconds of `performance.now`. */
  private standsInUntil = Number.NEGATIVE_INFINITY;
  private databaseFailedAt = Number.NEGATIVE_INFINITY;
  /** When it was last seen to have everything that this process had heard of; nothing was heard of since. */
  private freshAt = Number.NEGATIVE_INFINITY;
  private changes = 0;
  /** The position in the log (pg_lsn) that it must have replayed; without one it is asked for. */
  private target: string | undefined;
  private failures = 0;
  private lags = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private stopped = false;
  /** What the probe's server had replayed when it was looked at last. */
  private reached: string | undefined;
  /** What each connection's own server had replayed: behind one address there may be several. */
  private readonly replayed = new WeakMap<ReadConnection, string>();
  /** What ends each read under way at once. */
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

  /** Asks a connection's own server, once for each position. @throws where it has not replayed what the probe's had */
  private async requireFresh(connection: ReadConnection): Promise<void> {
    const { reached } = this;
    if (reached === undefined || this.replayed.get(connection) === reached) return;
    const { rows } = await connection.query({ text: HAS_REPLAYED.replace("?", "$1"), values: [reached] });
    if (rows[0]?.reached !== true) throw new ReplicaBehindError();
    this.replayed.set(connection, reached);
  }

  /** Whether what is read there now is what the database itself would say, as far as this process has heard. */
  get isCurrent(): boolean {
    return this.current;
  }

  /** Whether readers get what it had when changes were heard of last, where the database itself cannot be read. */
  get standsIn(): boolean {
    return performance.now() < this.standsInUntil;
  }

  /** Whether the database itself failed somebody a moment ago, so that it need not be tried. */
  get standsInAtOnce(): boolean {
    return this.standsIn && performance.now() - this.databaseFailedAt < NEXT_TRY_MS;
  }

  noteDatabaseAway(): void {
    this.databaseFailedAt = performance.now();
  }

  /** Off while changes elsewhere go unheard: nobody could tell what must have come. Off at first. */
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

  /** Something changed that whoever reads from now on must see. @param isSaved it was saved by way of this process */
  noteChange(isSaved = false): void {
    if (isSaved) this.endStandIn();
    this.freshAt = Number.NEGATIVE_INFINITY;
    this.changes += 1;
    this.current = false;
    this.target = undefined;
    this.lags = 0;
    if (this.failures === 0) this.lookIn(0);
  }

  /** @returns undefined where the database itself has to be asked instead */
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

  /** @returns milliseconds until the next look */
  private async look(): Promise<number> {
    const known = this.changes;
    try {
      const newest = await positionOf(this.pools.primaryProbe);
      const target = this.target ?? newest;
      const reached = await hasReplayed(this.pools.replicaProbe, target);
      this.comeBack();
      if (known !== this.changes) return 0;
      // By the next look it must have what there is now.
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

  /** Reads under way turn to the database itself, however long the replica would have been silent. */
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
  // Not what is on disk: a commit that does not wait for that is seen before.
  const { rows } = await primary.raw("select pg_current_wal_insert_lsn()::text as position");
  return (rows as { position: string }[])[0]?.position ?? "";
}

/** No position: no replica. */
const HAS_REPLAYED = "select pg_last_wal_replay_lsn() >= ?::pg_lsn as reached";

async function hasReplayed(replica: Knex, position: string): Promise<boolean> {
  const { rows } = await replica.raw(HAS_REPLAYED, [position]);
  return (rows as { reached: boolean | null }[])[0]?.reached === true;
}

/**
 * Not the statement's own fault: the replica is away or behind, lacks row versions that the statement reads (40001), or was asked to
 * write (25006). A statement that took too long there would do so here, too.
 */
function isFaultOfReplica(error: Error & { code?: unknown }): boolean {
  if (error.code === "57014") return false;
  return error instanceof ReplicaBehindError || error.code === "40001" || isDatabaseUnavailable(error);
}
