import { fileURLToPath } from "node:url";
import { defaultExclude, defineConfig } from "vitest/config";
import { ALIASES } from "./tests/support/aliases.mjs";
import { reasonOf, testFiles } from "./tests/support/alone";
import { LongestFirst } from "./tests/support/longest-first";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const TESTS = "tests/**/*.test.{ts,tsx}";
const DEEP = "tests/deep/**/*.test.ts";
const FILES = testFiles(at("./tests/"));
const pathsWhere = (is: (file: (typeof FILES)[number]) => boolean) =>
  FILES.filter(is).map(({ path }) => path);
const ALONE = pathsWhere(({ text }) => reasonOf(text) !== undefined);
/** Sweeps try a sample of what there is, and everything in a deep run. */
const SWEEPS = pathsWhere(({ text }) => /\b(isDeep|casesOf|coveringPairs)\b/.test(text));
const IS_DEEP = process.env.TEST_DEPTH === "deep";

export default defineConfig({
  // The tests' own elements, too, are made for the React that readers get: see NODE_ENV below.
  esbuild: { jsx: "automatic", jsxDev: false },
  resolve: {
    alias: ALIASES,
  },
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    // The build is loaded as its server loads it: what this runner would make of three megabytes takes seconds in each process, and
    // maps the stack of each error that the product throws.
    server: { deps: { external: [/\/build\/server\//] } },
    // Answers are made and thrown away by the thousand: with more room for what is young, less of it is copied.
    execArgv: ["--max-semi-space-size=64", "--always-sparkplug"],
    // One more than cores of a small machine: some of the tests wait, for a limit or for another process.
    maxWorkers: 3,
    projects: IS_DEEP
      ? [{ extends: true, test: { name: "deep", include: [DEEP, ...SWEEPS], isolate: true } }]
      : [
          // A process loads the product once for many files. What one of them leaves behind fails it, not the next one.
          {
            extends: true,
            test: {
              name: "shared",
              include: [TESTS],
              exclude: [...defaultExclude, DEEP, ...ALONE],
              isolate: false,
              setupFiles: ["tests/support/leave-nothing.ts"],
            },
          },
          { extends: true, test: { name: "alone", include: ALONE, exclude: [DEEP], isolate: true } },
        ],
    sequence: { sequencer: LongestFirst },
    // The build renders as it does for readers: React's development copy is several times slower, and says more.
    env: { NODE_ENV: "production" },
    // What differed is read in a log of which there may be no more than this line.
    chaiConfig: { truncateThreshold: 2_000 },
    // Only what hangs reaches these: a slow machine is no failure, so no test has a shorter limit of its own.
    testTimeout: IS_DEEP ? 1_200_000 : 600_000,
    hookTimeout: IS_DEEP ? 1_800_000 : 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
