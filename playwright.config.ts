import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./tests/run/chromium.mjs";

/**
 * A test runs with script. One whose subject is a page without it says `@no-script` in its title. One that promises
 * something of its own with script and without says `@both`, and runs twice.
 *
 * The server is started by the global set-up rather than by `webServer`: it chooses a free port and tells its
 * address through BASE_URL, which the workers read when they load this file.
 */
const CRAWL = "**/crawl.spec.ts";

export default defineConfig({
  testDir: "tests/e2e",
  // A deep run has the sweeps, and the crawl is the only one here.
  testMatch: process.env.TEST_DEPTH === "deep" ? CRAWL : "**/*.spec.ts",
  globalSetup: "./tests/e2e/server.mjs",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A wait that cannot end fails after a minute and names its subject: ten times what a wait takes on a slow machine.
  // A test is many waits; its own limit ends only what no wait guards.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    baseURL: process.env.BASE_URL,
    locale: "en-GB",
    timezoneId: "UTC",
    // To draw how pages cross over takes a fifth of the processor's time. layout.spec.ts and late-layout.spec.ts ask for it.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    // `--trace retain-on-failure` when something needs to be looked into: always on, it costs a quarter of the time.
    trace: "off",
    launchOptions: {
      executablePath: findChromium(process.env),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // The many short tests of the crawl come first, while the demo is as it was seeded: no journey deletes what it looks at.
  projects: [
    { name: "crawl", testMatch: CRAWL, use: { ...devices["Desktop Chrome"] } },
    { name: "script", testIgnore: CRAWL, use: { ...devices["Desktop Chrome"] }, grepInvert: /@no-script\b/ },
    {
      name: "no-script",
      testIgnore: CRAWL,
      use: { ...devices["Desktop Chrome"], javaScriptEnabled: false },
      grep: /@(no-script|both)\b/,
    },
  ],
});
