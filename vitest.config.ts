import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultExclude, defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const TESTS = "**/*.test.{ts,tsx}";
/** Requests and their answers: these leave nothing behind, and their processes load the site once for many of them. */
const REQUESTS = [
  `tests/routes/{site,admin,account,api}/${TESTS}`,
  "tests/routes/security/call-canaries.test.ts",
  "tests/routes/system/{demo-paypal,feeds,headers,page-weight}.test.ts",
];
/** Rules, drawings, declarations: most ask nobody, some a database of their own. */
const RULES = [`tests/{admin-kit,features,load,ui,web}/${TESTS}`];
/** What starts a site of its own, among them. */
const SITES = [
  "tests/features/calls/{demo-ledger,record/histories,settlement/settle-calls}.test.ts",
  "tests/features/ads/ad-candidates.test.ts",
];
/** What puts modules in the place of others: it gets none that were loaded for another file, and none after it gets its own. */
const REPLACING = readdirSync(at("./tests/"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => `tests/${path}`)
  .filter((path) => readFileSync(at(path), "utf8").includes("vi.mock("));

export default defineConfig({
  // The tests' own elements, too, are made for the React that readers get: see NODE_ENV below.
  esbuild: { jsx: "automatic", jsxDev: false },
  resolve: {
    alias: [
      { find: /^~\//, replacement: at("./app/") },
      { find: /^db\//, replacement: at("./db/") },
      { find: /^tests\//, replacement: at("./tests/") },
    ],
  },
  test: {
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    // One more than cores of a small machine: some of the tests wait, for a limit or for another process.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "requests",
          include: REQUESTS,
          exclude: [...defaultExclude, ...REPLACING],
          isolate: false,
        },
      },
      // Processes that load the modules of many files once. What one of these leaves behind fails it, and not one that comes after it.
      {
        extends: true,
        test: {
          name: "rules",
          include: RULES,
          exclude: [...defaultExclude, ...SITES, ...REPLACING],
          isolate: false,
          setupFiles: ["tests/support/leave-nothing.ts"],
        },
      },
      // Each of the others in a process of its own, which costs four seconds where it loads the site.
      { extends: true, test: { name: "sites", include: [...SITES, ...REPLACING], isolate: true } },
      {
        extends: true,
        test: {
          name: "alone",
          include: [`tests/${TESTS}`],
          exclude: [...defaultExclude, ...REQUESTS, ...RULES, ...REPLACING],
          isolate: true,
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // The build renders as it does for readers: React's development copy is several times slower, and says more.
    env: { NODE_ENV: "production" },
    // What differed is read in a log of which there may be no more than this line.
    chaiConfig: { truncateThreshold: 2_000 },
    // Only what hangs reaches these: a slow machine is no failure, so no test has a shorter limit of its own.
    testTimeout: 1_200_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
