import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded, stopIfUnused } from "./server.mjs";

const PREFIX = "openbell-ephemeral-";
const YOUNG_MS = 60_000;

/**
 * A separate PostgreSQL for one run of tests, in a temporary folder. It also stops and removes the servers of
 * killed runs.
 *
 * @returns {Promise<{ url: string, folder: string, stop(): Promise<void> }>} `folder`: for the run's other
 * temporary files, removed by stop
 */
export async function startEphemeral() {
  await removeStale();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // If root runs the tests, PostgreSQL runs as another account, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const database = await startEmbedded({ dataDir: folder, ephemeral: true });
  return {
    url: database.url,
    folder,
    async stop() {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function removeStale() {
  const own = process.getuid?.();
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const stats = statSync(folder, { throwIfNoEntry: false });
    const young = !stats || Date.now() - stats.mtimeMs < YOUNG_MS;
    if (young || (own !== undefined && stats.uid !== own)) continue;
    if (await stopIfUnused(folder)) rmSync(folder, { recursive: true, force: true });
  }
}
