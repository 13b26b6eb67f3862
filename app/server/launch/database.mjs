import { startEmbedded } from "../../../db/embedded/server.mjs";
import { throwIfInterrupted } from "./programs.mjs";

/** @typedef {ReturnType<typeof import("./progress.mjs").createProgress>} Progress */
/** @typedef {import("../../../db/embedded/server.mjs").EmbeddedDatabase} EmbeddedDatabase */

const WATCH_MS = 1_000;
const GIVE_UP_AFTER = 5;

/**
 * Runs `work` with a database: that of DATABASE_URL, otherwise the embedded one, which runs at least as long.
 * @template T
 * @param {{ env: NodeJS.ProcessEnv, dataDir: string, progress: Progress }} context
 * @param {(databaseUrl: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withDatabase({ env, dataDir, progress }, work) {
  if (env.DATABASE_URL) return work(env.DATABASE_URL);
  throwIfInterrupted();
  const database = await progress.step("database", "starting PostgreSQL", async () => {
    const value = await startEmbedded({ dataDir, log: progress.note });
    const summary = `PostgreSQL on 127.0.0.1:${value.port}${value.attached ? ", already running" : ""}`;
    return { summary, value };
  });
  const stopWatching = restartWhenDown(database, progress);
  try {
    throwIfInterrupted();
    return await work(database.url);
  } finally {
    stopWatching();
    await progress.step("database", "stopping PostgreSQL", async () => {
      await database.stop();
      return { summary: database.alive() ? "still used by other processes" : "stopped", value: undefined };
    });
  }
}

/**
 * Restarts PostgreSQL after it was killed (for example when memory runs out).
 * @param {EmbeddedDatabase} database
 * @param {Progress} progress
 * @returns {() => void} stops the watch
 */
function restartWhenDown(database, progress) {
  let failures = 0;
  let busy = false;
  const timer = setInterval(async () => {
    if (busy || database.alive()) return;
    busy = true;
    try {
      await database.revive();
      progress.note("PostgreSQL had stopped and was restarted");
      failures = 0;
    } catch (error) {
      failures += 1;
      progress.note(error instanceof Error ? error.message : String(error));
      if (failures === GIVE_UP_AFTER) clearInterval(timer);
    } finally {
      busy = false;
    }
  }, WATCH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
