import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { enter, usersOf } from "./active-uses.mjs";
import { checkVersion, clusterExists, createCluster, filesOf, urlOf } from "./cluster.mjs";
import { codeOf, EmbeddedTrouble } from "./error.mjs";
import { homeIn, leaveElsewhere, nativeNear, placeElsewhere } from "./fallback-dir.mjs";
import { inTurn } from "./lock.mjs";
import { locateNative } from "./platform.mjs";
import { freePort } from "./port.mjs";
import { forget, halt, haltProcess, inspect, launch, serverOf, settled } from "./postmaster.mjs";
import { pause } from "./process.mjs";
import { chooseKeeper, handOver, makeDataFolder } from "./run-as.mjs";

export { EmbeddedTrouble } from "./error.mjs";

/** @typedef {(line: string) => void} Log */
/** @typedef {{ dataDir: string, port?: number, ephemeral?: boolean, log?: Log }} EmbeddedOptions */
/**
 * @typedef {object} EmbeddedDatabase
 * @property {string} url for DATABASE_URL; the role owns its database, may make others, is no superuser
 * @property {number} port on 127.0.0.1
 * @property {boolean} attached whether the server was already running
 * @property {() => boolean} alive whether it still runs
 * @property {() => Promise<void>} revive starts it again on the same port after it was killed
 * @property {() => Promise<void>} stop ends it, unless another living process uses the same data folder
 */

const HELD_MS = 20_000;

/**
 * Runs PostgreSQL on the data folder, or attaches to the one that already does. The cluster is made at the
 * first start; its port and password stay the same as long as they can.
 *
 * @param {EmbeddedOptions} options `dataDir`: the product's data folder, the cluster is `postgres` in it.
 *   `port`: insist on this one. `ephemeral`: for tests, fast and without any safety against crashes
 * @returns {Promise<EmbeddedDatabase>}
 * @throws {EmbeddedTrouble} when it cannot run here
 */
export async function startEmbedded({ dataDir, port, ephemeral = false, log = () => {} }) {
  const folder = makeDataFolder(resolve(dataDir));
  const first = await turnOf(folder, log, async () => {
    const server = await attachOrStart({ folder, port, ephemeral, log });
    return { ...server, url: urlOf(server.home, server.port), seat: enter(server.home) };
  });
  const { home, seat } = first;
  let server = serverOf(home);
  /** @type {Promise<void> | undefined} */
  let stopping;
  const leave = () =>
    turnOf(folder, log, async () => {
      if (seat.leave()) await halt(home);
    });
  const stop = async () => {
    if (existsSync(home)) await leave();
    // Somebody removed or moved the folder below it; nobody could find this server again.
    else await haltProcess(server);
  };
  const revive = async () => {
    if (!existsSync(home)) throw new EmbeddedTrouble(`The database's folder ${home} is gone.`);
    await turnOf(folder, log, async () => {
      if (stopping || inspect(home).state === "ours") return;
      await attachOrStart({ folder, port: first.port, ephemeral, log });
      server = serverOf(home);
    });
  };
  return {
    url: first.url,
    port: first.port,
    attached: first.attached,
    alive: () => inspect(home).state === "ours",
    revive,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Ends a server that nobody uses any more: its users were killed before they could.
 *
 * @param {string} dataDir
 * @returns {Promise<boolean>} false when somebody still uses it
 */
export async function haltAbandoned(dataDir) {
  const home = homeIn(dataDir);
  return inTurn(join(dataDir, "postgres.turn"), async () => {
    if (usersOf(home).length > 0) return false;
    await halt(home);
    if (dirname(home) !== dataDir) leaveElsewhere(dataDir, home);
    return true;
  });
}

/**
 * @template T
 * @param {string} folder
 * @param {Log} log
 * @param {() => Promise<T>} work
 */
async function turnOf(folder, log, work) {
  try {
    return await inTurn(join(folder, "postgres.turn"), work, {
      onWait: (holder) => log(`waiting for process ${holder}, which starts or stops the same database`),
    });
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    throw new EmbeddedTrouble(
      `The data folder ${folder} belongs to another account. Start as that account, or set DATA_DIR to a folder of your own.`,
    );
  }
}

/**
 * @param {{ folder: string, port: number | undefined, ephemeral: boolean, log: Log }} options
 * @returns {Promise<{ home: string, port: number, attached: boolean }>}
 */
async function attachOrStart({ folder, port: wanted, ephemeral, log }) {
  const running = await runningIn(homeIn(folder), log);
  if (running) return { ...running, attached: true };
  const { home, keeper } = prepare(folder, ephemeral, log);
  const remembered = Number(readFileSync(filesOf(home).port, "utf8")) || undefined;
  const deadline = Date.now() + HELD_MS;
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort(attempt === 1 ? remembered : undefined));
    const outcome = await launch({ home, keeper, port, ephemeral });
    if (outcome === "ready") {
      if (port !== remembered) writeFileSync(filesOf(home).port, String(port));
      return { home, port, attached: false };
    }
    if (outcome === "port taken" && (wanted !== undefined || attempt === 5)) {
      throw new EmbeddedTrouble(`Port ${port} of 127.0.0.1 is taken by another program.`);
    }
    if (outcome === "still held" && Date.now() > deadline) {
      throw new EmbeddedTrouble(`Another PostgreSQL still works on ${home}. End it first.`);
    }
    if (outcome === "still held") await pause(250);
  }
}

/** @param {string} home @param {Log} log */
async function runningIn(home, log) {
  const found = inspect(home);
  if (found.state === "ours") {
    const server = await settled(home);
    if (server) return { home, port: server.port };
  }
  if (inspect(home).state === "stale") {
    log("removing the mark of a PostgreSQL that was killed");
    forget(home);
  }
  return null;
}

/**
 * Finds who runs PostgreSQL and where, and makes the cluster when there is none.
 *
 * @param {string} folder
 * @param {boolean} ephemeral
 * @param {Log} log
 */
function prepare(folder, ephemeral, log) {
  const native = locateNative();
  const inside = homeIn(folder);
  const within = chooseKeeper({
    native: nativeNear(folder, inside, native),
    folder: dirname(inside),
    home: inside,
  });
  if (within) return ready(inside, within, ephemeral);
  const occupied = lstatSync(join(folder, "postgres"), { throwIfNoEntry: false }) !== undefined;
  const home = occupied ? null : placeElsewhere(folder);
  const outside =
    home && chooseKeeper({ native: nativeNear(folder, home, native), folder: dirname(home), home });
  if (!home || !outside) {
    if (home) leaveElsewhere(folder, home);
    throw new EmbeddedTrouble(
      `PostgreSQL does not run as root, and no other account can reach ${folder}. Start as an ordinary user, set DATA_DIR to a folder that everybody can walk to, or set DATABASE_URL.`,
    );
  }
  log(`no other account can reach ${folder}, so the database lives in ${home}`);
  return ready(home, outside, ephemeral);
}

/**
 * @param {string} home
 * @param {import("./run-as.mjs").Keeper} keeper
 * @param {boolean} ephemeral
 */
function ready(home, keeper, ephemeral) {
  if (clusterExists(home)) {
    checkVersion(home, keeper);
    handOver(home, keeper);
  } else {
    createCluster(home, keeper, ephemeral);
  }
  return { home, keeper };
}
