import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import { Server, type Socket } from "node:net";

/** How long requests under way may take to end, before their connections are cut. */
const GRACE_MS = 15_000;

/** How long a connection that has not asked anything yet may take to begin. Browsers open some to have them at hand. */
const FIRST_REQUEST_MS = 1_000;

/** Rounds without a new connection or request after which none waits any more, and the most of them. */
const QUIET_ROUNDS = 3;
const MOST_ROUNDS = 1_000;

type ConnectionState = { asked: boolean; open: number };

/**
 * Watches a server's connections from its first one on, so that it can be closed without losing a request.
 * Node's own `close()` destroys every connection on which it has read nothing yet, also those whose request has arrived.
 * @returns what closes the server: what waits to be accepted or read is taken in, then nobody new, and each connection
 * ends after its answers
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

  /** Until the event loop has gone round without finding anything new. */
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
    // Past Node's own, which would begin with the connections.
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
