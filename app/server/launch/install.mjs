import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { LaunchError } from "./error.mjs";
import { runQuietly } from "./programs.mjs";
import { contentHash, readStamp, writeStamp } from "./stamp.mjs";

/**
 * Packages to install: those to build and serve the site, or all, with development tools. @typedef {"start" |
 * "all"} Scope
 */

/** @type {Readonly<Record<Scope, { name: string, program: string }>>} a package that only this scope has */
const WITNESSES = {
  start: { name: "vite", program: "bin/vite.js" },
  all: { name: "vitest", program: "vitest.mjs" },
};

/**
 * @param {string} root
 * @param {Scope} [scope]
 * @returns {boolean} whether node_modules matches package-lock.json
 */
export function isInstalled(root, scope = "all") {
  if (!hasWitness(root, scope)) return false;
  const stamp = readStamp(stampOf(root));
  const stamps =
    scope === "start" ? [stampText(root, "start"), stampText(root, "all")] : [stampText(root, "all")];
  return (stamp !== undefined && stamps.includes(stamp)) || npmWroteLater(root, scope);
}

/**
 * Installs package-lock.json with its optional packages, which include the embedded PostgreSQL and the image
 * library.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {Scope} [wanted] a folder with development tools keeps them anyway
 */
export async function install(root, env, wanted = "all") {
  const folder = join(root, "node_modules");
  // npm ci would empty the folder through the link, and another clone would lose its packages.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new LaunchError(
      `${folder} is a link and its packages are not those of package-lock.json: remove the link.`,
    );
  }
  const scope = hasWitness(root, "all") ? "all" : wanted;
  // The site may be running from this folder: existing packages stay, and only missing ones are added.
  const words = isInstalled(root, "start") ? ["install", "--no-save"] : ["ci"];
  const [command, first, shell] = npmCommand(env);
  const npmArgs = [
    ...words,
    scope === "all" ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const spawnOptions = { cwd: root, env: { ...env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" }, shell };
  const { code, output } = await runQuietly(command, [...first, ...npmArgs], spawnOptions);
  if (code !== 0) throw new LaunchError(`The packages could not be installed (npm ${words[0]}).`, output);
  writeStamp(stampOf(root), stampText(root, scope));
}

/** @param {string} root @param {Scope} scope */
function hasWitness(root, scope) {
  const { name, program } = WITNESSES[scope];
  return existsSync(join(root, "node_modules", name, program));
}

/** @param {string} root */
const stampOf = (root) => join(root, "node_modules", ".openbell-stamp");

/** @param {string} root @param {Scope} scope */
function stampText(root, scope) {
  const hash = contentHash(root, ["package-lock.json"]);
  return scope === "all" ? hash : `${scope} ${hash}`;
}

/**
 * npm writes its lock file last. If that is newer than our stamp, npm was run by hand.
 * @param {string} root
 * @param {Scope} scope
 */
function npmWroteLater(root, scope) {
  const note = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (!existsSync(note) || !existsSync(lock) || statSync(note).mtimeMs < statSync(lock).mtimeMs) return false;
  return readFileSync(note, "utf8").includes(`"node_modules/${WITNESSES[scope].name}"`);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {[command: string, first: string[], shell: boolean]} the npm that started us, otherwise the one on
 * the path
 */
function npmCommand(env) {
  const own = env.npm_execpath;
  if (own && /npm-cli\.c?js$/.test(own) && existsSync(own)) return [process.execPath, [own], false];
  return process.platform === "win32" ? ["npm.cmd", [], true] : ["npm", [], false];
}
