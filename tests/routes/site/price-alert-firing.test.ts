import { formValuesIn } from "tests/support/form-values";
import { applyTicked } from "tests/support/pasting";
import {
  companyAt100,
  firings,
  insertAlert,
  insertClose,
  passADay,
  type TestedCompany,
  takeJobs,
  withoutAlerts,
} from "tests/support/price-alerts";
import { csv, provide, SOURCE_ENVIRONMENT, setUpProvider, TEMPLATE } from "tests/support/price-provider";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { api, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { runSource } from "~/features/markets/price-sources/run-source.server";
import { startRun } from "~/features/markets/price-sources/source-run-state.server";
import { fireAlerts } from "~/features/watchlist/price-alerts/fire-alerts.server";

// Without jobs: the tests take them from the queue.
setUpStaffApp(SOURCE_ENVIRONMENT);
setUpProvider();

let company: TestedCompany;
let count = 0;
beforeEach(async () => {
  await withoutAlerts();
  count += 1;
  company = await companyAt100(`PAL${count}`);
});

const quote = async (last: string, more: object = {}) => {
  const { status } = await api("PUT", `/api/markets/${company.quote}`, { last, ...more });
  expect(status).toBe(200);
};
const pasteQuotes = (last: string) =>
  applyTicked(
    "/admin/market/paste",
    `Category;Symbol;Name;Last\nStocks;${company.symbol};${company.symbol} Holdings;${last}`,
  );
async function editQuote(last: string) {
  const path = `/admin/market/${company.quote}/edit`;
  const { status } = await post(path, { ...formValuesIn(await html(path)), last, confirmed: "on" });
  expect(status).toBe(303);
}
const importCsv = (last: string, days = 0) =>
  post(`/admin/instruments/${company.id}/prices`, {
    text: `day,close\n${daysAgo(days)},${last}`,
    confirmed: "on",
  });
const pasteTable = (last: string, days = 0) =>
  applyTicked("/admin/instruments/paste", `Symbol;Day;Close\n${company.symbol};${daysAgo(days)};${last}`);

/** In the evening of the site's day, whose price is then complete. */
async function fetchFromSource(last: string, days = 0) {
  await database.rows("delete from price_sources");
  const id = await insertRecord(database, "price_sources", {
    ...{ name: "Feed", url: TEMPLATE, requests_per_minute: 600 },
    ...{ scope: "list", symbols: `{${company.symbol}}`, run_started_at: null, run_not_before: null },
  });
  provide(() => csv(`date,close\n${daysAgo(days)},${last}\n`));
  await startRun(id);
  await runSource(id, new Date(Date.now() + 86_400_000));
  expect(await database.rows("select reason from price_failures")).toEqual([]);
}

const RISE = { kind: "rises", level: "110", price: "111" };

describe("each door of a price", () => {
  const doors = {
    "the API": quote,
    "a quote's form": editQuote,
    "pasted quotes": pasteQuotes,
    "an instrument's import": importCsv,
    "a pasted table": pasteTable,
    "a price source": fetchFromSource,
  };
  it.each(Object.entries(doors))("%s fires an alert once", async (_, door) => {
    await insertAlert(company, "rises", "110");
    await door("109");
    expect(await firings()).toEqual([]);
    await door("111");
    expect(await firings()).toEqual([RISE]);
    await door("112");
    await door("113");
    expect(await firings()).toEqual([RISE]);
  });

  const imports = {
    "an instrument's import": importCsv,
    "a pasted table": pasteTable,
    "a price source": fetchFromSource,
  };
  it.each(Object.entries(imports))("%s fires nothing with a late or corrected price", async (_, door) => {
    await insertAlert(company, "rises", "110");
    await door("112", 2);
    await door("112", 1);
    expect(await firings()).toEqual([]);
    // The corrected close is above the level, so a higher price crosses nothing.
    await quote("113");
    expect(await firings()).toEqual([]);
  });

  it.each(Object.entries(doors))("%s fires nothing with a doubtful price", async (_, door) => {
    await insertAlert(company, "rises", "110");
    await insertAlert(company, "moves", "5");
    await door("1000");
    expect(await firings()).toEqual([]);
    await door("105");
    expect(await firings()).toEqual([{ kind: "moves", level: "5", price: "105" }]);
  });
});

describe("an alert", () => {
  it.each([
    ["rises", "110", "110", 1],
    ["rises", "110", "109.99", 0],
    ["rises", "100", "101", 0],
    ["falls", "90", "90", 1],
    ["falls", "90", "90.01", 0],
    ["falls", "100", "99", 0],
    ["moves", "5", "105", 1],
    ["moves", "5", "95", 1],
    ["moves", "5", "104.99", 0],
    ["moves", "5", "95.01", 0],
  ] as const)("%s %s at %s fires %i times", async (kind, level, price, times) => {
    await insertAlert(company, kind, level);
    await quote(price);
    expect(await firings()).toHaveLength(times);
  });

  it("fires again on another day, after the price was on the other side", async () => {
    await insertAlert(company, "rises", "110");
    await quote("111");
    expect(await firings()).toHaveLength(1);
    await quote("109");
    await quote("112");
    expect(await firings()).toHaveLength(1);
    await passADay();
    await quote("113");
    expect(await firings()).toHaveLength(1);
    await quote("109");
    await quote("114");
    expect(await firings()).toMatchObject([{ price: "111" }, { price: "114" }]);
  });

  it("for a move fires once a day, measured from the close before", async () => {
    await insertAlert(company, "moves", "5");
    await quote("106");
    await quote("94");
    expect(await firings()).toMatchObject([{ price: "106" }]);
    await passADay();
    await quote("95");
    expect(await firings()).toHaveLength(1);
    await quote("99");
    expect(await firings()).toMatchObject([{ price: "106" }, { price: "99" }]);
  });

  it("a close that is corrected together with a newer price is compared as corrected", async () => {
    await insertAlert(company, "falls", "50");
    await post(`/admin/instruments/${company.id}/prices`, {
      text: `day,close\n${daysAgo(3)},40\n${daysAgo(2)},40\n${daysAgo(1)},40\n${daysAgo(0)},40.4`,
      confirmed: "on",
    });
    expect(await firings()).toEqual([]);
  });

  it("closes that an import adds weeks later are no news", async () => {
    await insertAlert(company, "rises", "110");
    await database.rows("update daily_prices set day = day - 60");
    await database.rows("update compared_prices set day = day - 60, at = at - interval '60 days'");
    await importCsv("111", 30);
    expect(await firings()).toEqual([]);
    await importCsv("109", 1);
    await importCsv("112");
    expect(await firings()).toMatchObject([{ price: "112" }]);
  });

  it("waits while there is no price to compare with", async () => {
    await insertAlert(company, "rises", "110");
    await database.rows("update compared_prices set day = null, price = null, at = null");
    await quote("112");
    expect(await firings()).toEqual([]);
    await quote("109");
    await quote("111");
    expect(await firings()).toHaveLength(1);
  });

  it("set after a price is none of that price's", async () => {
    await insertAlert(company, "falls", "50");
    await insertAlert(company, "rises", "111");
    await quote("111");
    const jobs = await takeJobs();
    await insertAlert(company, "rises", "110");
    await database.rows("update price_alerts set created_at = now() where level = 110");
    for (const job of jobs) await fireAlerts(job);
    expect(await firings()).toMatchObject([{ level: "111" }]);
  });

  it("fires once when a job runs twice, or two at once", async () => {
    await insertAlert(company, "rises", "110");
    await quote("111");
    const [job = { steps: [] }] = await takeJobs();
    await Promise.all([fireAlerts(job), fireAlerts(job)]);
    await fireAlerts(job);
    expect(await firings()).toEqual([RISE]);
  });

  it("is among thousands that one price crosses, and all fire", async () => {
    await insertAlert(company, "rises", "110");
    await database.rows(
      `insert into price_alerts (created_at, member_id, instrument_id, kind, level, set_on)
       select created_at, member_id, instrument_id, kind, level - n * 0.001, set_on
         from price_alerts, generate_series(1, 4500) as n`,
    );
    await quote("110");
    expect(await firings()).toHaveLength(4501);
  });

  it("fires once when two writers write the price at once", async () => {
    await insertAlert(company, "rises", "110");
    await Promise.all([importCsv("111"), quote("112"), pasteTable("111")]);
    expect(await firings()).toHaveLength(1);
  });

  it("costs no price: one that fires nothing queues no job", async () => {
    await insertAlert(company, "rises", "110");
    await quote("105");
    expect(await takeJobs()).toEqual([]);
  });
});

describe("a doubtful price", () => {
  const splits = () => `/admin/instruments/${company.id}/splits`;

  it("fires once staff confirm it", async () => {
    await insertAlert(company, "rises", "110");
    await quote("200");
    expect(await firings()).toEqual([]);
    await post(splits(), { confirm: daysAgo(0), before: "100", close: "200" });
    expect(await firings()).toEqual([{ ...RISE, price: "200" }]);
  });

  it("a doubtful price of an earlier day blocks the next day’s while it waits", async () => {
    await insertAlert(company, "rises", "210");
    await insertClose(company.id, 1, "200");
    await database.rows("update compared_prices set day = day - 1, at = at - interval '1 day'");
    await quote("211");
    expect(await firings()).toEqual([]);
    await post(splits(), { confirm: daysAgo(1), before: "100", close: "200" });
    expect(await firings()).toMatchObject([{ level: "210", price: "211" }]);
  });

  it("in pence for pounds fires nothing", async () => {
    await insertAlert(company, "rises", "110");
    await quote("10100");
    await quote("10200", { currency: "GBX" });
    expect(await firings()).toEqual([]);
  });
});

describe("a split", () => {
  const addSplit = (days: number, ratio: string) =>
    post(`/admin/instruments/${company.id}/splits`, { day: daysAgo(days), ratio, confirmed: "on" });

  it("divides the levels, and its price is trusted", async () => {
    await insertAlert(company, "rises", "110");
    await insertAlert(company, "falls", "95");
    await quote("10");
    await addSplit(0, "10");
    expect(await firings()).toEqual([]);
    await quote("11");
    expect(await firings()).toEqual([{ kind: "rises", level: "11", price: "11" }]);
    await quote("9.5");
    expect(await firings()).toMatchObject([{ level: "11" }, { kind: "falls", level: "9.5" }]);
  });

  it("leaves levels that were set after it alone", async () => {
    await addSplit(20, "10");
    await insertAlert(company, "rises", "110");
    await quote("111");
    expect(await firings()).toEqual([RISE]);
  });

  it("when it is taken back, restores the levels", async () => {
    await insertAlert(company, "rises", "110");
    await addSplit(0, "10");
    await post(`/admin/instruments/${company.id}/splits`, { remove: daysAgo(0) });
    await quote("11");
    expect(await firings()).toEqual([]);
    await quote("111");
    expect(await firings()).toEqual([RISE]);
  });
});

describe("a merge", () => {
  it("carries alerts and the compared price along", async () => {
    await insertAlert(company, "rises", "110");
    const merged = company;
    company = await companyAt100(`PALM${count}`);
    await database.rows("delete from daily_prices where instrument_id = ?", [company.id]);
    await post(`/admin/instruments/${merged.id}/merge`, { into: company.symbol, confirmed: "yes" });
    expect(
      await database.rows("select 1 from instruments where id = ? and merged_into = ?", [
        merged.id,
        company.id,
      ]),
    ).toHaveLength(1);
    await quote("111");
    expect(await firings()).toEqual([RISE]);
    const [fired] = await database.rows("select instrument_id as id from price_alert_firings");
    expect(fired).toEqual({ id: company.id });
  });
});
