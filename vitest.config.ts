import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
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
    maxWorkers: 2,
    // Generous: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
