// `npm test` after the packages are there: every check and every test, and what came of them as the last line.
// Words name the steps to run (`npm test -- types unit`); without any all of them run.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withoutSettings } from "../app/server/launch/environment.mjs";
import { Interrupted } from "../app/server/launch/error.mjs";
import { catchSignals, signalNumber } from "../app/server/launch/programs.mjs";
import { formatDuration as durationInWords } from "../app/server/launch/progress.mjs";
import { startEphemeral } from "../db/embedded/ephemeral.mjs";
import { formatCounts, isSuccess, sum } from "./run/reports.mjs";
import { PARALLEL_STEPS } from "./run/steps.mjs";
import { tempDir } from "./run/temp-dir.mjs";

/** @typedef {import("./run/steps.mjs").Step} Step */
/** @typedef {import("./run/steps.mjs").Run} Run */
/** @typedef {import("./run/reports.mjs").Counts} Counts */

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * @param {Step} step
 * @param {Run} run
 */
async function runStep(step, run) {
  const start = Date.now();
  const { counts, failures = [], longest = [], output } = await step.work(run);
  const said = isSuccess(counts) ? "passed" : "FAILED";
  const details = step.single ? "" : formatCounts(counts);
  console.log(
    `${step.name.padEnd(10)} ${said}  ${durationInWords(Date.now() - start).padStart(12)}  ${details}`.trimEnd(),
  );
  if (longest.length > 0) console.log(`${"".padEnd(11)}longest: ${longest.join(", ")}`);
  if (!isSuccess(counts)) console.log(["", ...failures, "", output.trim(), ""].join("\n"));
  return counts;
}

/**
 * The steps of one lane after each other.
 *
 * @param {readonly Step[]} lane
 * @param {Run} run
 * @param {Promise<boolean>} built what needs the build waits for this
 */
async function runLane(lane, run, built) {
  /** @type {Counts[]} */
  const all = [];
  for (const step of lane) {
    if (step.needsBuild && !(await built)) {
      console.log(`${step.name.padEnd(10)} FAILED  not run, since the build failed`);
      all.push({ passed: 0, failed: 1, skipped: 0 });
      continue;
    }
    all.push(await runStep(step, run));
  }
  return sum(all);
}

/**
 * The build and the other lanes side by side.
 *
 * @param {readonly (readonly Step[])[]} lanes
 * @param {Run} run
 */
async function runLanes([building = [], ...others], run) {
  const build = runLane(building, run, Promise.resolve(true));
  const built = build.then(({ failed }) => failed === 0);
  const results = await Promise.allSettled([build, ...others.map((lane) => runLane(lane, run, built))]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
  return sum(results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
}

/**
 * @param {readonly string[]} chosen
 * @returns {Step[][]}
 */
function lanesOf(chosen) {
  const known = PARALLEL_STEPS.flat().map((step) => step.name);
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(", ")}; there are ${known.join(", ")}.`);
  const wanted = chosen.length > 0 ? chosen : known;
  return PARALLEL_STEPS.map((lane) => lane.filter((step) => wanted.includes(step.name)));
}

/** @param {readonly string[]} chosen @returns {Promise<number>} the exit code */
async function main(chosen) {
  const lanes = lanesOf(chosen);
  process.env.TMPDIR = tempDir();
  const folder = mkdtempSync(join(tmpdir(), "openbell-reports-"));
  const needsDatabase = lanes.flat().some((step) => step.name === "unit") && !process.env.TEST_DATABASE_URL;
  const database = needsDatabase ? await startEphemeral() : undefined;
  try {
    const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };
    const own = database ? { TEST_DATABASE_URL: database.url } : {};
    const env = { ...colours, ...withoutSettings(process.env), ...own };
    const total = await runLanes(lanes, { root, env, folder });
    console.log(`\n${formatCounts(total)}`);
    return isSuccess(total) ? 0 : 1;
  } finally {
    await database?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

catchSignals();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Interrupted) process.exitCode = 128 + signalNumber(error.signal);
  else {
    console.error(error);
    process.exitCode = 1;
  }
}
