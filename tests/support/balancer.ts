import { Agent, createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { waitUntil } from "./server-process";

export type Balancer = {
  url: string;
  /** Sends requests to this server, too, once it is ready. */
  add(server: string): void;
  /** Sends no new request to it. Running requests continue. */
  remove(server: string): void;
  close(): Promise<void>;
};

const ASK_EVERY_MS = 50;

/** Hop-by-hop headers, which are never forwarded (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding"];

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));

/** Forwards requests round-robin to the servers with a ready `/readyz`. It never retries and hides nothing. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let servers: string[] = [];
  let ready: string[] = [];
  let requestCount = 0;
  const probeServers = async () => {
    const probed = [...servers];
    const answers = await Promise.all(probed.map(isReady));
    // A server removed in the meantime stays out.
    ready = probed.filter((server, nth) => answers[nth] && servers.includes(server));
  };
  const looking = setInterval(() => void probeServers(), ASK_EVERY_MS);
  // It never closes an idle connection: a client about to use it would lose its request.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, answer) => {
    requestCount += 1;
    await waitUntil(() => ready.length > 0);
    const chosen = ready[requestCount % ready.length] ?? "";
    const { hostname, port } = new URL(chosen);
    const { url: path, method } = incoming;
    const headers = endToEnd(incoming.headers);
    const onward = request({ hostname, port, path, method, headers, agent }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, endToEnd(reply.headers));
      reply.pipe(answer);
    });
    onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (address) => void servers.push(address),
    remove(address) {
      servers = servers.filter((server) => server !== address);
      ready = ready.filter((server) => server !== address);
    },
    async close() {
      clearInterval(looking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server killed in the middle of its response is not ready. */
async function isReady(server: string): Promise<boolean> {
  try {
    const answer = await fetch(`${server}/readyz`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
