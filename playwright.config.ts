import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./tests/run/chromium.mjs";

/**
 * Every journey runs with and without script. One that needs script says so in its title with `@script`, one that
 * is about its absence with `@no-script`.
 *
 * The server is started by the global set-up rather than by `webServer`: it chooses a free port and tells its
 * address through BASE_URL, which the workers read when they load this file.
 */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./tests/e2e/server.mjs",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only what hangs reaches these: a slow machine is no failure, so no test has a shorter limit of its own.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: {
    baseURL: process.env.BASE_URL,
    locale: "en-GB",
    timezoneId: "UTC",
    // A click that waits for what never comes ends before its test does.
    actionTimeout: 180_000,
    navigationTimeout: 300_000,
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
  projects: [
    { name: "script", use: { ...devices["Desktop Chrome"] }, grepInvert: /@no-script\b/ },
    {
      name: "no-script",
      use: { ...devices["Desktop Chrome"], javaScriptEnabled: false },
      grepInvert: /@script\b/,
    },
  ],
});
