import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import { Transform } from "node:stream";

export type TcpProxy = {
  /** The given address with this proxy's host and port. */
  url: string;
  /** From now on nothing passes in either direction, and nobody is told: a pulled cable. New connections too. */
  freeze(): void;
  /** Cuts all connections and hangs up on new ones: a server that is down. */
  refuse(): void;
  /** Connections made from now on work. Those that were frozen stay so. */
  thaw(): void;
  /** From now on every piece takes so many milliseconds longer, in either direction: a network that is far away. */
  delay(ms: number): void;
  /** Connections made from now on lead to this server instead. */
  leadTo(url: string): void;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
};

/** Stands between a client and the server at `url`, to lose the connection in every way there is. */
export async function tcpProxy(url: string): Promise<TcpProxy> {
  let target = new URL(url);
  const sockets = new Set<Socket>();
  let frozen = false;
  let refusing = false;
  let delayMs = 0;
  const late = () => delayed(() => delayMs);
  const server = createServer((client) => {
    if (refusing) return void client.resetAndDestroy();
    sockets.add(client);
    let upstream: Socket | undefined;
    // A pipe ends what it leads to for a goodbye, but not for a reset. Frozen, nobody is told of either.
    client.on("error", () => frozen || upstream?.destroy());
    if (frozen) return void client.pause();
    upstream = dial(Number(target.port || 5432), target.hostname);
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
    client.pipe(late()).pipe(upstream).pipe(late()).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const own = new URL(url);
  own.hostname = "127.0.0.1";
  own.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: own.href,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    refuse() {
      refusing = true;
      cut();
    },
    thaw() {
      frozen = false;
      refusing = false;
    },
    delay(ms) {
      delayMs = ms;
    },
    leadTo(other) {
      target = new URL(other);
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Hands every piece on after as many milliseconds as are asked for when it comes. */
const delayed = (ms: () => number) =>
  new Transform({
    transform(piece, _encoding, done) {
      if (ms() > 0) setTimeout(() => done(null, piece), ms());
      else done(null, piece);
    },
  });
