import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { EmbeddedDatabaseError, errorCode } from "./error.mjs";
import { isAlive, processIdentity, sleep } from "./process.mjs";

const FRESH_MS = 5_000;

/**
 * Runs `work` under an exclusive lock of this file. If its holder is killed, the lock is free at once. The
 * file names the holder's process and start time, so a reused process number does not count.
 *
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {{ waitMs?: number, onWait?: (holder: string) => void, checkWait?: () => void }} [options] how long to wait for the
 * holder; `checkWait` throws to end the wait
 * @returns {Promise<T>}
 * @throws {EmbeddedDatabaseError} if the holder takes longer
 */
export async function withLock(file, work, { waitMs = 120_000, onWait, checkWait } = {}) {
  const deadline = Date.now() + waitMs;
  let notified = false;
  while (!tryAcquire(file)) {
    if (removeStaleLock(file)) continue;
    const holder = String(Number.parseInt(read(file) ?? "", 10));
    if (!notified) onWait?.(holder);
    notified = true;
    checkWait?.();
    if (Date.now() > deadline) throw new EmbeddedDatabaseError(`Process ${holder} still holds ${file}.`);
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tryAcquire(file) {
  try {
    writeFileSync(file, processIdentity(process.pid) ?? "", { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * If two processes find a dead holder, the second must not remove the lock that the first has just taken. So
 * only one process at a time may remove, and it checks again first.
 *
 * @param {string} file
 */
function removeStaleLock(file) {
  if (!isStale(file)) return false;
  const removing = `${file}.removing`;
  if (!tryAcquire(removing)) {
    if (ageOf(removing) > FRESH_MS) rmSync(removing, { force: true });
    return false;
  }
  try {
    if (!isStale(file)) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(removing, { force: true });
  }
}

/** @param {string} file */
function isStale(file) {
  const holder = read(file);
  if (holder === undefined) return false;
  return holder === "" ? ageOf(file) > FRESH_MS : !isAlive(holder);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function ageOf(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
