import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    include: ["tests/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/global-setup.ts"],
    pool: "forks",
    // One more than cores of a small machine: some of the tests wait, for a limit or for another process.
    maxWorkers: 3,
    // Each file in a process of its own, which costs a second of loading: what one leaves behind in a worker (a log, a list of
    // what was drawn) made two others fail that came after it.
    isolate: true,
    // The build renders as it does for readers: React's development copy is several times slower, and says more.
    env: { NODE_ENV: "production" },
    // Generous: a slow machine is no failure.
    testTimeout: 240_000,
    hookTimeout: 300_000,
  },
});
