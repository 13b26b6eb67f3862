import type { MikroORM } from "@mikro-orm/postgresql";
import { abandon, type RawConnection } from "./connection.server";

export type Listening = {
  /** The connection stands, for the first time or again. */
  onConnected?: () => void;
  /** The connection was lost or could not be made: until the next `onConnected` messages may be missed. */
  onLost?: () => void;
  /** How often a quiet connection is asked whether it still stands; 10 s unless said. */
  heartbeatMs?: number;
};

/** Stops listening and closes the connection. */
export type Unlisten = () => Promise<void>;

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
// A half-open connection looks alive for hours, so it is asked.
const HEARTBEAT_MS = 10_000;

/** See `listen` in orm.server.ts. */
export async function listenOn(
  orm: MikroORM,
  channel: string,
  onMessage: (payload: string) => void,
  { onConnected, onLost, heartbeatMs = HEARTBEAT_MS }: Listening,
): Promise<Unlisten> {
  if (!/^[a-z_]+$/.test(channel)) throw new Error(`Not a channel's name: ${channel}`);
  let connection: RawConnection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = FIRST_RETRY_MS;
  let stopped = false;
  let lost = false;

  async function connect(): Promise<void> {
    let fresh: RawConnection | undefined;
    try {
      fresh = await openConnection(orm);
      const opened = fresh;
      opened.on("end", () => lose(opened));
      opened.on("notification", ({ payload }: { payload?: string }) => onMessage(payload ?? ""));
      await opened.query(`listen "${channel}"`);
      if (stopped) return void (await opened.end());
      connection = opened;
      lost = false;
      retryMs = FIRST_RETRY_MS;
      onConnected?.();
      wait(heartbeatMs, () => heartbeat(opened));
    } catch (error) {
      if (fresh) abandon(fresh, error);
      retryLater();
    }
  }

  async function heartbeat(current: RawConnection): Promise<void> {
    try {
      await current.query("select 1");
      if (connection === current) wait(heartbeatMs, () => heartbeat(current));
    } catch (error) {
      abandon(current, error);
    }
  }

  function lose(gone: RawConnection): void {
    if (connection !== gone) return;
    connection = undefined;
    retryLater();
  }

  function retryLater(): void {
    if (stopped) return;
    if (!lost) onLost?.();
    lost = true;
    wait(retryMs * (0.75 + Math.random() / 2), connect);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  function wait(ms: number, run: () => Promise<void>): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void run(), ms);
    timer.unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    const ending = connection;
    connection = undefined;
    if (ending) await farewell(ending);
  };
}

/** A connection beside the pool, with the pool's settings. Its errors end it and are heard as "end". */
async function openConnection(orm: MikroORM): Promise<RawConnection> {
  const { client } = orm.em.getKnex() as { client: { acquireRawConnection(): Promise<RawConnection> } };
  return await client.acquireRawConnection();
}

async function farewell(connection: RawConnection): Promise<void> {
  const impatient = setTimeout(() => abandon(connection, new Error("no goodbye")), 500);
  await connection.end().catch(() => {});
  clearTimeout(impatient);
}
