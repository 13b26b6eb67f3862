import { join } from "node:path";
import { build, isBuilt } from "../../app/server/launch/build.mjs";
import { LaunchTrouble } from "../../app/server/launch/error.mjs";
import { runQuietly } from "../../app/server/launch/programs.mjs";
import { ensureChromium } from "./chromium.mjs";
import { asOne, countsFrom, playwrightCounts, vitestCounts } from "./reports.mjs";

/** @typedef {import("./reports.mjs").Counts} Counts */
/** @typedef {{ root: string, env: NodeJS.ProcessEnv, folder: string }} Run `folder`: for reports, temporary */
/** @typedef {{ counts: Counts, output: string }} Result */
/** @typedef {{ name: string, needsBuild?: boolean, single: boolean, work: (run: Run) => Promise<Result> }} Step */

/** @param {string} name @param {string} program @param {string[]} args @returns {Step} */
const check = (name, program, args) => ({
  name,
  single: true,
  async work({ root, env }) {
    const words = [join(root, "node_modules", program), ...args];
    const { code, output } = await runQuietly(process.execPath, words, { cwd: root, env });
    return { counts: asOne(code === 0), output };
  },
});

/** @type {Step} */
const building = {
  name: "build",
  single: true,
  async work({ root, env }) {
    try {
      if (!isBuilt(root)) await build(root, env);
      return { counts: asOne(true), output: "" };
    } catch (error) {
      if (!(error instanceof LaunchTrouble)) throw error;
      return { counts: asOne(false), output: error.detail };
    }
  },
};

/** @type {Step} */
const unit = {
  name: "unit",
  single: false,
  needsBuild: true,
  async work({ root, env, folder }) {
    const file = join(folder, "vitest.json");
    const runner = join(root, "node_modules", "vitest", "vitest.mjs");
    const words = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code, output } = await runQuietly(process.execPath, [runner, ...words], { cwd: root, env });
    return { counts: countsFrom(file, vitestCounts, code), output };
  },
};

/** @type {Step} */
const browser = {
  name: "browser",
  single: false,
  needsBuild: true,
  async work({ root, env, folder }) {
    const chromium = await ensureChromium(root, env);
    if ("missing" in chromium) return { counts: asOne(false), output: chromium.missing };
    const file = join(folder, "playwright.json");
    const runner = join(root, "node_modules", "@playwright", "test", "cli.js");
    const { code, output } = await runQuietly(process.execPath, [runner, "test", "--reporter=list,json"], {
      cwd: root,
      env: { ...env, CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    });
    return { counts: countsFrom(file, playwrightCounts, code), output };
  },
};

/**
 * What runs side by side, the build first. The tests of the product wait for it. Neither of their runners keeps two cores busy by
 * itself: they wait for pages, for PostgreSQL, for time limits. No test measures time, so they may slow each other.
 *
 * @type {readonly (readonly Step[])[]}
 */
export const LANES = [
  [building],
  [unit],
  [browser],
  [
    check("types", "typescript/bin/tsc", ["--noEmit"]),
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
