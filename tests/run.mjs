// `npm test` after the packages are there: every check and every test, and the counts as the last line. docs/testing.md has its words.
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutSettings } from "../app/server/launch/environment.mjs";
import { Interrupted } from "../app/server/launch/error.mjs";
import { catchSignals, signalNumber, throwIfInterrupted } from "../app/server/launch/programs.mjs";
import { formatDuration as durationInWords } from "../app/server/launch/progress.mjs";
import { startEphemeral } from "../db/embedded/ephemeral.mjs";
import { choiceOf, UsageError } from "./run/choice.mjs";
import { keepDurations } from "./run/durations.mjs";
import { startHogs } from "./run/hogs.mjs";
import { durationTable, formatCounts, isSuccess, longestOf, NO_TESTS, sum } from "./run/reports.mjs";
import { tempDir } from "./run/temp-dir.mjs";

/** @typedef {import("./run/steps.mjs").Step} Step */
/** @typedef {import("./run/steps.mjs").Run} Run */
/** @typedef {import("./run/reports.mjs").Counts} Counts */
/** @typedef {import("./run/reports.mjs").Duration} Duration */
/** @typedef {import("./run/choice.mjs").Choice} Choice */
/** @typedef {{ counts: Counts, failures: string[], durations: Duration[] }} Outcome of one or more steps */

const root = fileURLToPath(new URL("../", import.meta.url));
/** How many of the longest files are named at the end. */
const LONGEST = 20;

/** @param {Outcome[]} all @returns {Outcome} */
const merge = (all) => ({
  counts: sum(all.map(({ counts }) => counts)),
  failures: all.flatMap(({ failures }) => failures),
  durations: all.flatMap(({ durations }) => durations),
});

/**
 * @param {Step} step
 * @param {Run} run
 * @returns {Promise<Outcome>}
 */
async function runStep(step, run) {
  const start = Date.now();
  const { counts, failures = [], durations = [], output } = await step.work(run);
  const result = isSuccess(counts) ? "passed" : "FAILED";
  const details = step.single ? "" : formatCounts(counts);
  console.log(
    `${step.name.padEnd(10)} ${result}  ${durationInWords(Date.now() - start).padStart(12)}  ${details}`.trimEnd(),
  );
  if (!isSuccess(counts)) {
    const word = run.env.TEST_DEPTH === "deep" ? "deep" : step.name;
    const seed = `with seed ${run.env.TEST_SEED}: npm test -- ${word} --seed ${run.env.TEST_SEED}`;
    console.log(["", ...failures, "", output.trim(), "", seed, ""].join("\n"));
  }
  return { counts, failures, durations };
}

/**
 * The steps of one lane after each other.
 *
 * @param {readonly Step[]} lane
 * @param {Run} run
 * @param {Promise<boolean>} built what needs the build waits for this
 */
async function runLane(lane, run, built) {
  /** @type {Outcome[]} */
  const all = [];
  for (const step of lane) {
    if (step.needsBuild && !(await built)) {
      console.log(`${step.name.padEnd(10)} FAILED  not run, since the build failed`);
      all.push({ counts: { ...NO_TESTS, failed: 1 }, failures: [], durations: [] });
      continue;
    }
    all.push(await runStep(step, run));
  }
  return merge(all);
}

/**
 * The build and the other lanes side by side.
 *
 * @param {readonly (readonly Step[])[]} lanes
 * @param {Run} run
 */
async function runLanes([building = [], ...others], run) {
  const build = runLane(building, run, Promise.resolve(true));
  const built = build.then(({ counts }) => counts.failed === 0);
  const results = await Promise.allSettled([build, ...others.map((lane) => runLane(lane, run, built))]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return merge(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
}

/**
 * All that was chosen, once.
 *
 * @param {Choice} choice
 * @param {Record<string, string>} extra environment of this run
 */
async function runOnce({ lanes, files, isDeep }, extra) {
  const folder = mkdtempSync(join(tmpdir(), "openbell-reports-"));
  const needsDatabase = lanes.flat().some(({ name }) => name === "unit") && !process.env.TEST_DATABASE_URL;
  const database = needsDatabase ? await startEphemeral() : undefined;
  try {
    const env = {
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }),
      ...withoutSettings(process.env),
      ...(database ? { TEST_DATABASE_URL: database.url } : {}),
      ...(isDeep ? { TEST_DEPTH: "deep" } : {}),
      ...extra,
    };
    return await runLanes(lanes, { root, env, folder, files });
  } finally {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The same tests several times, in another order each time and beside programs that keep every core busy.
 *
 * @param {Choice} choice
 * @returns {Promise<number>} the exit code
 */
async function runForFlaws(choice) {
  /** @type {Map<string, string[]>} the runs in which each test failed */
  const failed = new Map();
  /** @type {Counts[]} */
  const all = [];
  const stopHogs = startHogs();
  try {
    for (let nth = 1; nth <= choice.times; nth += 1) {
      throwIfInterrupted();
      const seed = String(choice.seed === undefined ? randomInt(2 ** 31) : choice.seed + nth - 1);
      console.log(`run ${nth} of ${choice.times}, seed ${seed}`);
      const { counts, failures } = await runOnce(choice, { TEST_SEED: seed, TEST_SHUFFLE: "1" });
      all.push(counts);
      for (const failure of failures)
        failed.set(failure, [...(failed.get(failure) ?? []), `run ${nth}, seed ${seed}`]);
    }
  } finally {
    await stopHogs();
  }
  for (const [failure, runs] of failed) console.log(`${failure}\n      failed in ${runs.join("; ")}`);
  return report(sum(all));
}

/** @param {Counts} counts @returns {number} the exit code */
function report(counts) {
  console.log(`\n${formatCounts(counts)}`);
  return isSuccess(counts) ? 0 : 1;
}

/** @param {readonly string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  const choice = await choiceOf(words, root);
  process.env.TMPDIR = tempDir();
  if (choice.note) console.log(choice.note);
  if (choice.times > 1) return runForFlaws(choice);
  const seed = String(choice.seed ?? randomInt(2 ** 31));
  console.log(`seed       ${seed}`);
  const { counts, durations } = await runOnce(choice, { TEST_SEED: seed });
  if (durations.length > 0) console.log(`\nlongest files\n${durationTable(longestOf(durations, LONGEST))}`);
  if (choice.keepsDurations) keepDurations(durations);
  return report(counts);
}

catchSignals();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = 128 + signalNumber(error.signal);
  else {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  }
}
