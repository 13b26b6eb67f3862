import { constants, mkdirSync } from "node:fs";
import { access } from "node:fs/promises";
import { createServer } from "node:net";
import { dataFolder } from "./environment.mjs";
import { LaunchError } from "./error.mjs";

/** Same as in app/platform/config.server.ts, which reports wrong values. */
const DEFAULTS = { port: 3000, host: "127.0.0.1" };

/**
 * Checks early what would otherwise fail after installation, build and database start.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @throws {LaunchError} when the port is taken or the data folder is not writable
 */
export async function checkFirst(root, env) {
  await checkPort(Number(env.PORT || DEFAULTS.port), env.HOST || DEFAULTS.host);
  if (env.DATABASE_URL && !env.UPLOADS_S3_BUCKET) await checkDataDir(dataFolder(root, env));
  await checkDatabaseFolder(root, env);
}

/**
 * The same for commands that do not listen.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @throws {LaunchError} when the embedded database's folder is not writable
 */
export async function checkDatabaseFolder(root, env) {
  if (!env.DATABASE_URL) await checkDataDir(dataFolder(root, env));
}

/** @param {number} port @param {string} host */
async function checkPort(port, host) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  if (await isTaken(port, host))
    throw new LaunchError(`PORT ${port} is already in use. Set PORT to a free one.`);
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} whether a server listens there */
function isTaken(port, host) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (/** @type {NodeJS.ErrnoException} */ { code }) => resolve(code === "EADDRINUSE"));
    server.listen({ port, host }, () => server.close(() => resolve(false)));
  });
}

/** @param {string} folder */
async function checkDataDir(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new LaunchError(
      `The data folder ${folder} cannot be written (${code}). Set DATA_DIR to another one.`,
    );
  }
}
