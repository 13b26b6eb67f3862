import { HttpResponse, http } from "msw";
import { database } from "tests/support/own-database";
import {
  ADDRESS,
  csv,
  HOST,
  internet,
  KEY,
  provide,
  requestedSymbols,
  TEMPLATE,
} from "tests/support/price-provider";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runSource, startDueRuns } from "~/features/markets/price-sources/run-source.server";
import { resumeAbandonedRuns, startRun } from "~/features/markets/price-sources/source-run-state.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { PRICE_SOURCE_QUEUE } from "~/platform/jobs/queue-names";
import { ALPHA_VANTAGE_LIMIT, GENERIC } from "./answers";
import {
  failures,
  figures,
  finish,
  instrument,
  later,
  NOW,
  run,
  setUpSources,
  source,
  stateOf,
  stored,
} from "./provider";

setUpSources();

describe("a provider that is busy or broken", () => {
  it("is retried after the time it names, and the run continues with the next instrument", async () => {
    for (const symbol of ["AAPL", "NVDA"]) await instrument(symbol);
    const id = await source();
    const statuses = [429, 503];
    provide(() => {
      const status = statuses.shift();
      if (!status) return csv(GENERIC);
      return new HttpResponse(null, { status, headers: status === 429 ? { "Retry-After": "77" } : {} });
    });
    await startRun(id);
    await runSource(id, NOW);
    expect(await stateOf(id)).toMatchObject({ run_tries: 1, run_ended_at: null });
    expect((await stateOf(id)).wait).toBeGreaterThan(70);
    // Too early for every process.
    await runSource(id, NOW);
    expect(requestedSymbols).toEqual(["AAPL"]);
    await later();
    await runSource(id, NOW);
    const { run_tries: tries, wait } = await stateOf(id);
    expect(tries).toBe(2);
    expect(wait).toBeGreaterThan(15);
    expect(wait).toBeLessThanOrEqual(20);
    await later();
    await finish(id);
    expect(requestedSymbols).toEqual(["AAPL", "AAPL", "AAPL", "NVDA"]);
    expect(await figures(id)).toEqual({ written: 6, unchanged: 0, failed: 0 });
  });

  it("gets four requests for each of five instruments, then the run stops", async () => {
    for (const symbol of ["A1", "A2", "A3", "A4", "A5", "A6"]) await instrument(symbol);
    const id = await source();
    provide(() => HttpResponse.error());
    await run(id);
    expect(requestedSymbols).toEqual(
      ["A1", "A2", "A3", "A4", "A5"].flatMap((symbol) => Array(4).fill(symbol)),
    );
    expect(await figures(id)).toEqual({ written: 0, unchanged: 0, failed: 5 });
    expect((await stateOf(id)).last_error).toMatch(
      /^Given up after 5 instruments without an answer: No answer/,
    );
  });

  it.each([
    [401, 5],
    [404, 6],
  ])("with status %i gets requests for %i of six instruments", async (status, times) => {
    for (const symbol of ["A1", "A2", "A3", "A4", "A5", "A6"]) await instrument(symbol);
    provide(() => new HttpResponse(null, { status }));
    await run(await source());
    expect(requestedSymbols).toHaveLength(times);
  });

  it("is given up despite refused instruments in between, but not if others get prices", async () => {
    const symbols = ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"];
    for (const symbol of symbols) await instrument(symbol);
    const id = await source({ currency: "USD" });
    await database.rows("update instruments set currency = 'EUR' where symbol in ('A2', 'A4')");
    provide(() => new HttpResponse(null, { status: 401 }));
    await run(id);
    expect(requestedSymbols).toEqual(["A1", "A3", "A5", "A6", "A7"]);
    requestedSymbols.length = 0;
    provide((symbol) => (symbol === "A5" ? csv(GENERIC) : new HttpResponse(null, { status: 401 })));
    await run(id);
    expect(requestedSymbols).toEqual(["A1", "A3", "A5", "A6", "A7", "A8"]);
  });

  it("ends the run if the limit is exceeded or the requested pause is hours long", async () => {
    for (const symbol of ["AAPL", "NVDA"]) await instrument(symbol);
    const id = await source({ kind: "alpha-vantage" });
    provide(() => csv(ALPHA_VANTAGE_LIMIT(KEY)));
    await run(id);
    expect(requestedSymbols).toEqual(["AAPL", "AAPL", "AAPL", "AAPL"]);
    expect((await stateOf(id)).last_error).toContain("rate limit is 25 requests per day");
    requestedSymbols.length = 0;
    provide(() => new HttpResponse(null, { status: 429, headers: { "Retry-After": "86400" } }));
    await run(id);
    expect(requestedSymbols).toEqual(["AAPL"]);
    expect((await stateOf(id)).last_error).toContain("the source accepts requests again in 24 hours");
  });
});

describe("the key", () => {
  const everywhere = async () =>
    JSON.stringify([
      await database.rows("select * from price_sources"),
      await failures(),
      await database.rows("select * from jobs.job"),
      await stored(),
    ]);

  it("is never stored, even if the provider repeats it", async () => {
    await instrument("NVDA");
    const id = await source({ kind: "polygon" });
    provide(() =>
      csv(JSON.stringify({ status: "ERROR", error: `Unknown key ${KEY} (${encodeURIComponent(KEY)})` })),
    );
    await run(id);
    expect(await failures()).toEqual([{ symbol: "NVDA", reason: "Answered: Unknown key ••• (•••)" }]);
    await database.rows("update price_sources set kind = 'alpha-vantage'");
    provide(() => csv(ALPHA_VANTAGE_LIMIT(KEY)));
    await run(id);
    expect((await stateOf(id)).last_error).toContain("your API key as •••");
    const storedText = await everywhere();
    for (const form of [KEY, encodeURIComponent(KEY)]) expect(storedText).not.toContain(form);
  });

  it.each([
    ["Feed", TEMPLATE.replace(HOST, "93.184.215.15"), "unless PRICE_SOURCE_HOST_FEED names it"],
    ["Feed", TEMPLATE.replace("https", "http"), "over https:// only"],
    ["Another feed", TEMPLATE, "PRICE_SOURCE_KEY_ANOTHER_FEED is not set"],
  ])("of %s is not sent to another host: %s", async (name, url, reason) => {
    await instrument("NVDA");
    internet.use(http.get("*", () => csv(GENERIC)));
    await run(await source({ name, url }));
    expect(await failures()).toEqual([{ symbol: "NVDA", reason: expect.stringContaining(reason) }]);
  });
});

describe("several servers", () => {
  it("start and do one run once", async () => {
    for (const symbol of ["AAPL", "NVDA"]) await instrument(symbol);
    const id = await source();
    provide(() => csv(GENERIC));
    const begun = await Promise.all([startRun(id), startRun(id), startRun(id)]);
    expect(begun.filter(Boolean)).toHaveLength(1);
    await Promise.all([runSource(id, NOW), runSource(id, NOW), runSource(id, NOW)]);
    expect(requestedSymbols).toEqual(["AAPL", "NVDA"]);
    expect(await figures(id)).toEqual({ written: 6, unchanged: 0, failed: 0 });
    expect(await startRun(id)).toBe(true);
  });

  it("continue a dead server's run once its lease has expired", async () => {
    for (const symbol of ["AAPL", "NVDA"]) await instrument(symbol);
    const id = await source();
    provide(() => csv(GENERIC));
    await startRun(id);
    // The state of a crash: one instrument finished, the lease taken.
    await database.rows(
      `update price_sources set run_after = 'AAPL', run_written = 3, run_lease = gen_random_uuid(),
              run_lease_until = now() + interval '1 minute'`,
    );
    expect(await runSource(id, NOW)).toBe(false);
    expect(requestedSymbols).toEqual([]);
    await database.rows("update price_sources set run_lease_until = now() - interval '1 second'");
    expect(await finish(id)).toBe(true);
    expect(requestedSymbols).toEqual(["NVDA"]);
    expect(await figures(id)).toEqual({ written: 6, unchanged: 0, failed: 0 });
  });

  it("get a new job once the lease of a dead process has expired", async () => {
    const id = await source();
    await startRun(id);
    await database.rows("delete from jobs.job where name = 'price-sources'");
    const jobs = () =>
      database.rows("select 1 from jobs.job where name = 'price-sources' and state < 'active'");
    await database.rows("update price_sources set run_lease_until = now() + interval '1 minute'");
    await resumeAbandonedRuns();
    expect(await jobs()).toHaveLength(0);
    await database.rows("update price_sources set run_lease_until = now() - interval '1 second'");
    await Promise.all([resumeAbandonedRuns(), resumeAbandonedRuns()]);
    expect(await jobs()).toHaveLength(1);
  });

  it("write nothing once another process has the lease or the source is deleted", async () => {
    await instrument("NVDA");
    for (const change of [
      "update price_sources set run_lease = gen_random_uuid()",
      "delete from price_sources",
    ]) {
      const id = await source();
      provide(() => csv(GENERIC));
      internet.use(
        http.get(ADDRESS, async () => {
          await database.rows(change);
          return csv(GENERIC);
        }),
      );
      await startRun(id);
      expect(await runSource(id, NOW)).toBe(false);
      expect(await stored()).toEqual([]);
      await database.rows("delete from price_sources");
    }
  });
});

describe("a server with a wrong clock", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ["ahead", 3],
    ["behind", -3],
  ])("%s requests the days of the database's clock", async (_way, days) => {
    await instrument("NVDA");
    const id = await source({ hour: 0, days: "daily" });
    const seen: string[] = [];
    provide((_, { url }) => {
      seen.push(new URL(url).searchParams.get("to") ?? "");
      return csv(GENERIC);
    });
    const [clock] = await database.rows<{ today: string; before: string }>(
      "select (now() at time zone 'UTC')::date::text as today, ((now() at time zone 'UTC')::date - 1)::text as before",
    );
    vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ["Date"] });
    await startDueRuns();
    await runSource(id);
    vi.useRealTimers();
    expect(seen).toEqual([clock?.before]);
    expect(await database.rows("select run_day::text as day from price_sources")).toEqual([
      { day: clock?.today },
    ]);
  });
});

describe("the schedule", () => {
  // A Thursday.
  const at = (hour: string) => new Date(`2026-01-08T${hour}:05:00Z`);
  const begun = async () =>
    (
      await database.rows<{ name: string }>(
        "select name from price_sources where run_started_at is not null order by 1",
      )
    ).map(({ name }) => name);

  it("starts each source's run once a day at its hour, also after manual runs", async () => {
    const id = await source({ hour: 22 });
    await source({ name: "Off", active: false });
    await source({ name: "Later", hour: 23 });
    await startDueRuns(at("21"));
    expect(await begun()).toEqual([]);
    await Promise.all([startDueRuns(at("22")), startDueRuns(at("22"))]);
    expect(await begun()).toEqual(["Feed"]);
    expect(await fetchJobs(PRICE_SOURCE_QUEUE, 10)).toHaveLength(1);
    provide(() => csv(GENERIC));
    await finish(id);
    const { run_started_at: first } = await stateOf(id);
    await startDueRuns(at("23"));
    expect((await stateOf(id)).run_started_at).toEqual(first);
    // Another server that had read the schedule earlier.
    expect(await startRun(id, "2026-01-08")).toBe(false);
    expect(await begun()).toEqual(["Feed", "Later"]);
  });

  it("gives a stalled run a new job", async () => {
    const id = await source({ active: false });
    await startRun(id);
    await fetchJobs(PRICE_SOURCE_QUEUE, 10);
    await startDueRuns(at("12"));
    expect(await fetchJobs(PRICE_SOURCE_QUEUE, 10)).toEqual([]);
    await database.rows("update price_sources set run_started_at = now() - interval '11 minutes'");
    await startDueRuns(at("12"));
    expect(await fetchJobs(PRICE_SOURCE_QUEUE, 10)).toMatchObject([{ data: { sourceId: id } }]);
  });
});
