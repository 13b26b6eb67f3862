import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../../../db/embedded/lock.mjs";
import { EmbeddedDatabaseError } from "../../../db/embedded/server.mjs";
import { build, isBuilt, serverBundle } from "./build.mjs";
import { checkDatabaseFolder, checkFirst } from "./check-first.mjs";
import { withDatabase } from "./database.mjs";
import { dataFolder, drainMs, serverEnvironment } from "./environment.mjs";
import { Interrupted, LaunchError } from "./error.mjs";
import { install, isInstalled } from "./install.mjs";
import { NODE_FLAGS } from "./node-flags.mjs";
import { catchSignals, exitWithNpm, signalNumber, throwIfInterrupted } from "./programs.mjs";
import { createProgress } from "./progress.mjs";
import { runCommand, STOP_TIMEOUT_MS, superviseServer } from "./supervise.mjs";

/** @typedef {import("./install.mjs").Scope} Scope */
/** @typedef {{ root: string, env: NodeJS.ProcessEnv, words: string[], progress: ReturnType<typeof createProgress> }} Context */

/** @type {Readonly<Record<string, (context: Context) => Promise<number>>>} each returns its exit code */
const COMMANDS = {
  start: (context) => serve(context),
  dev: (context) => develop(context),
  test: (context) => test(context),
  packages: (context) => completePackages(context),
  seed: (context) => runBuilt(context, [serverBundle(context.root), "seed"]),
  "create-superadmin": (context) => runBuilt(context, [serverBundle(context.root), "create-superadmin"]),
  "reset-two-step": (context) => runBuilt(context, [serverBundle(context.root), "reset-two-step"]),
  "verify-ledger": (context) => runBuilt(context, [serverBundle(context.root), "verify-ledger"]),
  backup: (context) => runBuilt(context, [serverBundle(context.root), "backup"]),
  restore: (context) => runBuilt(context, [serverBundle(context.root), "restore"]),
  bench: (context) => runBuilt(context, [join(context.root, "tests", "load", "bench.mjs")], "all"),
  endurance: (context) => runBuilt(context, [join(context.root, "tests", "endurance", "run.mjs")], "all"),
};

/**
 * @param {string[]} line the command and its words
 * @returns {Promise<number>} the exit code
 */
export async function launch([name = "start", ...words]) {
  const command = COMMANDS[name];
  if (!command) {
    console.error(`Unknown command "${name}". Known: ${Object.keys(COMMANDS).join(", ")}.`);
    return 1;
  }
  catchSignals();
  exitWithNpm(process.env);
  // The reader of our output may quit (npm start | head); the database must still be stopped.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  try {
    return await command({
      root,
      env: process.env,
      words,
      progress: createProgress(process.stdout, process.env),
    });
  } catch (error) {
    return reportError(error);
  }
}

/** @param {unknown} error @returns {number} the exit code */
function reportError(error) {
  if (error instanceof Interrupted) return 128 + signalNumber(error.signal);
  if (error instanceof LaunchError || error instanceof EmbeddedDatabaseError) {
    console.error([error.detail, error.message].filter(Boolean).join("\n\n"));
  } else {
    console.error(error);
  }
  return 1;
}

/** @param {Context} context */
async function serve(context) {
  await checkFirst(context.root, context.env);
  await ensureInstalled(context, "start");
  await ensureBuilt(context);
  return withServerEnvironment(context, "production", (env) => {
    const args = [...NODE_FLAGS, serverBundle(context.root), "serve", ...context.words];
    const patienceMs = STOP_TIMEOUT_MS + drainMs(env);
    return superviseServer({ args, cwd: context.root, env }, { patienceMs, warn: context.progress.note });
  });
}

/** @param {Context} context */
async function develop(context) {
  await checkFirst(context.root, context.env);
  await ensureInstalled(context, "all");
  return withServerEnvironment(context, "development", (env) => {
    const args = [join(context.root, "app", "server", "dev.mjs"), ...context.words];
    return superviseServer({ args, cwd: context.root, env }, { warn: context.progress.note });
  });
}

/** @param {Context} context */
async function test(context) {
  await ensureInstalled(context, "all");
  throwIfInterrupted();
  const args = [join(context.root, "tests", "run.mjs"), ...context.words];
  return runCommand({ args, cwd: context.root, env: context.env });
}

/** Prepares a script of package.json; silent when everything is ready. @param {Context} context */
async function completePackages(context) {
  if (!isInstalled(context.root, "all")) await ensureInstalled(context, "all");
  throwIfInterrupted();
  return 0;
}

/**
 * @param {Context} context
 * @param {string[]} args Node's arguments
 * @param {Scope} [scope] the required packages
 */
async function runBuilt(context, args, scope = "start") {
  await checkDatabaseFolder(context.root, context.env);
  await ensureInstalled(context, scope);
  await ensureBuilt(context);
  return withServerEnvironment(context, "production", (env) =>
    runCommand({ args: [...args, ...context.words], cwd: context.root, env }),
  );
}

/**
 * @param {Context} context
 * @param {"production" | "development"} mode
 * @param {(env: NodeJS.ProcessEnv) => Promise<number>} work
 */
function withServerEnvironment({ root, env, progress }, mode, work) {
  const dataDir = dataFolder(root, env);
  return withDatabase({ env, dataDir, progress }, (databaseUrl) => {
    throwIfInterrupted();
    return work(serverEnvironment(env, { databaseUrl, dataDir, mode }));
  });
}

/** @param {Context} context @param {Scope} scope */
async function ensureInstalled({ root, env, progress }, scope) {
  await progress.step("packages", "installing packages", async () => {
    if (isInstalled(root, scope)) return { summary: "up to date", value: undefined };
    return withLaunchLock(root, progress, async () => {
      if (isInstalled(root, scope)) return { summary: "up to date", value: undefined };
      await install(root, env, scope);
      return { summary: "installed", value: undefined };
    });
  });
}

/** @param {Context} context */
async function ensureBuilt({ root, env, progress }) {
  throwIfInterrupted();
  await progress.step("build", "building", async () => {
    if (isBuilt(root)) return { summary: "up to date", value: undefined };
    return withLaunchLock(root, progress, async () => {
      if (isBuilt(root)) return { summary: "up to date", value: undefined };
      await build(root, env);
      return { summary: "built", value: undefined };
    });
  });
}

/**
 * Prevents two starts of one clone from installing or building at the same time. @template T
 * @param {string} root
 * @param {Context["progress"]} progress
 * @param {() => Promise<T>} work
 */
function withLaunchLock(root, progress, work) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  return withLock(join(root, ".cache", "launch.turn"), work, {
    waitMs: 600_000,
    onWait: (holder) => progress.note(`waiting for process ${holder}, which is already doing this`),
    checkWait: throwIfInterrupted,
  });
}
