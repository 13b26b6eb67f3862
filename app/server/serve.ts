import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import { listen, migrate, startOrm } from "db/orm.server";
import { startFlushingCounts } from "~/features/ads/tally-flush.server";
import { startReconciling } from "~/features/billing/reconcile.server";
import { type Config, config, setConfig } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { type AppOptions, createApp } from "./app";
import { watchConnections } from "./connection-drain";
import { DATABASE_WAIT_MS, hostOf, waitForDatabase } from "./database-at-start";
import { startJobWorker } from "./jobs";
import { startMetricsServer } from "./metrics/metrics-endpoint";
import { demoAccountLines, seedIfEmpty } from "./seed";
import { exitWhenTold, shutDown } from "./shutdown";

/**
 * Milliseconds to wait for the database. Waiting for a connection and then for an answer, a page still says within
 * five seconds that the database is away. One that answers others is waited for longer: a purchase must not fail because
 * the machine is slow for a moment.
 */
const DATABASE_TIMEOUTS = { acquire: 1_500, busy: 6_000, connect: 1_500, query: 2_800 };

export type RunningServer = {
  url: string;
  /** Where the metrics are read, if they have a port of their own. */
  metricsUrl?: string;
  stop(): Promise<void>;
};

/** `npm start`: serves until it is told to stop, or until the launcher that started it is gone. */
export async function serve(): Promise<void> {
  const running = await startServer(config()).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      const { metricsPort, port } = config();
      const [name, taken] =
        "port" in error && error.port === metricsPort ? ["METRICS_PORT", metricsPort] : ["PORT", port];
      console.error(`${name} ${taken} is already in use. Set ${name} to a free one.`);
      process.exit(78);
    }
    throw error;
  });
  exitWhenTold(running.stop);
  // Said last: whoever reads it may tell us to stop at once.
  printStartup(running.url);
}

/**
 * Migrates, fills an empty demo database, listens.
 * @throws when the database or the port is not to be had.
 */
export async function startServer(
  chosen: Config,
  overrides: Partial<Pick<AppOptions, "build" | "assets">> & { now?: () => Date } = {},
): Promise<RunningServer> {
  setConfig(chosen);
  pageCache().setMaxBytes(chosen.pageCacheBytes);
  await startOrm({
    url: chosen.databaseUrl,
    timeouts: DATABASE_TIMEOUTS,
    patience: chosen.databasePatience,
    timeZone: chosen.siteTz,
  });
  await migrateWhenReachable(chosen);
  if (chosen.demo) await seedIfEmpty(overrides.now?.() ?? new Date());
  const unlisten = await watchContentChanges();
  const stopJobs = await startJobWorker();
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000, maxHeaderSize: 16_384 },
    createApp({
      config: chosen,
      build: overrides.build ?? (build as unknown as ServerBuild),
      assets: overrides.assets,
    }),
  );
  const closeConnections = watchConnections(server);
  await startListening(server, chosen);
  const { port } = server.address() as AddressInfo;
  setConfig({ ...chosen, internalUrl: internalUrlOf(chosen, port) });
  const metrics = await startMetricsServer(chosen);
  const stopReconciling = startReconciling();
  const stopFlushingCounts = startFlushingCounts();
  return {
    url: `http://${chosen.host.includes(":") ? `[${chosen.host}]` : chosen.host}:${port}`,
    metricsUrl: metrics?.url,
    stop: async () => {
      await shutDown(chosen, { closeConnections, stopReconciling, stopFlushingCounts, unlisten, stopJobs });
      await metrics?.stop();
    },
  };
}

/** In production the database may come up after us; anybody else wants to hear at once that there is none. */
function migrateWhenReachable({ production, demo, databaseUrl }: Config): Promise<string[]> {
  return waitForDatabase(migrate, {
    patienceMs: production && !demo ? DATABASE_WAIT_MS : 0,
    now: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onWait: () => log().warn({ database: hostOf(databaseUrl) }, "waiting for the database"),
  });
}

/** The address this process calls itself by: a server that listens everywhere does so on the loopback too. */
function internalUrlOf({ host, publicUrl }: Config, port: number): string {
  if (["127.0.0.1", "0.0.0.0", "localhost"].includes(host)) return `http://127.0.0.1:${port}`;
  return ["::", "::1"].includes(host) ? `http://[::1]:${port}` : publicUrl;
}

/**
 * The database says which tables changed, whoever wrote them: another instance, a program, somebody at its prompt. Unheard,
 * nothing may be kept.
 */
function watchContentChanges(): Promise<() => Promise<void>> {
  const pages = pageCache();
  return listen("content", (table) => pages.forget([table]), {
    onConnected: () => pages.setEnabled(true),
    onLost: () => pages.setEnabled(false),
  });
}

function startListening(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

function printStartup(url: string): void {
  const { demo, siteName, production } = config();
  const address = url.replace("127.0.0.1", "localhost");
  if (production && !demo) {
    log().info({ url }, "serving");
    return;
  }
  const lines = [`${siteName} is ready: ${address}`, `Back-office: ${address}/admin`];
  console.log(
    ["", ...lines, ...(demo ? [`Demo inbox:  ${address}/demo/inbox`, ...demoAccountLines()] : []), ""].join(
      "\n",
    ),
  );
}
