import { em } from "db/orm.server";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { saveSample } from "tests/db/samples";
import { database, databaseUrl, setUpOrm } from "tests/support/own-database";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { runSource } from "~/features/markets/price-sources/run-source.server";
import { PRICE_SOURCE_QUEUE, startRun } from "~/features/markets/price-sources/source-runs.server";
import { readConfig, setConfig } from "~/platform/config.server";
import { fetchJobs, startJobs, stopJobs } from "~/platform/jobs/queue.server";

export const KEY = "k3y/of+tests";
export const HOST = "93.184.215.14";
export const ADDRESS = `https://${HOST}/prices/:symbol`;
export const TEMPLATE = `https://${HOST}/prices/{symbol}?key={key}&from={from}&to={to}`;
export const NOW = new Date("2026-01-08T23:00:00Z");

export const internet = setupServer();
/** What was asked, in order. */
export const asked: string[] = [];

/** Gives the tests of one file a database, a queue that nobody works on, and a provider that answers as it is told. */
export function setUpSources(): void {
  setUpOrm();
  beforeAll(async () => {
    process.env.LOG_LEVEL ??= "silent";
    const read = readConfig({
      NODE_ENV: "test",
      DATABASE_URL: databaseUrl,
      PRICE_SOURCE_KEY_FEED: KEY,
      PRICE_SOURCE_HOST_FEED: HOST,
    });
    if ("problems" in read) throw new Error(read.problems.join("\n"));
    setConfig(read.config);
    await startJobs([PRICE_SOURCE_QUEUE], () => {}, false);
    internet.listen({ onUnhandledRequest: "error" });
  });
  beforeEach(async () => {
    asked.length = 0;
    await database.rows("truncate price_sources, price_failures, instruments, daily_prices, splits cascade");
    await fetchJobs(PRICE_SOURCE_QUEUE, 100);
  });
  afterEach(() => internet.resetHandlers());
  afterAll(async () => {
    internet.close();
    await stopJobs();
  });
}

type Reply = (symbol: string, request: Request) => Response;

/** Lets the provider answer. */
export function provide(reply: Reply): void {
  internet.use(
    http.get(ADDRESS, ({ params: { symbol }, request }) => {
      asked.push(String(symbol));
      return reply(String(symbol), request);
    }),
  );
}

export const csv = (text: string) => new HttpResponse(text, { headers: { "Content-Type": "text/csv" } });

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

/** As if the time that was to be waited had gone by. */
export const later = () => database.rows("update price_sources set run_not_before = null");

/** Does a whole run, its waits left out. */
export async function run(id: string): Promise<boolean> {
  expect(await startRun(id)).toBe(true);
  return finish(id);
}

export async function finish(id: string): Promise<boolean> {
  for (let part = 0; part < 50; part += 1) {
    const brought = await runSource(id, NOW);
    if ((await stateOf(id)).run_ended_at) return brought;
    await later();
  }
  throw new Error("The run does not end");
}
