import { Agent, createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { waitUntil } from "./server-process";

export type Balancer = {
  url: string;
  /** From now on requests go to this server too, as soon as it says that it is ready. */
  add(server: string): void;
  /** From now on it gets no request. Those under way end as they may. */
  remove(server: string): void;
  close(): Promise<void>;
};

const ASK_EVERY_MS = 50;

/** Said of one connection and never handed on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding"];

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));

/** Hands requests on to the servers whose `/readyz` says yes, in turn. It tries nothing twice and hides nothing. */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let servers: string[] = [];
  let ready: string[] = [];
  let turn = 0;
  const look = async () => {
    const asked = [...servers];
    const answers = await Promise.all(asked.map(isReady));
    // One that was removed meanwhile stays out.
    ready = asked.filter((server, nth) => answers[nth] && servers.includes(server));
  };
  const looking = setInterval(() => void look(), ASK_EVERY_MS);
  // It never ends an idle connection: a reader that is just about to use one would lose its request to us.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, answer) => {
    turn += 1;
    await waitUntil(() => ready.length > 0);
    const chosen = ready[turn % ready.length] ?? "";
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

/** One that is killed in the middle of its answer is not. */
async function isReady(server: string): Promise<boolean> {
  try {
    const answer = await fetch(`${server}/readyz`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
