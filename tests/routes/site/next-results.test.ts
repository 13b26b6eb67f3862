import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, expect, it } from "vitest";

setUpStaffApp();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * A company in a public quote.
 * @returns its instrument's id
 */
async function quoted(symbol: string, name: string): Promise<string> {
  const quote = await insertRecord(database, "quotes", { name, symbol, last: "10" });
  const [row] = await database.rows<{ id: string }>("select instrument_id as id from quotes where id = ?", [
    quote,
  ]);
  return row?.id ?? "";
}

const setNextResults = (id: string, on: string | null) =>
  database.rows("update instruments set next_results_on = ? where id = ?", [on, id]);

const column = async () => {
  const page = await (await app.request("/")).text();
  const section = /<h2[^>]*>Next results<\/h2>.*?<\/ul>/s.exec(page)?.[0] ?? "";
  return [...section.matchAll(/<a href="([^"]+)">([^<]+)<\/a><time[^>]*dateTime="([^"]+)"/gi)].map((found) =>
    found.slice(1).join(" "),
  );
};

let costly: string;
beforeAll(async () => {
  costly = await quoted("CSTL", "Costly Stores");
});

it("next results appear nowhere without a known day", async () => {
  expect(await column()).toEqual([]);
  expect(await html("/stock/CSTL")).not.toContain("Next results");
});

it(
  "next results set by staff appear on the company's page and next to every page until that day is over",
  spec("beyond next results staff know"),
  async () => {
    const [row] = await database.rows<{ version: number }>("select version from instruments where id = ?", [
      costly,
    ]);
    const answer = await post(`/admin/instruments/${costly}/edit`, {
      symbol: "CSTL",
      name: "Costly Stores",
      kind: "stock",
      nextResultsOn: inDays(3),
      version: String(row?.version),
    });
    expect(answer.status).toBe(303);
    await expect.poll(column).toEqual([`/stock/CSTL Costly Stores ${inDays(3)}`]);
    await expect.poll(() => html("/stock/CSTL")).toContain(`Next results: <time dateTime="${inDays(3)}">`);
    expect(await html(`/admin/instruments/${costly}/edit`)).toContain(`value="${inDays(3)}"`);
    await setNextResults(costly, inDays(-1));
    await expect.poll(column).toEqual([]);
    await expect.poll(() => html("/stock/CSTL")).not.toContain("Next results");
  },
);

it("next results list five companies of the next thirty days, by day", async () => {
  await setNextResults(costly, inDays(2));
  for (const [nth, days] of [9, 1, 29, 0, 12, 31].entries())
    await setNextResults(await quoted(`RSLT${nth}`, `Reporter ${nth}`), inDays(days));
  await expect
    .poll(column)
    .toEqual([
      `/stock/RSLT3 Reporter 3 ${inDays(0)}`,
      `/stock/RSLT1 Reporter 1 ${inDays(1)}`,
      `/stock/CSTL Costly Stores ${inDays(2)}`,
      `/stock/RSLT0 Reporter 0 ${inDays(9)}`,
      `/stock/RSLT4 Reporter 4 ${inDays(12)}`,
    ]);
});

it("next results survive a merge of instruments", async () => {
  const [double, whole] = [await quoted("DBLE", "Double Plc"), await quoted("WHLE", "Whole Plc")];
  await setNextResults(double, inDays(4));
  const answer = await post(`/admin/instruments/${double}/merge`, { into: "WHLE", confirmed: "yes" });
  expect(answer.status).toBe(303);
  const [stored] = await database.rows("select next_results_on::text as on from instruments where id = ?", [
    whole,
  ]);
  expect(stored).toEqual({ on: inDays(4) });
});

it(
  "next results never list companies that only a call names",
  spec("beyond next results staff know"),
  async () => {
    await insertRecord(database, "trade_alerts", { ticker: "SCRT", name: "Secret Corporation" });
    await insertRecord(database, "stock_picks", { ticker: "HIDN", name: "Hidden Corporation" });
    for (const symbol of ["SCRT", "HIDN"])
      await database.rows("update instruments set next_results_on = ? where symbol = ?", [inDays(0), symbol]);
    await setNextResults(await quoted("MARK", "Marker Plc"), inDays(0));
    await expect.poll(() => html("/", "visitor")).toContain("Marker Plc");
    // Members see calls in the content of the front page; the column is the same for all readers.
    for (const person of ["visitor", "basic", "premium"] as const) {
      const [, column = "none"] = (await html("/", person)).split('<aside class="rail"');
      expect(column).toContain("Costly Stores");
      expect(column).not.toMatch(/SCRT|HIDN|Secret Corporation|Hidden Corporation/);
    }
  },
);
