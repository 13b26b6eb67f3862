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
 * Serves `/metrics` on the site's port to holders of the token; others get "not found".
 * @returns a function that answers a request, or returns false
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

/** Metrics of one process; in a cluster the supervisor combines them. */
export async function startMetrics(config: Config): Promise<MetricsServer | undefined> {
  if (!isWorker()) return startMetricsServer(config, collectMetrics);
  if (config.metricsPort === undefined && config.metricsToken === undefined) return undefined;
  watchProcess();
  shareMetrics();
  return undefined;
}

/** The same for the supervisor. */
export const startClusterMetrics = (config: Config): Promise<MetricsServer | undefined> =>
  startMetricsServer(config, gatherMetrics());

/**
 * Serves metrics on a separate port, protected by the network and, if set, the token.
 * @throws when the port is not available
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

/** Compares hashes of equal length, so that timing reveals nothing about the token. */
function mayRead({ method, headers }: IncomingMessage, token: string | undefined): boolean {
  if (method !== "GET") return false;
  return (
    token === undefined ||
    timingSafeEqual(hashToken(headers.authorization ?? ""), hashToken(`Bearer ${token}`))
  );
}

const hashToken = (text: string): Buffer => createHash("sha256").update(text).digest();

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
