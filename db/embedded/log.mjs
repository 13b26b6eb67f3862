import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from "node:fs";
import { clusterFiles } from "./cluster.mjs";
import { isRoot } from "./run-as.mjs";

/** @typedef {import("./run-as.mjs").Keeper} Keeper */

const LIMIT_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 4_000;

/**
 * PostgreSQL's own log, stored with its data. A start may rotate it; one older file is kept.
 *
 * @param {string} home
 * @param {Keeper} account
 * @returns {{ descriptor: number, position: number }} position: the start of new entries
 */
export function openLog(home, account) {
  const file = clusterFiles(home).log;
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size > LIMIT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, "a", 0o600);
  // Otherwise the folder's owner could not write it after root has started the product once.
  if (isRoot()) fchownSync(descriptor, account.uid ?? 0, account.gid ?? 0);
  return { descriptor, position: fstatSync(descriptor).size };
}

/**
 * @param {string} home
 * @param {number} [from] position in bytes; by default the last few lines
 */
export function readLog(home, from) {
  const file = clusterFiles(home).log;
  if (from !== undefined) return readFileSync(file).subarray(from).toString("utf8").trim();
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return "";
  const descriptor = openSync(file, "r");
  const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
  closeSync(descriptor);
  return bytes.toString("utf8").trim();
}
