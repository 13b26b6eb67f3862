import { type AddressInfo, createServer, connect as dial, type Socket } from "node:net";
import { Transform } from "node:stream";

export type TcpProxy = {
  /** The given address with this proxy's host and port. */
  url: string;
  /** Passes nothing in either direction without an error, like an unplugged cable. New connections, too. */
  freeze(): void;
  /** Cuts all connections and closes new ones: a server that is down. */
  refuse(): void;
  /** New connections work. Frozen ones stay frozen. */
  thaw(): void;
  /** Delays every chunk by this many milliseconds in either direction: a distant network. */
  delay(ms: number): void;
  /** New connections lead to this server. */
  leadTo(url: string): void;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
};

/** A proxy between a client and the server at `url`, which can break the connection in every way. */
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
    // A pipe passes on an end, but not a reset. While frozen, neither side gets one.
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

/** Passes on every chunk after the delay at its arrival. */
const delayed = (ms: () => number) =>
  new Transform({
    transform(piece, _encoding, done) {
      if (ms() > 0) setTimeout(() => done(null, piece), ms());
      else done(null, piece);
    },
  });
