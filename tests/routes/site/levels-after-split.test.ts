import { randomUUID } from "node:crypto";
import { em } from "db/orm.server";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { api, get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordCall } from "~/features/calls/record-calls.server";
import { companyExhibit } from "~/features/share-pictures/share-exhibits.server";

/*
 * Published at 100 forty days ago: stop 90, target 150, for the next years 300. Ten days ago one share
 * became two. Today it costs 60, which is 120 for a share of that day. In today's shares the levels are 45
 * and 75.
 */

setUpStaffApp();

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
const MADE = { created_at: at(40), updated_at: at(40) };

let alert: string;
let brief: string;
let call: string;

beforeAll(async () => {
  const company = { ticker: "SPLT", name: "Halved Corporation", currency: "USD" };
  alert = await insertRecord(database, "trade_alerts", {
    ...{
      ...company,
      ...MADE,
      current_price: "100",
      target_price: "150",
      stop_loss: "90",
      holding_period: "1 year",
    },
  });
  await insertRecord(database, "stock_picks", {
    ...{ ...company, ...MADE, current_price: "100", current_year_target: "150", target_2028: "300" },
    ...{ week_52_high: "160", week_52_low: "80", audience: "members" },
  });
  brief = await insertRecord(database, "daily_briefs", {
    ...{ ticker: "SPLT", company_name: "Halved Corporation", ...MADE },
    ...{ buy_zone_min: "110", buy_zone_max: "130" },
  });
  const quote = { category: "Stocks", name: "Halved Corporation", symbol: "SPLT", currency: "USD" };
  await insertRecord(database, "quotes", { ...quote, last: "60" });
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, current_date - days, case when days > 10 then 100 else 60 end, 'import'
       from instruments, generate_series(1, 60) as days where symbol = 'SPLT'`,
  );
  await database.rows(
    "insert into splits (instrument_id, day, ratio) select id, current_date - 10, 2 from instruments where symbol = 'SPLT'",
  );
});

beforeEach(async () => {
  await database.empty("calls");
  // Truncating calls does not reset their alerts, so this does.
  await database.rows("update trade_alerts set settled_at = null");
  call = await insertRecord(database, "calls", {
    ...{ id: randomUUID(), record_id: alert, symbol: "SPLT", name: "Halved Corporation", currency: "USD" },
    ...{ made_at: at(40), entry_price: "100", entry_at: at(40), target: "150", stop: "90" },
  });
});

/** Publishes a target in the new shares, five days ago. */
async function publishTarget(target: string): Promise<void> {
  await database.rows("update trade_alerts set target_price = ? where id = ?", [target, alert]);
  await database.rows("update calls set target = ? where id = ?", [target, call]);
  await database.rows(
    `insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
     values ((select coalesce(max(seq), 0) + 1 from call_events), ?, 'changed', ?, repeat('0', 32), ?,
             repeat('0', 64), repeat('0', 64), repeat('0', 64))`,
    [call, JSON.stringify({ changes: { target: { from: "150", to: target } } }), at(5)],
  );
}

const ladder = (page: string) => /aria-label="(Stop [^"]*)"/.exec(page)?.[1];
const morning = (page: string) => /Halved Corporation: (stop [^"<]*)/.exec(page)?.[1];

describe("a level from before a split", () => {
  it("appears on an alert's card and page in the price's shares", async () => {
    await expect.poll(() => html("/trade-alert", "premium")).toContain("Halved Corporation");
    const card = await html("/trade-alert", "premium");
    expect(ladder(card)).toMatch(/^Stop 45\.00, price 60\.00, target 75\.00/);
    expect(card).toContain("+25.00%");
    const page = await html(`/trade-alert/${alert}`, "premium");
    expect(page).toMatch(/<dt>Target<\/dt><dd>(<[^>]*>)*75\.00/);
    expect(page).toMatch(/<dt>Stop loss<\/dt><dd>(<[^>]*>)*45\.00/);
    expect(page).toContain("one of those shares equals 2 shares today");
  });

  it("appears in the morning table as published, next to the price in shares of that day", async () => {
    await expect
      .poll(async () => morning(await html("/", "premium")))
      .toBe("stop 90.00, made at 100.00, last 120.00, target 150.00");
  });

  it("appears next to prices of picks, companies and briefs in today's shares", async () => {
    const picks = await html("/stock-picks", "premium");
    for (const figure of [">75.00<", "+25.00%", ">150.00<", "+150.00%", "60.00 between 40.00 and 80.00"])
      expect(picks).toContain(figure);
    const company = await html("/stock/SPLT", "premium");
    expect(company).toContain("Buy, target 75.00");
    expect(company).toContain("In Tenet, target 75.00");
    expect(await html(`/daily-brief/${brief}`, "premium")).toContain("55.00 to 65.00");
  });

  it("stays unchanged in the API and where it is masked", async () => {
    const { body } = await api("GET", `/api/trade-alert/${alert}`, undefined, "premium");
    expect(JSON.stringify(body)).toContain('"targetPrice":150');
    const masked = await html("/stock-picks", "visitor");
    for (const figure of [">100.00<", ">150.00<", ">300.00<"]) expect(masked).toContain(figure);
  });
});

describe("an announced split", () => {
  it("changes no price before its day", async () => {
    const tomorrow =
      "insert into splits (instrument_id, day, ratio) select id, current_date + 1, 5 from instruments";
    await database.rows(`${tomorrow} where symbol = 'SPLT'`);
    await expect.poll(() => html("/trade-alert", "premium")).toContain("Halved Corporation");
    expect(ladder(await html("/trade-alert", "premium"))).toMatch(
      /^Stop 45\.00, price 60\.00, target 75\.00/,
    );
    expect(morning(await html("/", "premium"))).toContain("last 120.00");
    const company = await html("/stock/SPLT", "premium");
    expect(company).toContain("Buy, target 75.00");
    expect(company).not.toMatch(/12\.00|10\.00/);
    await database.rows("delete from splits where day > current_date");
  });
});

describe("a level changed after a split", () => {
  it("is in the new shares on cards, in the morning table and in charts of settled calls", async () => {
    await publishTarget("80");
    await expect
      .poll(async () => ladder(await html("/trade-alert", "premium")))
      .toMatch(/^Stop 45\.00, price 60\.00, target 80\.00/);
    await expect.poll(async () => morning(await html("/", "premium"))).toContain("target 160.00");
    await database.rows(
      `update calls set state = 'closed', ended_on = current_date - 1, waits_from = current_date - 1, close_price = 80, close_ratio = 2, close_reason = 'target'
        where id = ?`,
      [call],
    );
    const drawn = async () => (await get("/trade-alert.data", "premium")).text();
    await expect.poll(drawn).toContain('"160"');
  });
});

describe("a call whose entry is in shares from before a split of its day", () => {
  it("has its levels in the same shares, until one is changed", async () => {
    await database.rows("update trade_alerts set target_price = 150 where id = ?", [alert]);
    await database.rows("update calls set entry_shares = 1.2 where id = ?", [call]);
    await expect
      .poll(async () => ladder(await html("/trade-alert", "premium")))
      .toMatch(/^Stop 37\.50, price 60\.00, target 62\.50/);
    await expect
      .poll(async () => morning(await html("/", "premium")))
      .toBe("stop 90.00, made at 100.00, last 144.00, target 150.00");
    await publishTarget("80");
    await expect
      .poll(async () => ladder(await html("/trade-alert", "premium")))
      .toMatch(/^Stop 37\.50, price 60\.00, target 80\.00/);
    await expect.poll(async () => morning(await html("/", "premium"))).toContain("target 192.00");
  });
});

/*
 * One share became two today, and the last price is yesterday's 100, as on all days before. Published at
 * that price forty days ago: stop 90, target 150.
 */
describe("a price from before a split", () => {
  const company = { ticker: "LATE", name: "Lately Corporation", currency: "USD" };
  const ids = { alert: "", brief: "", article: "" };

  beforeAll(async () => {
    const levels = { target_price: "150", stop_loss: "90", holding_period: "1 year" };
    ids.alert = await insertRecord(database, "trade_alerts", {
      ...company,
      ...MADE,
      ...levels,
      current_price: "100",
    });
    const pick = {
      ...company,
      ...MADE,
      current_price: "100",
      current_year_target: "150",
      audience: "members",
    };
    await insertRecord(database, "stock_picks", pick);
    ids.brief = await insertRecord(database, "daily_briefs", {
      ...{ ticker: "LATE", company_name: company.name, ...MADE, buy_zone_min: "90", buy_zone_max: "110" },
    });
    ids.article = await insertRecord(database, "news", { content: "Before.\n\nchart LATE 3m\n\nAfter." });
    const quote = { category: "Stocks", name: company.name, symbol: "LATE", currency: "USD" };
    await insertRecord(database, "quotes", { ...quote, last: "100", updated_at: at(1) });
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select id, current_date - days, 100, 'import' from instruments, generate_series(1, 60) as days where symbol = 'LATE'
       on conflict do nothing`,
    );
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select id, current_date, 2 from instruments where symbol = 'LATE'",
    );
  });

  beforeEach(() =>
    insertRecord(database, "calls", {
      ...{ id: randomUUID(), record_id: ids.alert, symbol: "LATE", name: company.name, currency: "USD" },
      ...{ made_at: at(40), entry_price: "100", entry_at: at(40), target: "150", stop: "90" },
    }),
  );

  const entryOf = async (recordId: string) => {
    await em().transactional((manager) => recordCall("alert", recordId, manager));
    return database.rows("select entry_price, target from calls where record_id = ?", [recordId]);
  };

  it("appears on an alert's page and in the morning table in shares of the alert's day", async () => {
    await expect.poll(() => html(`/trade-alert/${ids.alert}`, "premium")).toContain("last 100.00.");
    const now = /Lately Corporation: (stop [^"<]*)/;
    await expect
      .poll(async () => now.exec(await html("/", "premium"))?.[1])
      .toBe("stop 90.00, made at 100.00, last 100.00, target 150.00");
  });

  it("is in today's shares in every chart of adjusted closes", async () => {
    const drawn =
      /Lately Corporation, daily close, [^"]*: from 50\.00 to 50\.00, low 50\.00 [^"]*, high 50\.00/;
    await expect.poll(() => html("/stock/LATE", "premium")).toMatch(drawn);
    for (const person of ["premium", "visitor"] as const) {
      expect(await html("/stock/LATE", person)).toMatch(drawn);
      expect(await html("/stock/LATE", person)).toContain("Lately Corporation stands where it stood");
      expect(await html(`/news/${ids.article}`, person)).toMatch(drawn);
    }
    const brief = await html(`/daily-brief/${ids.brief}`, "premium");
    expect(brief).toMatch(drawn);
    expect(brief).toContain("The price is where we would buy: 45.00 to 55.00.");
    expect(await companyExhibit("LATE", new Date())).toMatchObject({
      title: "Lately Corporation: 50.00 USD, with a chart of the past year",
    });
  });

  it("is in today's shares at the end of small lines too", async () => {
    const line = 'aria-label="Three months: from 50.00 to 50.00"';
    await expect.poll(() => html("/market", "visitor")).toContain(line);
    expect(await html("/stock-picks", "premium")).toContain(line);
  });

  it("becomes a new call's entry in today's shares, and so does a record's own price", async () => {
    const fields = { ...company, target_price: "75", stop_loss: "45", holding_period: "1 year" };
    const today = await insertRecord(database, "trade_alerts", fields);
    expect(await entryOf(today)).toEqual([{ entry_price: "50", target: "75" }]);
    const own = {
      ...fields,
      ticker: "LATEOWN",
      audience: "private",
      current_price: "100",
      updated_at: at(1),
    };
    const hidden = await insertRecord(database, "trade_alerts", own);
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select id, current_date, 4 from instruments where symbol = 'LATEOWN'",
    );
    expect(await entryOf(hidden)).toEqual([{ entry_price: "25", target: "75" }]);
    for (const id of [today, hidden]) await database.rows("delete from trade_alerts where id = ?", [id]);
  });

  it("appears next to levels of today in its own shares", async () => {
    const fields = {
      ...company,
      name: "Said today",
      target_price: "80",
      stop_loss: "40",
      current_price: "100",
    };
    const id = await insertRecord(database, "trade_alerts", { ...fields, holding_period: "1 year" });
    const gallery = async () => {
      const page = await html("/trade-alert", "premium");
      return ladder(page.slice(page.indexOf("Said today")));
    };
    await expect.poll(gallery).toMatch(/^Stop 80\.00, price 100\.00, target 160\.00/);
    await database.rows("delete from trade_alerts where id = ?", [id]);
  });
});
