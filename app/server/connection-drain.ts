import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";

/** How long running requests may take before their connections are closed. */
const GRACE_MS = 15_000;

/** How long an idle new connection may take to send a request. Browsers open connections in advance. */
const FIRST_REQUEST_MS = 1_000;

/** Rounds without activity after which the server counts as idle, and the maximum number of rounds. */
const QUIET_ROUNDS = 3;
const MOST_ROUNDS = 1_000;

type ConnectionState = { asked: boolean; open: number };

/**
 * Tracks a server's connections from the start, so that it can close without losing a request. Node's
 * `close()` destroys connections that it has not read from, even if a request has arrived.
 * @returns a function that closes the server: it accepts and reads what is waiting, then refuses new
 * connections and ends each one after its responses
 */
export function watchConnections(server: HttpServer): () => Promise<void> {
  const lines = new Map<Socket, ConnectionState>();
  let events = 0;
  let closing = false;

  const endWhereDone = (socket: Socket, { asked, open }: ConnectionState) => {
    if (closing && asked && open === 0) socket.destroySoon();
  };
  server.on("connection", (socket: Socket) => {
    events += 1;
    lines.set(socket, { asked: false, open: 0 });
    socket.once("close", () => lines.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    events += 1;
    const line = lines.get(socket);
    if (!line) return;
    line.asked = true;
    line.open += 1;
    response.once("close", () => {
      line.open -= 1;
      endWhereDone(socket, line);
    });
  });

  /** Resolves after an iteration of the event loop without new activity. */
  const quiet = async () => {
    let seen = events;
    for (let round = 0, still = 0; round < MOST_ROUNDS && still < QUIET_ROUNDS; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      still = events === seen ? still + 1 : 0;
      seen = events;
    }
  };

  return async () => {
    await quiet();
    // Bypasses Node's own close, which would start with the connections.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
    await quiet();
    closing = true;
    for (const [socket, line] of lines) endWhereDone(socket, line);
    const last = setTimeout(() => {
      for (const [socket, { asked }] of lines) if (!asked) socket.destroySoon();
    }, FIRST_REQUEST_MS);
    const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(last);
    clearTimeout(cut);
  };
}
