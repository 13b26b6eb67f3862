// Processor time that a Node process and a PostgreSQL cluster have taken so far, from Linux's /proc. On other
// systems, and for a PostgreSQL on another machine, it is `undefined`.
import { readdirSync, readFileSync } from "node:fs";
import { knex } from "@mikro-orm/postgresql";

/** A second in Linux, on every current architecture. */
const CLOCK_TICKS = 100;

/** @typedef {{ user: number, system: number }} ProcessorTime seconds */
/** @typedef {{ parent: number, own: ProcessorTime, ended: ProcessorTime }} ProcessTimes `ended`: of children that ended */

/**
 * @param {string} stat text of /proc/<pid>/stat; its figures are the sums of all threads
 * @returns {ProcessTimes}
 */
export function parseStat(stat) {
  // The process name in brackets may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const seconds = (/** @type {number} */ index) => Number(fields[index]) / CLOCK_TICKS;
  return {
    parent: Number(fields[1]),
    own: { user: seconds(11), system: seconds(12) },
    ended: { user: seconds(13), system: seconds(14) },
  };
}

/** @param {number} pid @returns {ProcessTimes | undefined} */
function timesOf(pid) {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {number | undefined} pid @returns {ProcessorTime | undefined} of the process with all its threads */
export const processTime = (pid) => (pid === undefined ? undefined : timesOf(pid)?.own);

/**
 * @param {number | undefined} pid
 * @returns {number | undefined} seconds that its main thread was ready to run while other threads had the core
 */
export function waitingTime(pid) {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e9;
  } catch {
    return undefined;
  }
}

/**
 * The time of a cluster: its postmaster, its living children, and those that ended, whose time the postmaster
 * keeps.
 *
 * @param {number | undefined} postmaster process id
 * @returns {ProcessorTime | undefined}
 */
export function clusterTime(postmaster) {
  const root = postmaster === undefined ? undefined : timesOf(postmaster);
  if (!root) return undefined;
  const living = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === postmaster);
  return sumTimes([root.own, root.ended, ...living.map(({ own }) => own)]);
}

/** @param {ProcessorTime[]} times @returns {ProcessorTime} */
export const sumTimes = (times) =>
  times.reduce((sum, { user, system }) => ({ user: sum.user + user, system: sum.system + system }), {
    user: 0,
    system: 0,
  });

/**
 * @param {ProcessorTime | undefined} before
 * @param {ProcessorTime | undefined} after
 * @returns {ProcessorTime | undefined}
 */
export const timeBetween = (before, after) =>
  before && after && { user: after.user - before.user, system: after.system - before.system };

/**
 * @param {string} databaseUrl
 * @returns {Promise<number | undefined>} process id of its postmaster if it runs on this machine
 */
export async function findPostmaster(databaseUrl) {
  const connection = knex({ client: "pg", connection: databaseUrl, pool: { min: 0, max: 1 } });
  try {
    const { rows } = await connection.raw("select pg_backend_pid() as pid, current_database() as name");
    const [{ pid, name }] = rows;
    // A backend's title names its database. If PostgreSQL runs on another machine, this id belongs to another
    // process or to none.
    const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return title.startsWith("postgres:") && title.includes(name) ? timesOf(pid)?.parent : undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  } finally {
    await connection.destroy();
  }
}
