import { existsSync } from "node:fs";
import { join } from "node:path";
import { LaunchError } from "./error.mjs";
import { runQuietly } from "./programs.mjs";
import { contentHash, readStamp, writeStamp } from "./stamp.mjs";

/** Sources of the build. */
const SOURCES = [
  "package-lock.json",
  "app",
  "db",
  "public",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
];

/** @param {string} root */
export const serverBundle = (root) => join(root, "build", "server", "index.js");

/** @param {string} root */
const stampOf = (root) => join(root, "build", ".stamp");

/** @param {string} root @returns {boolean} whether build/ was made from the current sources */
export function isBuilt(root) {
  return existsSync(serverBundle(root)) && readStamp(stampOf(root)) === contentHash(root, SOURCES);
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export async function build(root, env) {
  const hash = contentHash(root, SOURCES);
  writeStamp(stampOf(root), undefined);
  const remix = join(root, "node_modules", "@remix-run", "dev", "dist", "cli.js");
  /** @type {NodeJS.ProcessEnv} */
  const production = { ...env, NODE_ENV: "production" };
  const { code, output } = await runQuietly(process.execPath, [remix, "vite:build"], {
    cwd: root,
    env: production,
  });
  if (code !== 0 || !existsSync(serverBundle(root)))
    throw new LaunchError("The build failed (npm run build).", output);
  // The hash from before the build: a file that is saved during it triggers another build at the next start.
  writeStamp(stampOf(root), hash);
}
