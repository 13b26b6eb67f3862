import { startEmbedded } from "../../../db/embedded/server.mjs";
import { throwIfInterrupted } from "./programs.mjs";

/** @typedef {ReturnType<typeof import("./progress.mjs").createProgress>} Progress */
/** @typedef {import("../../../db/embedded/server.mjs").EmbeddedDatabase} EmbeddedDatabase */

const WATCH_MS = 1_000;
const GIVE_UP_AFTER = 5;

/**
 * Does `work` with a database: the one DATABASE_URL names, else the embedded one, which runs at least as long.
 *
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
    const said = `PostgreSQL on 127.0.0.1:${value.port}${value.attached ? ", already running" : ""}`;
    return { said, value };
  });
  const stopWatching = restartWhenDown(database, progress);
  try {
    throwIfInterrupted();
    return await work(database.url);
  } finally {
    stopWatching();
    await progress.step("database", "stopping PostgreSQL", async () => {
      await database.stop();
      return { said: database.alive() ? "left to the others who use it" : "stopped", value: undefined };
    });
  }
}

/**
 * Starts PostgreSQL again when somebody (the system, short of memory) has killed it.
 *
 * @param {EmbeddedDatabase} database
 * @param {Progress} progress
 * @returns {() => void} ends the watch
 */
function restartWhenDown(database, progress) {
  let failures = 0;
  let busy = false;
  const timer = setInterval(async () => {
    if (busy || database.alive()) return;
    busy = true;
    try {
      await database.revive();
      progress.note("PostgreSQL was gone and has been started again");
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
