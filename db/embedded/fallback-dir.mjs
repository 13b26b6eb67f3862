import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { binariesIn } from "./platform.mjs";

/** @typedef {import("./platform.mjs").Native} Native */

const BASE = "/var/lib/openbell";

/**
 * @param {string} folder the data folder
 * @returns {string} the path of its cluster: inside, or the target of a link there
 */
export function clusterDirOf(folder) {
  const home = join(folder, "postgres");
  if (!lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) return home;
  if (existsSync(home)) return realpathSync(home);
  rmSync(home);
  return home;
}

/**
 * Creates a cluster folder under /var/lib/openbell, with a link to it in the data folder. Root needs it in a
 * folder that only root can enter (a clone under /root). A further condition: the system forbids user
 * namespaces (a container with the usual rules).
 *
 * @param {string} folder the data folder
 * @returns {string} the target for the link; it does not exist yet
 */
export function createFallbackDir(folder) {
  mkdirSync(BASE, { recursive: true, mode: 0o755 });
  const own = mkdtempSync(join(BASE, "cluster-"));
  chmodSync(own, 0o755);
  const home = join(own, "postgres");
  mkdirSync(home, { mode: 0o700 });
  symlinkSync(home, join(folder, "postgres"));
  return home;
}

/**
 * @param {string} folder the data folder, whose link is removed
 * @param {string} home the result of createFallbackDir, removed with its parent folder
 */
export function removeFallbackDir(folder, home) {
  rmSync(join(folder, "postgres"), { force: true });
  rmSync(dirname(home), { recursive: true, force: true });
}

/**
 * @param {string} folder the data folder
 * @param {string} home the cluster's folder
 * @param {Native} binaries the programs in node_modules
 * @returns {Native} the same programs, at a path that every account with access to the cluster can reach
 */
export function reachableBinaries(folder, home, binaries) {
  if (dirname(home) === folder) return binaries;
  const copy = join(dirname(home), `native-${binaries.version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(binaries.folder, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith(".a"),
    });
    renameSync(unfinished, copy);
  }
  return binariesIn(copy, binaries.version);
}
