import { readFileSync, writeFileSync } from "node:fs";

/** @typedef {import("./reports.mjs").Duration} Duration */

const FILE = new URL("../durations.json", import.meta.url);

/** Shorter files are not listed: when they begin makes no difference. */
const LEAST_MS = 2_000;

/** @returns {Readonly<Record<string, number>>} seconds of the files that took long in the run that was kept, by their path from the root */
export const keptDurations = () => JSON.parse(readFileSync(FILE, "utf8"));

/**
 * Keeps how long files took, for the runs that come: the longest begin first.
 *
 * @param {readonly Duration[]} durations
 */
export function keepDurations(durations) {
  const long = durations.filter(({ ms }) => ms >= LEAST_MS);
  const sorted = long.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const entries = sorted.map(({ name, ms }) => [name, Math.round(ms / 1_000)]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
