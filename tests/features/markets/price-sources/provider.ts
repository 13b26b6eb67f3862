import { em } from "db/orm.server";
import { saveSample } from "tests/db/samples";
import { database, databaseUrl, setUpOrm } from "tests/support/own-database";
import { SOURCE_ENVIRONMENT, setUpProvider, TEMPLATE } from "tests/support/price-provider";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { runSource } from "~/features/markets/price-sources/run-source.server";
import { startRun } from "~/features/markets/price-sources/source-run-state.server";
import { readConfig, setConfig } from "~/platform/config.server";
import { startJobs, stopJobs } from "~/platform/jobs/queue.server";
import { PRICE_SOURCE_QUEUE } from "~/platform/jobs/queue-names";

/** Just after the end of 8 January. */
export const NOW = new Date("2026-01-09T00:30:00Z");

/** Sets up a database, a queue without workers, and a scripted provider for one file of tests. */
export function setUpSources(): void {
  setUpOrm();
  setUpProvider();
  beforeAll(async () => {
    process.env.LOG_LEVEL ??= "silent";
    const read = readConfig({
      NODE_ENV: "test",
      DATABASE_URL: databaseUrl,
      ...SOURCE_ENVIRONMENT,
    });
    if ("problems" in read) throw new Error(read.problems.join("\n"));
    setConfig(read.config);
    await startJobs([PRICE_SOURCE_QUEUE], () => {}, false);
  });
  beforeEach(async () => {
    await database.empty("price_sources", "price_failures", "instruments", "daily_prices", "splits");
    // Including delayed jobs.
    await database.rows("delete from jobs.job");
  });
  afterAll(() => stopJobs());
}

export const instrument = (symbol: string, values: Record<string, unknown> = {}) =>
  saveSample(em(), "instruments", { symbol, name: symbol, ...values });

export const source = (values: Record<string, unknown> = {}) =>
  saveSample(em(), "price_sources", { name: "Feed", url: TEMPLATE, requests_per_minute: 600, ...values });

export const stored = () =>
  database.rows<{ symbol: string; day: string; close: string; source: string }>(
    `select i.symbol, d.day::text, d.close, d.source from daily_prices d join instruments i on i.id = d.instrument_id
      order by 1, 2`,
  );

type State = {
  run_started_at: Date | null;
  run_ended_at: Date | null;
  run_written: number;
  run_unchanged: number;
  run_failed: number;
  run_tries: number;
  run_after: string | null;
  last_error: string | null;
  wait: number | null;
};

export async function stateOf(id: string): Promise<State> {
  const [state] = await database.rows<State>(
    "select *, extract(epoch from run_not_before - now())::int as wait from price_sources where id = ?",
    [id],
  );
  if (!state) throw new Error("There is no such source");
  return state;
}

export const figures = async (id: string) => {
  const { run_written: written, run_unchanged: unchanged, run_failed: failed } = await stateOf(id);
  return { written, unchanged, failed };
};

export const failures = () => database.rows("select symbol, reason from price_failures order by symbol");

/** Skips the waiting time. */
export const later = () => database.rows("update price_sources set run_not_before = null");

/** Does a whole run without waiting. */
export async function run(id: string, now = NOW): Promise<boolean> {
  expect(await startRun(id)).toBe(true);
  return finish(id, now);
}

export async function finish(id: string, now = NOW): Promise<boolean> {
  for (let part = 0; part < 50; part += 1) {
    const brought = await runSource(id, now);
    if ((await stateOf(id)).run_ended_at) return brought;
    await later();
  }
  throw new Error("The run does not end");
}
