import { spawn, spawnSync } from "node:child_process";
import { closeSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { filesOf } from "./cluster.mjs";
import { codeOf, EmbeddedTrouble } from "./error.mjs";
import { openLog, readLog } from "./log.mjs";
import { cannotRun, locateNative } from "./platform.mjs";
import { identityOf, lives, until } from "./process.mjs";
import { asKeeper } from "./run-as.mjs";
import { settings } from "./settings.mjs";

/** @typedef {import("./run-as.mjs").Keeper} Keeper */
/**
 * What postmaster.pid says and whether it is true.
 * `ours`: that process is the server of this very folder. `stale`: it is gone or is somebody else's.
 *
 * @typedef {{ state: "none" | "stale" } | { state: "ours", pid: number, port: number, ready: boolean }} Postmaster
 */

const RECOVERY_MS = 120_000;

/** @param {string} home @returns {Postmaster} */
export function inspect(home) {
  const { data } = filesOf(home);
  /** @type {string[]} */
  let lines = [];
  try {
    lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { state: "none" };
    throw error;
  }
  const pid = Number(lines[0]);
  if (identityOf(pid) === null || !serves(pid, data, lines[1] ?? "")) return { state: "stale" };
  return { state: "ours", pid, port: Number(lines[3]), ready: (lines[7] ?? "").startsWith("ready") };
}

/**
 * @param {number} pid a living process
 * @param {string} data
 * @param {string} recorded the folder as postmaster.pid names it
 */
function serves(pid, data, recorded) {
  if (process.platform === "linux") return servesOnLinux(pid, data);
  if (process.platform === "win32") return recorded.replaceAll("/", "\\") === data;
  const shown = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  return shown.includes(`postgres -D ${data} `);
}

/**
 * A server's working folder is its data folder, even after that was moved. Where the system does not show it
 * (root in a container, another account's process) its command line names the folder. The owner must agree:
 * anybody can give a process any name.
 *
 * @param {number} pid
 * @param {string} data
 */
function servesOnLinux(pid, data) {
  try {
    const folder = statSync(data);
    if (statSync(`/proc/${pid}`).uid !== folder.uid) return false;
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (basename(words[0] ?? "") !== "postgres") return false;
    try {
      const cwd = statSync(`/proc/${pid}/cwd`);
      return cwd.ino === folder.ino && cwd.dev === folder.dev;
    } catch {
      return words.includes(data);
    }
  } catch {
    return false;
  }
}

/**
 * Removes a pid file that inspect found stale; only within the cluster's turn.
 *
 * @param {string} home
 */
export function forget(home) {
  rmSync(join(filesOf(home).data, "postmaster.pid"), { force: true });
}

/**
 * @param {string} home
 * @returns {string} identity of its server, empty when none runs
 */
export function serverOf(home) {
  const server = inspect(home);
  return (server.state === "ours" && identityOf(server.pid)) || "";
}

/**
 * Waits while a server of ours starts, recovers or stops.
 *
 * @param {string} home
 * @returns {Promise<{ pid: number, port: number } | null>} null when it has gone
 */
export async function settled(home) {
  let server = inspect(home);
  const done = await until(() => {
    server = inspect(home);
    return server.state !== "ours" || server.ready;
  }, RECOVERY_MS);
  if (!done) throw new EmbeddedTrouble(`PostgreSQL in ${home} is neither ready nor gone.`, readLog(home));
  return server.state === "ours" ? server : null;
}

/**
 * @param {{ home: string, keeper: Keeper, port: number, ephemeral: boolean }} what
 * @returns {Promise<"ready" | "port taken" | "still held">} "still held": processes of a killed server live on
 * @throws {EmbeddedTrouble} with what PostgreSQL said
 */
export async function launch({ home, keeper, port, ephemeral }) {
  const words = ["-D", filesOf(home).data, ...settings(port, ephemeral)];
  const { command, args, options } = asKeeper(keeper, keeper.native.postgres, words);
  const log = openLog(home, keeper);
  const stdio = /** @type {["ignore", number, number]} */ (["ignore", log.descriptor, log.descriptor]);
  // Detached: Ctrl-C reaches the whole group, and the product still needs its database while it ends.
  const child = spawn(command, args, { ...options, detached: true, stdio });
  closeSync(log.descriptor);
  child.unref();
  /** @type {unknown} */
  let failure;
  child.once("error", (error) => {
    failure = error;
  });
  const isReady = () => {
    const server = inspect(home);
    return server.state === "ours" && server.pid === child.pid && server.ready;
  };
  const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  await until(() => isReady() || hasEnded(), RECOVERY_MS);
  if (isReady()) return "ready";
  child.kill("SIGQUIT");
  if (codeOf(failure) === "ENOENT") throw cannotRun();
  const said = readLog(home, log.position);
  if (/could not create any TCP\/IP sockets/.test(said)) return "port taken";
  if (/lock file .* already exists|pre-existing shared memory block/.test(said)) return "still held";
  throw new EmbeddedTrouble(`PostgreSQL in ${home} did not start.`, said || String(failure ?? ""));
}

/**
 * Ends a server: sessions are cut and everything is written. One that does not follow is ended harder.
 *
 * @param {string} home
 */
export async function halt(home) {
  const server = inspect(home);
  if (server.state !== "ours") return;
  if (process.platform === "win32") {
    // Windows has no signals; Node would end the process on the spot.
    const words = ["stop", "-D", filesOf(home).data, "-m", "fast"];
    spawnSync(locateNative().pgCtl, words, { windowsHide: true });
  }
  await haltProcess(identityOf(server.pid) ?? "");
}

/** @param {string} identity of a server, as identityOf gave it */
export async function haltProcess(identity) {
  const ways = /** @type {const} */ ([
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 2_000],
  ]);
  for (const [signal, patience] of ways) {
    if (!lives(identity)) return;
    send(Number.parseInt(identity, 10), signal);
    if (await until(() => !lives(identity), patience)) return;
  }
}

/**
 * @param {number} pid
 * @param {"SIGINT" | "SIGQUIT" | "SIGKILL"} signal
 */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}
