import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded, stopIfUnused } from "./server.mjs";

const PREFIX = "openbell-ephemeral-";
const YOUNG_MS = 60_000;

/**
 * A PostgreSQL of its own for one run of tests, in a temporary folder that goes with it. Those of runs that were
 * killed are ended and removed on the way.
 *
 * @returns {Promise<{ url: string, folder: string, stop(): Promise<void> }>} `folder`: room for the run's other
 *   temporary files, removed by stop
 */
export async function startEphemeral() {
  await removeStale();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // As root somebody else runs PostgreSQL and must be able to walk through.
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
