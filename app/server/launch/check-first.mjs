import { constants, mkdirSync } from "node:fs";
import { access } from "node:fs/promises";
import { createServer } from "node:net";
import { dataDirOf } from "./environment.mjs";
import { LaunchError } from "./error.mjs";

/** As app/platform/config.server.ts has them; wrong ones are told there. */
const DEFAULTS = { port: 3000, host: "127.0.0.1" };

/**
 * What would end a start only after packages, build and database.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @throws {LaunchError} where the port is taken, or the data's folder cannot be written
 */
export async function checkFirst(root, env) {
  await checkPort(Number(env.PORT || DEFAULTS.port), env.HOST || DEFAULTS.host);
  if (!env.DATABASE_URL || !env.UPLOADS_S3_BUCKET) await checkDataDir(dataDirOf(root, env));
}

/** @param {number} port @param {string} host */
async function checkPort(port, host) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  if (await isTaken(port, host))
    throw new LaunchError(`PORT ${port} is already in use. Set PORT to a free one.`);
}

/** @param {number} port @param {string} host @returns {Promise<boolean>} whether somebody listens there */
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
      `The folder of the data, ${folder}, cannot be written (${code}). Set DATA_DIR to another one.`,
    );
  }
}
