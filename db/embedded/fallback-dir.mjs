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
 * @returns {string} where its cluster is or will be: within, or where a link there points to
 */
export function clusterDirOf(folder) {
  const home = join(folder, "postgres");
  if (!lstatSync(home, { throwIfNoEntry: false })?.isSymbolicLink()) return home;
  if (existsSync(home)) return realpathSync(home);
  rmSync(home);
  return home;
}

/**
 * The last resort of root in a folder nobody else can walk to (a clone under /root), where the system also
 * forbids user name spaces (a container with the usual rules): the cluster lives under /var/lib/openbell, and
 * a link in the data folder leads there.
 *
 * @param {string} folder the data folder
 * @returns {string} the place the link shall lead to; it does not exist yet
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
 * @param {string} folder the data folder, whose link goes
 * @param {string} home what createFallbackDir gave, and all that is around it
 */
export function removeFallbackDir(folder, home) {
  rmSync(join(folder, "postgres"), { force: true });
  rmSync(dirname(home), { recursive: true, force: true });
}

/**
 * @param {string} folder the data folder
 * @param {string} home the cluster's
 * @param {Native} binaries the programs in node_modules
 * @returns {Native} the same programs, where whoever can reach the cluster can reach them
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
