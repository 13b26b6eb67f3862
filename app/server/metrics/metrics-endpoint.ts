import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { metricsRegistry } from "~/platform/metrics.server";
import { isWorker } from "../cluster";
import { askForMetrics, gatherMetrics, shareMetrics } from "./cluster-metrics";
import { collectMetrics, watchProcess } from "./collect-metrics";

const PATH = "/metrics";

/**
 * Answers `/metrics` at the site's own port, to whoever shows the token. Anybody else is led on, and finds there what is at
 * every address that does not exist.
 * @returns what answers a request, or returns false
 */
export function metricsOnSite({
  metricsPort,
  metricsToken,
}: Config): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (metricsToken === undefined || metricsPort !== undefined) return () => false;
  const collect = isWorker() ? askForMetrics : collectMetrics;
  return (request, response) => {
    if (request.url !== PATH || !mayRead(request, metricsToken)) return false;
    void sendMetrics(response, collect);
    return true;
  };
}

type MetricsServer = { url: string; stop(): Promise<void> };

/** What one process does for the metrics: of several, it hands its own to the one that looks after them. */
export async function startMetrics(config: Config): Promise<MetricsServer | undefined> {
  if (!isWorker()) return startMetricsServer(config, collectMetrics);
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined;
  watchProcess();
  shareMetrics();
  return undefined;
}

/** The same for the process that looks after several. */
export const startClusterMetrics = (config: Config): Promise<MetricsServer | undefined> =>
  startMetricsServer(config, gatherMetrics());

/**
 * The same at a port of its own, where the network keeps strangers out; and the token, where there is one.
 * @throws when the port is not to be had
 */
async function startMetricsServer(
  { host, metricsPort, metricsToken }: Config,
  collect: () => Promise<string>,
): Promise<MetricsServer | undefined> {
  if (metricsPort === undefined) return undefined;
  const server = createServer((request, response) => {
    if (request.url === PATH && mayRead(request, metricsToken)) void sendMetrics(response, collect);
    else response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("Not found\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(metricsPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}${PATH}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Compared by hashes of equal length, so that the time of the answer tells nothing of the token. */
function mayRead({ method, headers }: IncomingMessage, token: string | undefined): boolean {
  if (method !== "GET") return false;
  return (
    token === undefined || timingSafeEqual(hashOf(headers.authorization ?? ""), hashOf(`Bearer ${token}`))
  );
}

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();

async function sendMetrics(response: ServerResponse, collect: () => Promise<string>): Promise<void> {
  try {
    const text = await collect();
    response
      .writeHead(200, { "Content-Type": metricsRegistry.contentType, "Cache-Control": "no-store" })
      .end(text);
  } catch (error) {
    log().error({ err: error }, "metrics could not be collected");
    response.writeHead(500, { "Cache-Control": "no-store" }).end();
  }
}
