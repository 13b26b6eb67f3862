import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
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

  it("tells what readers see where the record's own price differs, and nothing where it is the same", async () => {
    const id = await record({ current_price: "120", currency: "USD" });
    expect(await html(`/admin/${path}/${id}/edit`)).not.toContain("Readers see the price");
    const quote = { category: "Stocks", name: "Its quote", symbol: ticker, last: 131.2, currency: "USD" };
    expect((await api("POST", "/api/markets", quote)).status).toBe(201);
    const form = await html(`/admin/${path}/${id}/edit`);
    expect(form).toContain("Readers see the price 131.20 USD, not the one below.");
    expect(form).toContain("Its quote says so, as of");
    const pence = await record({ current_price: "12000", currency: "GBX" });
    expect(await html(`/admin/${path}/${pence}/edit`)).not.toContain("Readers see the price");
  });
});
