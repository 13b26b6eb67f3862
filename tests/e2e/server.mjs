import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt, serverBundle } from "../../app/server/launch/build.mjs";
import { serverEnvironment, withoutSettings } from "../../app/server/launch/environment.mjs";
import { waitForExit } from "../../app/server/launch/programs.mjs";
import { startEphemeral } from "../../db/embedded/ephemeral.mjs";
import { freePort } from "../../db/embedded/port.mjs";
import { sleep } from "../../db/embedded/process.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const READY_MS = 600_000;

/**
 * Starts the built product in demo mode before the browser tests, with its own database. Its address is in
 * BASE_URL. An existing BASE_URL is used instead (a site that runs elsewhere).
 * @returns {Promise<(() => Promise<void>) | undefined>} ends both
 */
export default async function setUp() {
  if (process.env.BASE_URL) return undefined;
  const { url, stop } = await startSite();
  process.env.BASE_URL = url;
  return stop;
}

/**
 * The built product with its demo content, for a test that needs its own.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `stop` ends server and database
 */
export async function startSite() {
  const clean = withoutSettings(process.env);
  if (!isBuilt(root)) await build(root, clean);
  const database = await startEphemeral();
  try {
    const dataDir = join(database.folder, "data");
    mkdirSync(dataDir);
    const env = serverEnvironment(clean, { databaseUrl: database.url, dataDir, mode: "production" });
    const server = await startServer(env, await freePort());
    const stop = async () => {
      await server.stop();
      await database.stop();
    };
    return { url: server.url, stop };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 */
async function startServer(env, port) {
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [serverBundle(root), "serve"], {
    cwd: root,
    env: {
      ...env,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: "warn",
      DATABASE_PATIENCE: "10",
    },
    // The channel closes when the tests are killed, and the server then ends itself.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-100_000);
    });
  }
  let code = /** @type {number | undefined} */ (undefined);
  const end = waitForExit(child).then((value) => {
    code = value;
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const lastResort = setTimeout(() => child.kill("SIGKILL"), 25_000);
    await end;
    clearTimeout(lastResort);
  };
  const deadline = Date.now() + READY_MS;
  while (!(await isReady(url))) {
    if (code !== undefined) throw new Error(`The server ended with exit code ${code}.\n${output}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`The server was not ready after ${READY_MS / 1_000} s.\n${output}`);
    }
    await sleep(100);
  }
  return { url, stop };
}

/** @param {string} url */
async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
