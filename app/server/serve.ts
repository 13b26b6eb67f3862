import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import { migrate, type ReplicaOptions, startOrm } from "db/orm.server";
import { readPooledSession } from "db/pooled-session.server";
import { startFlushingCounts } from "~/features/ads/tally-flush.server";
import { noteSellerAtStart } from "~/features/billing/receipts/sellers.queries.server";
import { startReconciling } from "~/features/billing/reconciliation/reconcile.server";
import { setStaleAfter } from "~/features/markets/quotes.rules";
import { startFlushingPageViews } from "~/features/page-views/page-view-counter.server";
import { startFlushingPaywallCounts } from "~/features/paywall-statistics/paywall-counter.server";
import { type Config, config, setConfig } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { loadSiteSettings } from "~/platform/site-settings/site-settings.server";
import { startLookingAtSettings } from "~/platform/site-settings/watch-settings.server";
import { loopTurns } from "~/platform/turns";
import { type AppOptions, createApp } from "./app";
import { isWorker, runsJobs, StillbornWorkerError, startCluster } from "./cluster";
import { watchConnections } from "./connection-drain";
import { watchContentChanges } from "./content-changes";
import { checkPooledSession, DATABASE_WAIT_MS, hostOf, waitForDatabase } from "./database-at-start";
import { startJobQueues, startJobWorker } from "./jobs";
import { describeListenError } from "./listen-error";
import { startClusterMetrics, startMetrics } from "./metrics/metrics-endpoint";
import { demoAccountLines, seedIfEmpty } from "./seed";
import { exitWhenTold, shutDown } from "./shutdown";
import { checkStorage } from "./storage-at-start";

/**
 * Milliseconds to wait for the database. Waiting for a connection and then for an answer, a page still says within
 * five seconds that the database is away. One that answers others is waited for longer, since nothing must fail because the
 * machine is slow for a moment, but no longer than leaves a sign-in's three statements the rest of the five seconds.
 */
const DATABASE_TIMEOUTS = { acquire: 1_500, busy: 3_000, connect: 1_500, query: 2_800 };

export type RunningServer = {
  url: string;
  /** Where the metrics are read, if they have a port of their own. */
  metricsUrl?: string;
  stop(): Promise<void>;
};

/** `npm start`: serves until it is told to stop, or until the launcher that started it is gone. */
export async function serve(): Promise<void> {
  if (config().processes > 1 && !isWorker()) return serveWithMany(config());
  const running = await startServer(config()).catch(exitWhenTaken);
  exitWhenTold(running.stop);
  // Said last: whoever reads it may tell us to stop at once.
  if (!isWorker()) printStartup(running.url);
}

/** The same by several processes, of which this one only looks after the others. */
async function serveWithMany(chosen: Config): Promise<void> {
  const metrics = await startClusterMetrics(chosen).catch(exitWhenTaken);
  const running = await startCluster(chosen.processes).catch((error: unknown) => {
    if (error instanceof StillbornWorkerError) process.exit(error.exitCode);
    throw error;
  });
  exitWhenTold(async () => {
    await running.stop();
    await metrics?.stop();
  });
  process.on("SIGHUP", () => {
    running.restart().catch((error: unknown) => log().error({ err: error }, "the restart was given up"));
  });
  printStartup(urlOf(chosen, running.port));
}

/** Says which address is not to be had, and what to do. @throws anything else */
function exitWhenTaken(error: unknown): never {
  const line = describeListenError(error, config());
  if (line === undefined) throw error;
  console.error(line);
  process.exit(78);
}

const urlOf = ({ host }: Config, port: number) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** What tests and the development server have otherwise than the product. */
type Overrides = Partial<Pick<AppOptions, "build" | "assets">> & {
  now?: () => Date;
  /** Whether this process does the site's jobs; otherwise they wait for one that does. */
  doesJobs?: boolean;
};

/**
 * Migrates, fills an empty demo database, listens.
 * @throws when the database or the port is not to be had, or the store of the pictures refuses us.
 */
export async function startServer(
  chosen: Config,
  { now, doesJobs = runsJobs(), ...served }: Overrides = {},
): Promise<RunningServer> {
  setConfig(chosen);
  setStaleAfter(chosen.staleAfterMinutes);
  pageCache().setMaxBytes(chosen.pageCacheBytes);
  await startOrm({
    url: chosen.databaseUrl,
    directUrl: chosen.databaseDirectUrl,
    replicaUrl: chosen.databaseReplicaUrl,
    replicaOptions: logReplica,
    timeouts: DATABASE_TIMEOUTS,
    patience: chosen.databasePatience,
    timeZone: chosen.siteTz,
  });
  await migrateWhenReachable(chosen);
  await checkPooler(chosen);
  await checkStorage();
  if (chosen.demo) await seedIfEmpty(now?.() ?? new Date());
  await loadSiteSettings({ anew: true });
  await noteSellerAtStart();
  const unlisten = await watchContentChanges();
  const stopLooking = startLookingAtSettings();
  const stopJobs = await (doesJobs ? startJobWorker() : startJobQueues());
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000, maxHeaderSize: 16_384 },
    createApp({
      config: chosen,
      build: served.build ?? (build as unknown as ServerBuild),
      assets: served.assets,
    }),
  );
  server.on("connection", () => loopTurns.newcomer());
  const closeConnections = watchConnections(server);
  await startListening(server, chosen);
  const { port } = server.address() as AddressInfo;
  setConfig({ ...chosen, internalUrl: internalUrlOf(chosen, port) });
  const metrics = await startMetrics(chosen);
  const stopReconciling = doesJobs ? startReconciling() : async () => {};
  const flushing = [startFlushingCounts(), startFlushingPageViews(), startFlushingPaywallCounts()];
  const stopFlushingCounts = async () => void (await Promise.all(flushing.map((stop) => stop())));
  return {
    url: urlOf(chosen, port),
    metricsUrl: metrics?.url,
    stop: async () => {
      stopLooking();
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

/** Behind a pooler a session cannot be told what it needs: the role must have it, and an operator who forgot is told. */
async function checkPooler({ databaseUrl, databaseDirectUrl }: Config): Promise<void> {
  if (databaseUrl === databaseDirectUrl) return;
  const session = await readPooledSession();
  checkPooledSession(session);
  if (session.statementTimeout === "0") {
    log().warn("the role has no statement_timeout: behind a pooler slow statements are not cancelled");
  }
}

/** The address this process calls itself by: a server that listens everywhere does so on the loopback too. */
function internalUrlOf({ host, publicUrl }: Config, port: number): string {
  if (["127.0.0.1", "0.0.0.0", "localhost"].includes(host)) return `http://127.0.0.1:${port}`;
  return ["::", "::1"].includes(host) ? `http://[::1]:${port}` : publicUrl;
}

const logReplica: ReplicaOptions = {
  onAway: (error) => log().warn({ err: error }, "the replica is away: the database itself is read"),
  onBack: () => log().info("the replica answers again"),
};

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
