import { fileURLToPath } from "node:url";
import { defaultExclude, defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const REQUESTS = ["tests/routes/{site,admin,account,api}/**/*.test.{ts,tsx}"];

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
      // Requests and their answers: these leave nothing behind, and their processes load the site once for many of them.
      { extends: true, test: { name: "requests", include: REQUESTS, isolate: false } },
      // Each of the others in a process of its own, which costs two seconds: what one leaves behind in it (a log, a list of what
      // was drawn) made two others fail that came after it.
      {
        extends: true,
        test: {
          name: "alone",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...defaultExclude, ...REQUESTS],
          isolate: true,
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    // The build renders as it does for readers: React's development copy is several times slower, and says more.
    env: { NODE_ENV: "production" },
    // Generous: a slow machine is no failure.
    // What differed is read in a log of which there may be no more than this line.
    chaiConfig: { truncateThreshold: 2_000 },
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});
