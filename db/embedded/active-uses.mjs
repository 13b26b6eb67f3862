import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, processIdentity } from "./process.mjs";

let useCount = 0;

/**
 * The uses of a cluster, one file per use, named after the living process. The last use to end stops
 * PostgreSQL. The file of a killed process stays, but does not count. Register and release only under the
 * cluster's lock.
 *
 * @param {string} home folder of the cluster
 */
export function registerUse(home) {
  const folder = join(home, "users");
  mkdirSync(folder, { recursive: true });
  useCount += 1;
  const useFile = join(folder, `${processIdentity(process.pid)}-${useCount}`);
  writeFileSync(useFile, clusterFingerprint(home));
  return {
    /** @returns {boolean} whether no other use is left */
    release() {
      rmSync(useFile, { force: true });
      return activeUses(home).length === 0;
    },
  };
}

/**
 * @param {string} home folder of the cluster
 * @returns {string[]} the uses by living processes; files of dead ones are removed
 */
export function activeUses(home) {
  const folder = join(home, "users");
  /** @type {string[]} */
  let names = [];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.filter((name) => {
    const useFile = join(folder, name);
    const active =
      isAlive(name.slice(0, name.lastIndexOf("-"))) &&
      readFileSync(useFile, "utf8") === clusterFingerprint(home);
    if (!active) rmSync(useFile, { force: true });
    return active;
  });
}

/**
 * Identifies the cluster: files that came with a copy of the folder belong to another one.
 *
 * @param {string} home
 */
function clusterFingerprint(home) {
  const { dev, ino } = statSync(home);
  return `${dev}-${ino}`;
}
