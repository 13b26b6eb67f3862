import { HttpResponse } from "msw";
import {
  csv,
  KEY,
  provide,
  requestedSymbols,
  SOURCE_ENVIRONMENT,
  setUpProvider,
  TEMPLATE,
} from "tests/support/price-provider";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { nextRunText, siteTime } from "~/features/markets/price-sources/price-source.rules";

setUpStaffApp(SOURCE_ENVIRONMENT, { doesJobs: true });
setUpProvider();

beforeEach(() => database.empty("price_sources", "price_failures", "daily_prices"));

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const CSV = `date,close,high,low,volume\n${day(1)},102.5,103,100,1500000\n${day(2)},100,,,\n`;

const FORM = {
  name: "Feed",
  kind: "csv",
  url: TEMPLATE,
  scope: "list",
  symbols: "SPX=I:SPX",
  days: "mon-fri",
  hour: "22",
  lookbackDays: "30",
  requestsPerMinute: "600",
};

const source = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "price_sources", {
    name: "Feed",
    url: TEMPLATE,
    run_started_at: null,
    run_not_before: null,
    ...values,
  });

const listSource = async () => {
  const id = await source({ requests_per_minute: 600 });
  await database.rows("update price_sources set scope = 'list', symbols = '{SPX=I:SPX}' where id = ?", [id]);
  return id;
};

describe("the form of a price source", () => {
  it("adds a source that the list shows with its next run, and changes it", async () => {
    // From 22:00 on, the next run is within the hour.
    const nextRun = () =>
      nextRunText({ active: true, days: "mon-fri", hour: 22 }, siteTime("UTC", new Date()));
    const before = nextRun();
    const added = await post("/admin/price-sources/new", { ...FORM, active: "on" });
    const list = await followRedirect(added);
    for (const words of ["Price source added successfully", "Feed", "CSV", "Never"])
      expect(list).toContain(words);
    expect([before, nextRun()].some((text) => list.includes(text))).toBe(true);
    const [row] = await database.rows<{ id: string }>("select * from price_sources");
    expect(row).toMatchObject({ symbols: ["SPX=I:SPX"], hour: 22, active: true, instrument_kind: null });
    const path = `/admin/price-sources/${row?.id}`;
    expect(list).toContain(path);
    const page = await followRedirect(await post(`${path}/edit`, { ...FORM, hour: "6", version: "1" }));
    expect(page).toContain("Price source updated successfully");
    expect(page).toContain("Monday to Friday, 06:00");
    expect(page).toContain("Manual runs only");
  });

  it.each([
    [{ url: "https://{symbol}.example/" }, "URL must start with https:// or http://"],
    [{ url: "http://user:word@feed.example/{symbol}" }, "URL must start with https:// or http://"],
    [{ url: "file:///etc/{symbol}" }, "URL must start with https:// or http://"],
    [{ url: "https://feed.example/prices" }, "URL must contain {symbol}"],
    [{ name: "import" }, "must not be “quote”, “import” or “demo”"],
    [{ name: "…" }, "Name must contain a letter or digit"],
    [{ scope: "kind" }, "Choose the kind of instruments"],
    [{ symbols: " " }, "Enter at least one symbol"],
    [{ symbols: "NVDA\nnvda = X" }, "is listed twice"],
    [{ symbols: "=X" }, "is not a symbol"],
    [{ symbols: "EURUSD=X" }, "could mean two things: write EURUSD = X, or EURUSD = EURUSD=X"],
    [{ symbols: "EURUSD=X=EURUSD=X" }, "could mean two things"],
    [{ hour: "24" }, "Hour must be a whole number from 0 to 23"],
    [{ requestsPerMinute: "0" }, "Requests per minute must be a whole number from 1 to 600"],
    [{ lookbackDays: "0" }, "Days to request must be a whole number from 1 to 3,650"],
  ])("refuses %j", async (wrong, words) => {
    const answer = await post("/admin/price-sources/new", { ...FORM, ...(wrong as object) });
    expect(answer.status).toBe(422);
    expect((await answer.text()).replaceAll("3650", "3,650")).toContain(words);
    expect(await database.rows("select 1 from price_sources")).toEqual([]);
  });

  it("refuses a name whose key another source has", async () => {
    await source({ name: "Alpha Vantage" });
    const answer = await post("/admin/price-sources/new", { ...FORM, name: "alpha-vantage" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Both would use the same key.");
  });

  it("deletes a source after confirmation, and keeps its prices", async () => {
    const id = await source();
    const instrument = await insertRecord(database, "instruments", {});
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) values (?, '2026-01-05', 1, 'Feed')",
      [instrument],
    );
    expect(await html(`/admin/price-sources?delete=${id}`)).toContain("Prices already fetched are kept.");
    const answer = await post(`/admin/price-sources?delete=${id}`, {});
    expect(await followRedirect(answer)).toContain("Price source deleted successfully");
    expect(await database.rows("select source from daily_prices")).toEqual([{ source: "Feed" }]);
  });
});

describe("a manual run", () => {
  it(
    "is done by a job, and its page shows the result without the key",
    spec("beyond prices fetched sources staff"),
    async () => {
      const id = await listSource();
      provide(() => csv(CSV));
      const begun = await post(`/admin/price-sources/${id}/runs`, {});
      expect(begun.headers.get("Location")).toContain(`/admin/price-sources/${id}`);
      await vi.waitFor(
        async () => {
          const [row] = await database.rows<{ run_ended_at: Date | null }>(
            "select run_ended_at from price_sources",
          );
          expect(row?.run_ended_at).not.toBeNull();
        },
        { timeout: 120_000 },
      );
      expect(requestedSymbols).toEqual(["I:SPX"]);
      const page = await html(`/admin/price-sources/${id}`);
      for (const words of ["PRICE_SOURCE_KEY_FEED is set", "New prices", "2", "0 instruments"])
        expect(page).toContain(words);
      for (const path of [`/${id}`, `/${id}/edit`, `/${id}/trial`, "", "/export.csv", `/${id}.data`])
        expect(await html(`/admin/price-sources${path}`), path).not.toContain(KEY);
      const [change] = await database.rows("select action, record_title from changes where record_id = ?", [
        id,
      ]);
      expect(change).toEqual({ action: "ran", record_title: "Feed" });
      expect(await html("/admin/price-sources")).not.toContain("Never");
      const settled = await database.rows(
        "select 1 from jobs.job where name = 'hourly' and singleton_key is null",
      );
      expect(settled.length).toBeGreaterThan(0);
    },
  );

  it("lists the instruments without prices", spec("beyond prices fetched sources staff"), async () => {
    const id = await source();
    await database.rows(
      `update price_sources set run_started_at = now(), run_ended_at = now(), run_failed = 1, last_error = 'OTHR: Gone'`,
    );
    await database.rows("insert into price_failures (source_id, symbol, reason) values (?, 'OTHR', 'Gone')", [
      id,
    ]);
    const page = await html(`/admin/price-sources/${id}`);
    for (const words of ["Symbols left out", "OTHR", "Gone", "1 instrument"]) expect(page).toContain(words);
    expect(await html("/admin/price-sources")).toContain("OTHR: Gone");
  });

  it("is refused with a message while another one is in progress", async () => {
    const id = await source();
    await database.rows(
      "update price_sources set run_started_at = now(), run_not_before = now() + interval '1 hour'",
    );
    const answer = await post(`/admin/price-sources/${id}/runs`, {});
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain("A run is already in progress.");
    expect(page).toContain("PRICE_SOURCE_KEY_FEED");
  });

  it("redirects its address to the source's page", async () => {
    const id = await source();
    const answer = await get(`/admin/price-sources/${id}/runs`);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, `/admin/price-sources/${id}`]);
  });
});

describe("a trial", () => {
  it(
    "shows the source's prices of a symbol, and stores nothing",
    spec("beyond prices fetched sources staff"),
    async () => {
      const id = await listSource();
      provide(() => csv(CSV));
      const page = await (await post(`/admin/price-sources/${id}/trial`, { symbol: "spx" })).text();
      expect(requestedSymbols).toEqual(["I:SPX"]);
      for (const words of ["Prices of SPX", "2 days, requested as I:SPX", day(1), "102.50"])
        expect(page.replaceAll("<!-- -->", "")).toContain(words);
      expect(page.indexOf(day(1))).toBeLessThan(page.indexOf(day(2)));
      expect(await database.rows("select 1 from daily_prices")).toEqual([]);
      expect(await database.rows("select run_started_at from price_sources")).toEqual([
        { run_started_at: null },
      ]);
    },
  );

  it("shows the reason without the key, and keeps the typed symbol", async () => {
    const id = await source({ kind: "alpha-vantage" });
    provide(() => HttpResponse.json({ Information: `We have detected your API key as ${KEY}.` }));
    const answer = await post(`/admin/price-sources/${id}/trial`, { symbol: "OTHR" });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("We have detected your API key as •••.");
    expect(page).toContain('value="OTHR"');
    expect(page).not.toContain(KEY);
  });

  it("requests nothing from private networks", async () => {
    const id = await source({ url: "http://127.0.0.1:9/{symbol}" });
    const page = await (await post(`/admin/price-sources/${id}/trial`, { symbol: "SPX" })).text();
    expect(page).toContain("The host is not on the public internet");
  });

  it("needs a symbol, and is limited to twenty in ten minutes", async () => {
    const id = await source({ url: "http://127.0.0.1:9/{symbol}" });
    const path = `/admin/price-sources/${id}/trial`;
    expect(await (await post(path, { symbol: " " })).text()).toContain("Enter a symbol such as SPX");
    const statuses: number[] = [];
    for (let nth = 0; nth < 21; nth += 1) statuses.push((await post(path, { symbol: "SPX" })).status);
    expect(statuses).toEqual([...Array(20).fill(422), 429]);
  });
});

it("price sources are only for staff who may edit markets", async () => {
  const id = await source();
  for (const path of ["", "/new", `/${id}`, `/${id}/edit`, `/${id}/trial`, `/${id}/runs`])
    expect((await get(`/admin/price-sources${path}`, "editor")).status, path).toBe(403);
  for (const path of ["/new", `/${id}/runs`, `/${id}/trial`])
    expect((await post(`/admin/price-sources${path}`, { symbol: "SPX" }, "editor")).status, path).toBe(403);
  expect(await html("/admin/instruments")).toContain("/admin/price-sources");
  expect((await app.request(`/admin/price-sources/${id}`)).status).toBe(302);
});
