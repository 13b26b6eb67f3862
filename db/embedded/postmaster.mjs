import { spawn, spawnSync } from "node:child_process";
import { closeSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { clusterFiles } from "./cluster.mjs";
import { EmbeddedDatabaseError, errorCode } from "./error.mjs";
import { openLog, readLog } from "./log.mjs";
import { cannotRunError, findBinaries } from "./platform.mjs";
import { isAlive, processIdentity, waitUntil } from "./process.mjs";
import { commandAs } from "./run-as.mjs";
import { postgresSettings } from "./settings.mjs";

/** @typedef {import("./run-as.mjs").Keeper} Keeper */
/**
 * The content of postmaster.pid, compared with the running processes. `ours`: the process is this folder's
 * server. `stale`: the process is gone, or is another program.
 *
 * @typedef {{ state: "none" | "stale" } | { state: "ours", pid: number, port: number, ready: boolean }} Postmaster
 */

const RECOVERY_MS = 120_000;

/** @param {string} home @returns {Postmaster} */
export function readPostmasterState(home) {
  const { data } = clusterFiles(home);
  /** @type {string[]} */
  let lines = [];
  try {
    lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { state: "none" };
    throw error;
  }
  const pid = Number(lines[0]);
  if (processIdentity(pid) === null || !isServerOf(pid, data, lines[1] ?? "")) return { state: "stale" };
  return { state: "ours", pid, port: Number(lines[3]), ready: (lines[7] ?? "").startsWith("ready") };
}

/**
 * @param {number} pid a living process
 * @param {string} data
 * @param {string} recorded the folder that postmaster.pid names
 */
function isServerOf(pid, data, recorded) {
  if (process.platform === "linux") return isServerOnLinux(pid, data);
  if (process.platform === "win32") return recorded.replaceAll("/", "\\") === data;
  const commandLine =
    spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  return commandLine.includes(`postgres -D ${data} `);
}

/**
 * A server's working folder is its data folder, even after a move. If the system hides it (root in a
 * container, another account's process), the command line names the folder. The owner must match, because
 * anybody can give a process any name.
 *
 * @param {number} pid
 * @param {string} data
 */
function isServerOnLinux(pid, data) {
  try {
    const folder = statSync(data);
    if (statSync(`/proc/${pid}`).uid !== folder.uid) return false;
    const argv = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (basename(argv[0] ?? "") !== "postgres") return false;
    try {
      const cwd = statSync(`/proc/${pid}/cwd`);
      return cwd.ino === folder.ino && cwd.dev === folder.dev;
    } catch {
      return argv.includes(data);
    }
  } catch {
    return false;
  }
}

/**
 * Removes a stale pid file. Call it only under the cluster's lock.
 *
 * @param {string} home
 */
export function removeStalePidFile(home) {
  rmSync(join(clusterFiles(home).data, "postmaster.pid"), { force: true });
}

/**
 * @param {string} home
 * @returns {string} identity of its server, empty if none runs
 */
export function serverIdentity(home) {
  const server = readPostmasterState(home);
  return (server.state === "ours" && processIdentity(server.pid)) || "";
}

/**
 * Waits while our server starts, recovers or stops.
 *
 * @param {string} home
 * @returns {Promise<{ pid: number, port: number } | null>} null if it has stopped
 */
export async function waitUntilSettled(home) {
  let server = readPostmasterState(home);
  const done = await waitUntil(() => {
    server = readPostmasterState(home);
    return server.state !== "ours" || server.ready;
  }, RECOVERY_MS);
  if (!done)
    throw new EmbeddedDatabaseError(`PostgreSQL in ${home} is neither ready nor gone.`, readLog(home));
  return server.state === "ours" ? server : null;
}

/**
 * @param {{ home: string, keeper: Keeper, port: number, ephemeral: boolean }} what
 * @returns {Promise<"ready" | "port taken" | "still held">} "still held": processes of a killed server still
 * run
 * @throws {EmbeddedDatabaseError} with PostgreSQL's output
 */
export async function startPostmaster({ home, keeper: account, port, ephemeral }) {
  const postgresArgs = ["-D", clusterFiles(home).data, ...postgresSettings(port, ephemeral)];
  const { command, args, options } = commandAs(account, account.native.postgres, postgresArgs);
  const log = openLog(home, account);
  const stdio = /** @type {["ignore", number, number]} */ (["ignore", log.descriptor, log.descriptor]);
  // Detached: Ctrl-C signals the whole process group, and the product needs its database until it has ended.
  const child = spawn(command, args, { ...options, detached: true, stdio });
  closeSync(log.descriptor);
  child.unref();
  /** @type {unknown} */
  let failure;
  child.once("error", (error) => {
    failure = error;
  });
  const isReady = () => {
    const server = readPostmasterState(home);
    return server.state === "ours" && server.pid === child.pid && server.ready;
  };
  const hasEnded = () => failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  await waitUntil(() => isReady() || hasEnded(), RECOVERY_MS);
  if (isReady()) return "ready";
  child.kill("SIGQUIT");
  if (errorCode(failure) === "ENOENT") throw cannotRunError();
  const output = readLog(home, log.position);
  if (/could not create any TCP\/IP sockets/.test(output)) return "port taken";
  if (/lock file .* already exists|pre-existing shared memory block/.test(output)) return "still held";
  throw new EmbeddedDatabaseError(`PostgreSQL in ${home} did not start.`, output || String(failure ?? ""));
}

/**
 * Stops a server: ends its sessions and writes all data. If it does not stop in time, sends stronger signals.
 *
 * @param {string} home
 */
export async function stopServer(home) {
  const server = readPostmasterState(home);
  if (server.state !== "ours") return;
  if (process.platform === "win32") {
    // Windows has no signals: Node would terminate the process immediately.
    const pgCtlArgs = ["stop", "-D", clusterFiles(home).data, "-m", "fast"];
    spawnSync(findBinaries().pgCtl, pgCtlArgs, { windowsHide: true });
  }
  await stopProcess(processIdentity(server.pid) ?? "");
}

/** @param {string} identity of a server, as processIdentity gave it */
export async function stopProcess(identity) {
  const escalation = /** @type {const} */ ([
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 2_000],
  ]);
  for (const [signal, timeoutMs] of escalation) {
    if (!isAlive(identity)) return;
    send(Number.parseInt(identity, 10), signal);
    if (await waitUntil(() => !isAlive(identity), timeoutMs)) return;
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
    if (errorCode(error) !== "ESRCH") throw error;
  }
}
