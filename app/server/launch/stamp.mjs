import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * @param {string} root
 * @param {readonly string[]} paths files and folders below root; missing ones count as absent
 * @returns {string} a hash of their names and contents, without times and owners
 */
export function contentHash(root, paths) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      const bytes = readFileSync(file);
      hash.update(`${relative(root, file).split(sep).join("/")}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} in the same order on every system */
function filesUnder(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return stats.isFile() ? [path] : [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string} file @returns {string | undefined} the stored hash */
export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/**
 * @param {string} file
 * @param {string | undefined} hash undefined removes the stamp before its subject changes
 */
export function writeStamp(file, hash) {
  if (hash === undefined) rmSync(file, { force: true });
  else writeFileSync(file, `${hash}\n`);
}
