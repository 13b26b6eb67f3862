import { withoutTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, html, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";

setUpStaffApp();

const RECORDS = [
  ["trade-alert", "trade_alerts", { tag: "buy", target_price: "150", analysis: "Why." }],
  ["stock-picks", "stock_picks", { category: "Tenet" }],
] as const;

describe.each(RECORDS)("the form of %s", (path, table, fields) => {
  const ticker = path.slice(0, 5).toUpperCase();
  const record = (more: Record<string, string>) =>
    insertRecord(database, table, {
      ...fields,
      ticker,
      name: "A company",
      priced_at: "2026-03-02T10:00Z",
      ...more,
    });

  it("shows the readers' price only if the record's own price differs", async () => {
    const id = await record({ current_price: "120", currency: "USD" });
    expect(await html(`/admin/${path}/${id}/edit`)).not.toContain("Readers see the price");
    const quote = { category: "Stocks", name: "Its quote", symbol: ticker, last: 131.2, currency: "USD" };
    expect((await api("POST", "/api/markets", quote)).status).toBe(201);
    const form = await html(`/admin/${path}/${id}/edit`);
    expect(form).toContain("Readers see the price 131.20 USD, not the one below.");
    expect(form).toContain("The price comes from its quote, as of");
    const pence = await record({ current_price: "12000", currency: "GBX" });
    expect(await html(`/admin/${path}/${pence}/edit`)).not.toContain("Readers see the price");
  });
});

describe("back-office lists with prices", () => {
  /** The name and the price of each row of a list, from the top. */
  const rowsOf = (page: string, label: string) =>
    [...page.matchAll(/<tr id="row-.*?<\/tr>/gs)].map(([row]) => [
      /<th[^>]*>(?:<label.*?<\/label>)?(?:<a[^>]*>)?([^<]+)/.exec(row)?.[1],
      new RegExp(`data-label="${label}"[^>]*>(.*?)</td>`)
        .exec(row)?.[1]
        ?.replace(/<[^>]*>/g, " ")
        .trim(),
    ]);

  it("are sorted by the records' own prices, and show differing readers' prices", async () => {
    await database.empty("quotes", "movers", "stock_picks");
    const pick = (ticker: string, price: string) =>
      insertRecord(database, "stock_picks", { ticker, name: ticker, current_price: price, currency: "USD" });
    await pick("MOVED", "50");
    await pick("STILL", "70");
    const quote = { category: "Stocks", name: "Moved", symbol: "MOVED", currency: "USD" };
    await insertRecord(database, "quotes", { ...quote, last: "60.5", updated_at: "2026-03-02T10:00Z" });
    await insertRecord(database, "movers", { name: "Moved", last: "55" });
    expect((await api("POST", "/api/markets", { ...quote, last: 131.2 })).status).toBe(201);

    expect(rowsOf(await html("/admin/stock-picks?sort=currentPrice&direction=desc"), "Price")).toEqual([
      ["STILL", "70.00 USD"],
      ["MOVED", "50.00 USD, readers see 131.20"],
    ]);
    expect(rowsOf(await html("/admin/market?sort=last&direction=asc"), "Last")).toEqual([
      ["Moved", "60.50 USD, readers see 131.20"],
      ["Moved", "131.20 USD"],
    ]);
    expect(rowsOf(await html("/admin/market-movers"), "Last")).toEqual([
      ["Moved", "55.00 Readers see 131.20"],
    ]);
  });

  it("appear without readers' prices if those cannot be loaded", async () => {
    await insertRecord(database, "stock_picks", { ticker: "ALONE", current_price: "50" });
    await withoutTable(app, "daily_prices", async () => {
      const page = await html("/admin/stock-picks");
      expect(page).toContain("ALONE");
      expect(page).not.toContain("Readers see");
    });
  });
});
