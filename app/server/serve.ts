import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/node";
import { migrate, type ReplicaOptions, startOrm } from "db/orm.server";
import { readPooledSession } from "db/pooled-session.server";
import { startFlushingCounts } from "~/features/ads/flush-ad-counts.server";
import { noteSellerAtStart } from "~/features/billing/receipts/sellers.queries.server";
import { startReconciling } from "~/features/billing/reconciliation/reconcile.server";
import { setStaleAfter } from "~/features/markets/quotes.rules";
import { startFlushingClicks } from "~/features/newsletters/edition-counter.server";
import { startFlushingPageViews } from "~/features/page-views/page-view-counter.server";
import { startFlushingPaywallCounts } from "~/features/paywall-statistics/paywall-counter.server";
import { type Config, config, setConfig } from "~/platform/config.server";
import { eventLoopQueue } from "~/platform/event-loop-queue";
import { log } from "~/platform/log.server";
import { pageCache } from "~/platform/page-cache/page-cache.server";
import { loadSiteSettings } from "~/platform/site-settings/site-settings.server";
import { startCheckingSettings } from "~/platform/site-settings/watch-settings.server";
import { storage } from "~/platform/storage.server";
import { type AppOptions, createApp } from "./app";
import { backUpBeforeMigrating } from "./backup/before-migrating";
import { isWorker, runsJobs, StillbornWorkerError, startCluster } from "./cluster";
import { readWords } from "./command-words";
import { watchConnections } from "./connection-drain";
import { startJobQueues, startJobWorker } from "./jobs";
import { describeListenError } from "./listen-error";
import { startClusterMetrics, startMetrics } from "./metrics/metrics-endpoint";
import { demoAccountLines, seedIfEmpty } from "./seed";
import { exitWhenTold, shutDown } from "./shutdown";
import { checkStorage } from "./storage-at-start";
import { checkPooledSession, DATABASE_WAIT_MS, databaseHost, waitForDatabase } from "./wait-for-database";
import { watchContentChanges } from "./watch-content-changes";

/**
 * Milliseconds to wait for the database. Waiting for a connection and then for a result, a page still reports
 * an outage within five seconds. A connected but slow database gets more time, but a sign-in's three
 * statements must fit into the five seconds.
 */
const DATABASE_TIMEOUTS = { acquire: 1_500, busy: 3_000, connect: 1_500, query: 2_800 };

export type RunningServer = {
  url: string;
  /** The metrics server, if there is a separate port. */
  metricsUrl?: string;
  stop(): Promise<void>;
};

/** `npm start`: serves until a stop signal, or until its launcher is gone. */
export async function serve(args: string[]): Promise<void> {
  readWords(args, "npm start takes no arguments. Settings are environment variables, such as PORT.", {});
  if (config().processes > 1 && !isWorker()) return serveWithMany(config());
  const running = await startServer(config()).catch(exitWhenTaken);
  exitWhenTold(running.stop);
  // Logged last, because its reader may stop us immediately.
  if (!isWorker()) printStartup(running.url);
}

/** The same with several processes; this one only supervises. */
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
    running.restart().catch((error: unknown) => log().error({ err: error }, "the restart was abandoned"));
  });
  printStartup(listeningUrl(chosen, running.port));
}

/** Reports an unavailable address and the fix. @throws other errors */
function exitWhenTaken(error: unknown): never {
  const line = describeListenError(error, config());
  if (line === undefined) throw error;
  console.error(line);
  process.exit(78);
}

const listeningUrl = ({ host }: Config, port: number) =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Differences for tests and the development server. */
type Overrides = Partial<Pick<AppOptions, "build" | "assets">> & {
  now?: () => Date;
  /** Whether this process runs jobs; otherwise another one does. */
  doesJobs?: boolean;
};

/**
 * Migrates, fills an empty demo database and listens.
 * @throws when the database or the port is unavailable, or the picture store refuses us
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
  await loadSiteSettings({ force: true });
  await noteSellerAtStart();
  const unlisten = await watchContentChanges();
  const stopLooking = startCheckingSettings();
  const stopJobs = await (doesJobs ? startJobWorker() : startJobQueues());
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 60_000, maxHeaderSize: 16_384 },
    createApp({
      config: chosen,
      build: served.build ?? (build as unknown as ServerBuild),
      assets: served.assets,
    }),
  );
  server.on("connection", () => eventLoopQueue.newcomer());
  const closeConnections = watchConnections(server);
  await startListening(server, chosen);
  const { port } = server.address() as AddressInfo;
  setConfig({ ...chosen, internalUrl: internalUrl(chosen, port) });
  const metrics = await startMetrics(chosen);
  const stopReconciling = doesJobs ? startReconciling() : async () => {};
  const flushing = [
    startFlushingCounts(),
    startFlushingPageViews(),
    startFlushingPaywallCounts(),
    startFlushingClicks(),
  ];
  const stopFlushingCounts = async () => void (await Promise.all(flushing.map((stop) => stop())));
  return {
    url: listeningUrl(chosen, port),
    metricsUrl: metrics?.url,
    stop: async () => {
      stopLooking();
      await shutDown(chosen, { closeConnections, stopReconciling, stopFlushingCounts, unlisten, stopJobs });
      await metrics?.stop();
    },
  };
}

/** In production the database may start later; elsewhere a missing one is reported immediately. */
function migrateWhenReachable(chosen: Config): Promise<string[]> {
  const { production, demo, databaseUrl } = chosen;
  const run = () => migrate({ beforeChange: backUpsBeforeMigrating(chosen) });
  return waitForDatabase(run, {
    patienceMs: production && !demo ? DATABASE_WAIT_MS : 0,
    now: () => performance.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onWait: () => log().warn({ database: databaseHost(databaseUrl) }, "waiting for the database"),
  });
}

/** Absent where the operator backs up. */
function backUpsBeforeMigrating({ migrationBackups: folder, databaseDirectUrl: databaseUrl }: Config) {
  if (!folder) return undefined;
  return async ([first = ""]: readonly string[]) => {
    const options = { folder, databaseUrl, storage: storage(), now: new Date() };
    const file = await backUpBeforeMigrating(first, options);
    log().info({ file }, "backed up before migrating");
  };
}

/** Behind a pooler, session settings must be set on the role; warn the operator if they are not. */
async function checkPooler({ databaseUrl, databaseDirectUrl }: Config): Promise<void> {
  if (databaseUrl === databaseDirectUrl) return;
  const session = await readPooledSession();
  checkPooledSession(session);
  if (session.statementTimeout === "0") {
    log().warn("the role has no statement_timeout, so slow statements are not cancelled behind a pooler");
  }
}

/** The server's address for its own requests; a server that listens everywhere uses the loopback. */
function internalUrl({ host, publicUrl }: Config, port: number): string {
  if (["127.0.0.1", "0.0.0.0", "localhost"].includes(host)) return `http://127.0.0.1:${port}`;
  return ["::", "::1"].includes(host) ? `http://[::1]:${port}` : publicUrl;
}

const logReplica: ReplicaOptions = {
  onAway: (error) => log().warn({ err: error }, "the replica is unavailable: reading from the primary"),
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
