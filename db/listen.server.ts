import type { Knex } from "@mikro-orm/postgresql";
import { destroyConnection, type RawConnection } from "./connection-health.server";

export type ListenOptions = {
  /** The connection is open, for the first time or again. */
  onConnected?: () => void;
  /** The connection was lost or could not be opened. Until the next `onConnected`, messages may be missed. */
  onLost?: () => void;
  /** Milliseconds between checks of a quiet connection. 10 s by default. */
  heartbeatMs?: number;
};

/** Stops listening and closes the connection. */
export type Unlisten = () => Promise<void>;

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
// A half-open connection looks alive for hours, so it is checked.
const HEARTBEAT_MS = 10_000;

/** See `listen` in orm.server.ts. */
export async function listenOn(
  pool: Knex,
  channel: string,
  onMessage: (payload: string) => void,
  options: ListenOptions,
): Promise<Unlisten> {
  if (!/^[a-z_]+$/.test(channel)) throw new Error(`Not a channel's name: ${channel}`);
  const listener = new Listener(pool, channel, onMessage, options);
  await listener.connect();
  return () => listener.stop();
}

/** A listening connection that reconnects after a loss until it is stopped. */
class Listener {
  private connection: RawConnection | undefined;
  private timer: NodeJS.Timeout | undefined;
  private retryMs = FIRST_RETRY_MS;
  private stopped = false;
  private lost = false;

  constructor(
    private readonly pool: Knex,
    private readonly channel: string,
    private readonly onMessage: (payload: string) => void,
    private readonly options: ListenOptions,
  ) {}

  async connect(): Promise<void> {
    let fresh: RawConnection | undefined;
    try {
      fresh = await openConnection(this.pool);
      const opened = fresh;
      opened.on("end", () => this.handleLoss(opened));
      opened.on("notification", ({ payload }: { payload?: string }) => this.onMessage(payload ?? ""));
      await opened.query(`listen "${this.channel}"`);
      if (this.stopped) return void (await opened.end());
      this.connection = opened;
      this.lost = false;
      this.retryMs = FIRST_RETRY_MS;
      this.options.onConnected?.();
      this.scheduleHeartbeat(opened);
    } catch (error) {
      if (fresh) destroyConnection(fresh, error);
      this.scheduleRetry();
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const ending = this.connection;
    this.connection = undefined;
    if (ending) await closeGracefully(ending);
  }

  private scheduleHeartbeat(current: RawConnection): void {
    this.schedule(this.options.heartbeatMs ?? HEARTBEAT_MS, () => this.heartbeat(current));
  }

  private async heartbeat(current: RawConnection): Promise<void> {
    try {
      await current.query("select 1");
      if (this.connection === current) this.scheduleHeartbeat(current);
    } catch (error) {
      destroyConnection(current, error);
    }
  }

  private handleLoss(gone: RawConnection): void {
    if (this.connection !== gone) return;
    this.connection = undefined;
    this.scheduleRetry();
  }

  private scheduleRetry(): void {
    if (this.stopped) return;
    if (!this.lost) this.options.onLost?.();
    this.lost = true;
    this.schedule(this.retryMs * (0.75 + Math.random() / 2), () => this.connect());
    this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS);
  }

  private schedule(ms: number, run: () => Promise<void>): void {
    clearTimeout(this.timer);
    if (this.stopped) return;
    this.timer = setTimeout(() => void run(), ms);
    this.timer.unref();
  }
}

/** Opens a connection outside the pool, with the pool's settings. An error ends it and emits "end". */
async function openConnection(pool: Knex): Promise<RawConnection> {
  const { client } = pool as { client: { acquireRawConnection(): Promise<RawConnection> } };
  return await client.acquireRawConnection();
}

async function closeGracefully(connection: RawConnection): Promise<void> {
  const impatient = setTimeout(() => destroyConnection(connection, new Error("no goodbye")), 500);
  await connection.end().catch(() => {});
  clearTimeout(impatient);
}
