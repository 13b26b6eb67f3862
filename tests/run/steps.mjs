import { join } from "node:path";
import { build, isBuilt } from "../../app/server/launch/build.mjs";
import { LaunchError } from "../../app/server/launch/error.mjs";
import { runQuietly } from "../../app/server/launch/programs.mjs";
import { ensureChromium } from "./chromium.mjs";
import {
  countAsOne,
  countsFrom,
  durationsFrom,
  failuresFrom,
  playwrightCounts,
  playwrightDurations,
  playwrightFailures,
  vitestCounts,
  vitestDurations,
  vitestFailures,
} from "./reports.mjs";

/** @typedef {import("./reports.mjs").Counts} Counts */
/** @typedef {import("./reports.mjs").Duration} Duration */
/**
 * @typedef {{ root: string, env: NodeJS.ProcessEnv, folder: string, files?: string[] }} Run `folder`: for reports, temporary;
 *   `files`: the tests to run, named from the root; without it all
 */
/** @typedef {{ counts: Counts, failures?: string[], durations?: Duration[], output: string }} Result `failures`: a line each */
/** @typedef {{ name: string, needsBuild?: boolean, single: boolean, work: (run: Run) => Promise<Result> }} Step */

/** @param {string} path @returns {boolean} whether Playwright runs the file; Vitest runs the others */
export const isSpec = (path) => path.endsWith(".spec.ts");

/** @param {string} name @param {string} program @param {string[]} args @returns {Step} */
const check = (name, program, args) => ({
  name,
  single: true,
  async work({ root, env }) {
    const nodeArgs = [join(root, "node_modules", program), ...args];
    const { code, output } = await runQuietly(process.execPath, nodeArgs, { cwd: root, env });
    return { counts: countAsOne(code === 0), output };
  },
});

/** @type {Step} */
const buildStep = {
  name: "build",
  single: true,
  async work({ root, env }) {
    try {
      if (!isBuilt(root)) await build(root, env);
      return { counts: countAsOne(true), output: "" };
    } catch (error) {
      if (!(error instanceof LaunchError)) throw error;
      return { counts: countAsOne(false), output: error.detail };
    }
  },
};

/** @type {Step} */
const unitStep = {
  name: "unit",
  single: false,
  needsBuild: true,
  async work({ root, env, folder, files = [] }) {
    const own = files.filter((path) => !isSpec(path));
    const file = join(folder, "vitest.json");
    const runner = join(root, "node_modules", "vitest", "vitest.mjs");
    const vitestArgs = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code, output } = await runQuietly(process.execPath, [runner, ...vitestArgs, ...own], {
      cwd: root,
      env,
    });
    return {
      counts: countsFrom(file, vitestCounts, code),
      failures: failuresFrom(file, vitestFailures),
      durations: durationsFrom(file, vitestDurations),
      output,
    };
  },
};

/** @type {Step} */
const browserStep = {
  name: "browser",
  single: false,
  needsBuild: true,
  async work({ root, env, folder, files = [] }) {
    const own = files.filter(isSpec);
    const chromium = await ensureChromium(root, env);
    if ("missing" in chromium) return { counts: countAsOne(false), output: chromium.missing };
    const file = join(folder, "playwright.json");
    const runner = join(root, "node_modules", "@playwright", "test", "cli.js");
    const { code, output } = await runQuietly(
      process.execPath,
      [runner, "test", "--reporter=list,json", ...own],
      {
        cwd: root,
        env: { ...env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    );
    return {
      counts: countsFrom(file, playwrightCounts, code),
      failures: failuresFrom(file, playwrightFailures),
      durations: durationsFrom(file, playwrightDurations),
      output,
    };
  },
};

/**
 * What runs side by side, the build first. The tests of the product wait for it. Each of their two runners keeps two cores busy by
 * itself: side by side, every limit in them would come nearer.
 *
 * @type {readonly (readonly Step[])[]}
 */
export const PARALLEL_STEPS = [
  [buildStep],
  [unitStep, browserStep],
  [
    check("types", "typescript-7/bin/tsc", ["--noEmit"]),
    check("lint", "@biomejs/biome/bin/biome", ["check"]),
    check("imports", "dependency-cruiser/bin/dependency-cruise.mjs", [
      "--config",
      ".dependency-cruiser.mjs",
      "app",
      "db",
      "tests",
    ]),
    check("unused", "knip/bin/knip.js", []),
  ],
];
