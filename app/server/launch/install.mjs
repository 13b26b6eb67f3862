import { existsSync, lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { LaunchError } from "./error.mjs";
import { runQuietly } from "./programs.mjs";
import { contentHash, readStamp, writeStamp } from "./stamp.mjs";

/**
 * @param {string} root
 * @returns {boolean} whether node_modules holds what package-lock.json says
 */
export function isInstalled(root) {
  // Without the build's own program somebody installed for production only.
  if (!existsSync(join(root, "node_modules", "vite", "bin", "vite.js"))) return false;
  return readStamp(stampOf(root)) === contentHash(root, ["package-lock.json"]) || npmWroteLater(root);
}

/**
 * Installs what package-lock.json says, its optional packages included: the embedded PostgreSQL and the image
 * library are among them.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export async function install(root, env) {
  const folder = join(root, "node_modules");
  // npm ci begins by emptying the folder, through the link: another clone would lose its packages.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new LaunchError(
      `${folder} is a link and its packages are not those of package-lock.json: remove the link.`,
    );
  }
  const [command, first, shell] = npmCommand(env);
  const npmArgs = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const spawnOptions = { cwd: root, env: { ...env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" }, shell };
  const { code, output } = await runQuietly(command, [...first, ...npmArgs], spawnOptions);
  if (code !== 0) throw new LaunchError("The packages could not be installed (npm ci).", output);
  writeStamp(stampOf(root), contentHash(root, ["package-lock.json"]));
}

/** @param {string} root */
const stampOf = (root) => join(root, "node_modules", ".openbell-stamp");

/**
 * npm notes what it has installed as its last act. Later than the lock file means: somebody ran npm by hand.
 *
 * @param {string} root
 */
function npmWroteLater(root) {
  const note = join(root, "node_modules", ".package-lock.json");
  const lock = join(root, "package-lock.json");
  return existsSync(note) && existsSync(lock) && statSync(note).mtimeMs >= statSync(lock).mtimeMs;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {[command: string, first: string[], shell: boolean]} the npm that started us, else the one on the path
 */
function npmCommand(env) {
  const own = env.npm_execpath;
  if (own && /npm-cli\.c?js$/.test(own) && existsSync(own)) return [process.execPath, [own], false];
  return process.platform === "win32" ? ["npm.cmd", [], true] : ["npm", [], false];
}
