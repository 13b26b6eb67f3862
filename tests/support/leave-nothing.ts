import { processValues } from "db/per-process";
import { afterAll, expect, vi } from "vitest";

/*
 * For files that share a process: each starts without running parts of the product. A file that leaves
 * something behind fails itself, not the file after it.
 */

/** A worker whose runner was killed would continue its file. */
const shared = globalThis as { endsWithRunner?: true };
if (!shared.endsWithRunner && process.channel) process.once("disconnect", () => process.exit(1));
shared.endsWithRunner = true;

/** What the product keeps across loads of its modules. A file that needs one of these starts it. */
for (const name of ["configuration", "database", "log", "server", "site zone"]) processValues.delete(name);

const GLOBALS = ["fetch", "Date", "setTimeout", "setInterval", "performance", "crypto", "window", "document"];

/** Set by Vitest for each file, or by modules loaded once for all files. */
const OF_OTHERS = /^(VITEST|__VITEST|NODE_ENV$|LOG_LEVEL$|VIPSHOME$)/;

const stateOfProcess = () => ({
  directory: process.cwd(),
  environment: Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_OTHERS.test(name))),
  globals: GLOBALS.map((name) => (globalThis as Record<string, unknown>)[name]),
  writes: [process.stdout.write, process.stderr.write, console.log, console.error],
  signals: ["SIGTERM", "SIGINT", "SIGHUP"].map((signal) => process.listenerCount(signal)),
  fakeTimers: vi.isFakeTimers(),
});

const before = stateOfProcess();
afterAll(() => {
  const after = stateOfProcess();
  for (const part of Object.keys(before) as (keyof typeof before)[])
    expect(after[part], `${part} of the process after this file`).toEqual(before[part]);
});
