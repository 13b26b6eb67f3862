import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runQuietly } from "../../app/server/launch/programs.mjs";

/** The browser without windows of its own goes first: the same pages take a fraction of the time in it. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const KNOWN_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * @param {NodeJS.ProcessEnv} env CHROMIUM_PATH goes first
 * @returns {string | undefined} the browser's program
 */
export function findChromium(env) {
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [env.CHROMIUM_PATH, ...KNOWN_PATHS, ...onPath].find((path) => path !== undefined && isProgram(path));
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The browser for the browser tests; as root on Debian it is installed when there is none.
 *
 * @param {string} root the project
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ path: string } | { missing: string }>} `missing`: why, and what to do
 */
export async function ensureChromium(root, env) {
  const found = findChromium(env);
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    return { missing: "There is no Chromium. Install one, or name its program in CHROMIUM_PATH." };
  }
  const spawnOptions = { cwd: root, env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
  const update = await runQuietly("apt-get", ["update"], spawnOptions);
  const aptArgs = ["install", "--yes", "--no-install-recommends", "chromium-headless-shell"];
  const { output } = await runQuietly("apt-get", aptArgs, spawnOptions);
  const path = findChromium(env);
  return path ? { path } : { missing: `Chromium could not be installed.\n${update.output}${output}` };
}
