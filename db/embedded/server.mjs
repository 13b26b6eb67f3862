import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { activeUses, registerUse } from "./active-uses.mjs";
import { checkVersion, clusterExists, clusterFiles, connectionUrl, createCluster } from "./cluster.mjs";
import { EmbeddedDatabaseError, errorCode } from "./error.mjs";
import { clusterDirOf, createFallbackDir, reachableBinaries, removeFallbackDir } from "./fallback-dir.mjs";
import { withLock } from "./lock.mjs";
import { findBinaries } from "./platform.mjs";
import { freePort } from "./port.mjs";
import {
  readPostmasterState,
  removeStalePidFile,
  serverIdentity,
  startPostmaster,
  stopProcess,
  stopServer,
  waitUntilSettled,
} from "./postmaster.mjs";
import { sleep } from "./process.mjs";
import { chooseAccount, chownCluster, makeDataFolder } from "./run-as.mjs";

export { EmbeddedDatabaseError } from "./error.mjs";

/** @typedef {(line: string) => void} Log */
/** @typedef {{ dataDir: string, port?: number, ephemeral?: boolean, log?: Log }} EmbeddedOptions */
/**
 * @typedef {object} EmbeddedDatabase
 * @property {string} url for DATABASE_URL; the role owns its database, may create others, is no superuser
 * @property {number} port on 127.0.0.1
 * @property {boolean} attached whether the server was already running
 * @property {() => boolean} alive whether it still runs
 * @property {() => Promise<void>} revive starts it again on the same port after it was killed
 * @property {() => Promise<void>} stop stops it, unless another living process uses the same data folder
 */

const STILL_HELD_MS = 20_000;

/**
 * Starts PostgreSQL on the data folder, or attaches to the running server. The first start creates the
 * cluster. Its port and password stay the same as long as possible.
 *
 * @param {EmbeddedOptions} options `dataDir`: the product's data folder, the cluster is `postgres` in it.
 * `port`: use only this one. `ephemeral`: for tests, fast and unsafe in a crash
 * @returns {Promise<EmbeddedDatabase>}
 * @throws {EmbeddedDatabaseError} if it cannot run here
 */
export async function startEmbedded({ dataDir, port, ephemeral = false, log = () => {} }) {
  const folder = makeDataFolder(resolve(dataDir));
  const first = await withClusterLock(folder, log, async () => {
    const server = await attachOrStart({ folder, port, ephemeral, log });
    return { ...server, url: connectionUrl(server.home, server.port), usage: registerUse(server.home) };
  });
  const { home, usage } = first;
  let server = serverIdentity(home);
  /** @type {Promise<void> | undefined} */
  let stopping;
  const release = () =>
    withClusterLock(folder, log, async () => {
      if (usage.release()) await stopServer(home);
    });
  const stop = async () => {
    if (existsSync(home)) await release();
    // Somebody removed or moved its folder, so nobody could find this server again.
    else await stopProcess(server);
  };
  const revive = async () => {
    if (!existsSync(home)) throw new EmbeddedDatabaseError(`The database's folder ${home} is gone.`);
    await withClusterLock(folder, log, async () => {
      if (stopping || readPostmasterState(home).state === "ours") return;
      await attachOrStart({ folder, port: first.port, ephemeral, log });
      server = serverIdentity(home);
    });
  };
  return {
    url: first.url,
    port: first.port,
    attached: first.attached,
    alive: () => readPostmasterState(home).state === "ours",
    revive,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Stops an unused server, whose users were killed before they could stop it.
 *
 * @param {string} dataDir
 * @returns {Promise<boolean>} false if it is still in use
 */
export async function stopIfUnused(dataDir) {
  const home = clusterDirOf(dataDir);
  return withLock(join(dataDir, "postgres.turn"), async () => {
    if (activeUses(home).length > 0) return false;
    await stopServer(home);
    if (dirname(home) !== dataDir) removeFallbackDir(dataDir, home);
    return true;
  });
}

/**
 * @template T
 * @param {string} folder
 * @param {Log} log
 * @param {() => Promise<T>} work
 */
async function withClusterLock(folder, log, work) {
  try {
    return await withLock(join(folder, "postgres.turn"), work, {
      onWait: (holder) => log(`waiting for process ${holder}, which starts or stops the same database`),
    });
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    throw new EmbeddedDatabaseError(
      `The data folder ${folder} belongs to another account. Start as that account, or set DATA_DIR to a folder of your own.`,
    );
  }
}

/**
 * @param {{ folder: string, port: number | undefined, ephemeral: boolean, log: Log }} options
 * @returns {Promise<{ home: string, port: number, attached: boolean }>}
 */
async function attachOrStart({ folder, port: wanted, ephemeral, log }) {
  const running = await findRunning(clusterDirOf(folder), log);
  if (running) return { ...running, attached: true };
  const { home, keeper: account } = prepareCluster(folder, ephemeral, log);
  const lastPort = Number(readFileSync(clusterFiles(home).port, "utf8")) || undefined;
  const deadline = Date.now() + STILL_HELD_MS;
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort(attempt === 1 ? lastPort : undefined));
    const outcome = await startPostmaster({ home, keeper: account, port, ephemeral });
    if (outcome === "ready") {
      if (port !== lastPort) writeFileSync(clusterFiles(home).port, String(port));
      return { home, port, attached: false };
    }
    if (outcome === "port taken" && (wanted !== undefined || attempt === 5)) {
      throw new EmbeddedDatabaseError(`Port ${port} of 127.0.0.1 is taken by another program.`);
    }
    if (outcome === "still held" && Date.now() > deadline) {
      throw new EmbeddedDatabaseError(`Another PostgreSQL still works on ${home}. End it first.`);
    }
    if (outcome === "still held") await sleep(250);
  }
}

/** @param {string} home @param {Log} log */
async function findRunning(home, log) {
  const found = readPostmasterState(home);
  if (found.state === "ours") {
    const server = await waitUntilSettled(home);
    if (server) return { home, port: server.port };
  }
  if (readPostmasterState(home).state === "stale") {
    log("removing the mark of a PostgreSQL that was killed");
    removeStalePidFile(home);
  }
  return null;
}

/**
 * Chooses the account and the folder for PostgreSQL, and creates the cluster if there is none.
 *
 * @param {string} folder
 * @param {boolean} ephemeral
 * @param {Log} log
 */
function prepareCluster(folder, ephemeral, log) {
  const native = findBinaries();
  const defaultDir = clusterDirOf(folder);
  const account = chooseAccount({
    native: reachableBinaries(folder, defaultDir, native),
    folder: dirname(defaultDir),
    home: defaultDir,
  });
  if (account) return ensureCluster(defaultDir, account, ephemeral);
  const occupied = lstatSync(join(folder, "postgres"), { throwIfNoEntry: false }) !== undefined;
  const home = occupied ? null : createFallbackDir(folder);
  const fallbackAccount =
    home && chooseAccount({ native: reachableBinaries(folder, home, native), folder: dirname(home), home });
  if (!home || !fallbackAccount) {
    if (home) removeFallbackDir(folder, home);
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, and no other account can reach ${folder}. Start as an ordinary user, set DATA_DIR to a folder that everybody can walk to, or set DATABASE_URL.`,
    );
  }
  log(`no other account can reach ${folder}, so the database lives in ${home}`);
  return ensureCluster(home, fallbackAccount, ephemeral);
}

/**
 * @param {string} home
 * @param {import("./run-as.mjs").Keeper} account
 * @param {boolean} ephemeral
 */
function ensureCluster(home, account, ephemeral) {
  if (clusterExists(home)) {
    checkVersion(home, account);
    chownCluster(home, account);
  } else {
    createCluster(home, account, ephemeral);
  }
  return { home, keeper: account };
}
