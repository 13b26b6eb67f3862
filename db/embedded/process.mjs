import { readFileSync } from "node:fs";
import { errorCode } from "./error.mjs";

/** @param {number} milliseconds */
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Identifies a living process, so that a later process with the same number differs. A zombie counts as gone:
 * in a container whose first process reaps no children it stays forever.
 *
 * @param {number} pid
 * @returns {string | null} "<pid>-<start time>", or null if no such process lives
 */
export function processIdentity(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform !== "linux") return isSignallable(pid) ? `${pid}-0` : null;
  const fields = fieldsOf(pid);
  return fields.length === 0 || fields[0] === "Z" || fields[0] === "X" ? null : `${pid}-${fields[19]}`;
}

/**
 * @param {number} pid
 * @returns {number | undefined} its parent, if the system shows it (Linux)
 */
export function parentOf(pid) {
  const fields = process.platform === "linux" ? fieldsOf(pid) : [];
  return fields.length === 0 ? undefined : Number(fields[1]);
}

/** @param {number} pid @returns {string[]} of /proc/<pid>/stat from the state on; empty if it is gone */
function fieldsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain spaces and brackets. The fields after the last bracket are plain.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/**
 * @param {string} identity from processIdentity
 * @returns {boolean} whether the same process still lives
 */
export function isAlive(identity) {
  return processIdentity(Number.parseInt(identity, 10)) === identity;
}

/** @param {number} pid */
function isSignallable(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/**
 * @param {() => boolean} condition
 * @param {number} milliseconds at most
 * @returns {Promise<boolean>} whether it became true in time
 */
export async function waitUntil(condition, milliseconds) {
  const deadline = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() >= deadline) return false;
    await sleep(15);
  }
  return true;
}
