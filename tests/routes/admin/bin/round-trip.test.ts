import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { clearRecords, deleteToBin, restoreFromBin } from "./binning";

setUpStaffApp();
beforeEach(clearRecords);

type Row = Record<string, unknown>;
const rowOf = async (table: string, id: string): Promise<Row> =>
  (await database.rows<Row>(`select * from ${table} where id = ?`, [id]))[0] ?? {};

async function returned(kind: string, table: string, id: string, person: Person = "admin"): Promise<Row> {
  const binned = await deleteToBin(kind, id, person);
  expect(await rowOf(table, id)).toEqual({});
  expect((await restoreFromBin(binned.id, person)).status).toBe(303);
  return rowOf(table, id);
}

const OLD = { created_at: "2026-01-02T03:04:05.678Z", updated_at: "2026-02-03T04:05:06.789Z", version: 7 };
const TO_COME = "2150-01-01T14:30:00.000Z";
const SIGNED = {
  author: "Ada Wexford",
  disclosure: "I hold no shares in this company.",
  audience: "private",
};

/** A record of each kind with a value in every column that a form writes. */
const KINDS: readonly { kind: string; table: string; values: Row; person?: Person }[] = [
  {
    ...{ kind: "news", table: "news" },
    values: { title: "“Copper”", content: "*Its* text.", category: "Energy", author: "Ada" },
  },
  {
    ...{ kind: "daily-brief", table: "daily_briefs" },
    values: {
      ...{ ...SIGNED, ticker: "BRFT", company_name: "A company", analysis: "Why.", headline: "Up" },
      ...{ teaser: "First words.", buy_zone_min: "1.50", buy_zone_max: "2.000", is_sample: true },
    },
  },
  {
    ...{ kind: "videos", table: "videos" },
    values: { title: "A film", caption: "Its caption", audience: "private", is_free: true },
  },
  {
    ...{ kind: "market", table: "quotes" },
    values: {
      name: "An index",
      symbol: "BINX",
      last: "100.2500",
      volume: "12",
      currency: "USD",
      high: "101",
    },
  },
  { kind: "market-movers", table: "movers", values: { name: "A mover", last: "4.20", volume: "7" } },
  {
    ...{ kind: "ads", table: "ads" },
    values: {
      ...{ name: "https://advertiser.test/a", position: 3, alt_text: "An offer", sells_membership: true },
      unpublish_at: TO_COME,
    },
  },
  {
    ...{ kind: "pictures", table: "library_pictures" },
    values: { title: "The harbour", alt: "Ships at night", focus: "left" },
  },
  {
    ...{ kind: "banner", table: "banners", person: "superadmin" },
    values: {
      ...{ title: "Capital at risk.", url: "https://example.com/b", sells_membership: true },
      unpublish_at: TO_COME,
    },
  },
];

describe("a restored record", () => {
  it.each(KINDS)(
    "equals the deleted one in every column: $kind",
    spec("beyond deleted content stays bin"),
    async ({ kind, table, values, person }) => {
      const id = await insertRecord(database, table, { ...values, ...OLD });
      const before = await rowOf(table, id);
      const after = await returned(kind, table, id, person);
      const status = "status" in before ? { status: "draft" } : {};
      expect(after).toEqual({ ...before, ...status, version: 8 });
    },
  );

  it("keeps its scheduled minute", async () => {
    for (const [kind, table] of [
      ["news", "news"],
      ["daily-brief", "daily_briefs"],
      ["videos", "videos"],
    ] as const) {
      const id = await insertRecord(database, table, { publish_at: TO_COME });
      const before = await rowOf(table, id);
      const after = await returned(kind, table, id);
      expect(after).toEqual({ ...before, status: "draft", version: 2 });
      expect(after).toMatchObject({ publish_at: new Date(TO_COME), created_at: new Date(TO_COME) });
    }
  });

  it("an expired banner is restored with a warning, and stays hidden", async () => {
    const title = "An offer of spring";
    const id = await insertRecord(database, "banners", { title, unpublish_at: "2026-01-03T10:00:00Z" });
    const binned = await deleteToBin("banner", id, "superadmin");
    const page = await html(`/admin/bin/${binned.id}`, "superadmin");
    expect(page).toContain("It is restored as ended");
    expect(page).not.toContain("at once");
    expect((await restoreFromBin(binned.id, "superadmin")).status).toBe(303);
    expect(await html("/admin/banner", "superadmin")).toContain("Ended");
    expect(await (await app.request("/")).text()).not.toContain(title);
  });

  it("rejects saves from forms that were open before the deletion", async () => {
    const article = { title: "Copper", content: "Its text.", category: "Tech", status: "draft" };
    const id = await insertRecord(database, "news", { ...article, version: 3 });
    await returned("news", "news", id);
    const late = await post(`/admin/news/${id}/edit`, { ...article, title: "Late", version: "3" });
    expect(late.status).toBe(409);
    expect((await rowOf("news", id)).title).toBe("Copper");
  });

  it("has the default in a column that was added after its deletion", async () => {
    const held = { title: "Older", content: "Its text.", category: "Tech", gone: "a column of then" };
    const binned = await insertRecord(database, "binned_records", { held });
    expect((await restoreFromBin(binned)).status).toBe(303);
    expect(await database.rows("select title, status, author, publish_at from news")).toEqual([
      { title: "Older", status: "draft", author: null, publish_at: null },
    ]);
  });

  it("is published at once if its kind has no drafts", async () => {
    const id = await insertRecord(database, "quotes", { name: "Back again" });
    const binned = await deleteToBin("market", id);
    expect(await html(`/admin/bin/${binned.id}`)).toContain(
      "Readers see it again immediately, with its original dates.",
    );
    expect(await (await app.request("/market")).text()).not.toContain("Back again");
    await restoreFromBin(binned.id);
    await expect.poll(async () => (await app.request("/market")).text()).toContain("Back again");
  });
});

it("a restored quote does not write its price again", async () => {
  const quote = { category: "Indices", name: "An index", symbol: "BINY", last: 100 };
  const made = await api("POST", "/api/markets", quote);
  expect(made.status).toBe(201);
  const prices = () =>
    database.rows("select close from daily_prices where source = 'quote' and close in (100, 120)");
  expect(await prices()).toEqual([{ close: "100" }]);
  const binned = await deleteToBin("market", made.body.id);
  await database.rows("update daily_prices set close = 120 where source = 'quote' and close = 100");
  expect((await restoreFromBin(binned.id)).status).toBe(303);
  expect(await prices()).toEqual([{ close: "120" }]);
});

const ALERT = { ticker: "ALRT", name: "An alert", tag: "buy", targetPrice: "12.5", analysis: "Why." };
const callsOf = (id: string) =>
  database.rows("select number, state from calls where record_id = ? order by number", [id]);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

async function addedAlert(values: Row = {}): Promise<string> {
  const made = await api("POST", "/api/trade-alert", { ...ALERT, holdingPeriod: "1 week", ...values });
  expect(made.status).toBe(201);
  return made.body.id;
}

describe("a restored call", () => {
  it(
    "is a new call with a new date; the old call stays withdrawn",
    spec("beyond deleted content stays bin"),
    async () => {
      const id = await addedAlert();
      // Older than the period in which a deletion removes the call completely.
      await database.rows("update calls set made_at = made_at - interval '1 hour'");
      const { id: binned } = await deleteToBin("trade-alert", id);
      expect(await html(`/admin/bin/${binned}`)).toContain("dated today");
      await restoreFromBin(binned);
      expect(await callsOf(id)).toEqual([
        { number: 1, state: "withdrawn" },
        { number: 2, state: "open" },
      ]);
      const [again] = await database.rows(
        "select id, created_at > now() - interval '1 minute' as fresh from trade_alerts",
      );
      expect(again).toEqual({ id, fresh: true });
    },
  );

  it("does not exist if its alert has expired, and the alert is restored unchanged", async () => {
    const over = { ...OLD, holding_period: "1 week" };
    const id = await insertRecord(database, "trade_alerts", { ...over, ...SIGNED, current_price: "10.50" });
    const before = await rowOf("trade_alerts", id);
    expect(await returned("trade-alert", "trade_alerts", id)).toEqual({ ...before, version: 8 });
    expect(await callsOf(id)).toEqual([]);
  });

  it("waits for its scheduled minute if that is in the future", async () => {
    const id = await addedAlert({ publishAt: TO_COME });
    const { id: binned } = await deleteToBin("trade-alert", id);
    expect(await html(`/admin/bin/${binned}`)).toContain("It is restored with its schedule");
    await restoreFromBin(binned);
    expect(await rowOf("trade_alerts", id)).toMatchObject({
      publish_at: new Date(TO_COME),
      created_at: new Date(TO_COME),
    });
    expect(await callsOf(id)).toEqual([]);
  });

  it("starts now if its scheduled minute passed in the bin, even if it would have ended", async () => {
    const id = await addedAlert({ publishAt: TO_COME });
    const { id: binned } = await deleteToBin("trade-alert", id);
    const missed = { publishAt: daysAgo(10), createdAt: daysAgo(10), endsAt: daysAgo(3) };
    await database.rows("update binned_records set held = held || ?::jsonb, created_at = ?", [
      JSON.stringify(missed),
      daysAgo(20),
    ]);
    expect(await html(`/admin/bin/${binned}`)).toContain("dated today");
    await restoreFromBin(binned);
    const [again] = await database.rows(
      "select publish_at, created_at > now() - interval '1 minute' as fresh from trade_alerts",
    );
    expect(again).toEqual({ publish_at: null, fresh: true });
    expect(await callsOf(id)).toEqual([{ number: 1, state: "open" }]);
  });

  it("does not record its own old price as a new one", async () => {
    const id = await insertRecord(database, "stock_picks", {
      ...{ ...OLD, ...SIGNED, current_price: "9.99", priced_at: OLD.updated_at },
    });
    const before = await rowOf("stock_picks", id);
    const after = await returned("stock-picks", "stock_picks", id);
    const { created_at, updated_at } = after;
    expect(after).toEqual({ ...before, created_at, updated_at, version: 8 });
    expect(created_at).not.toEqual(before.created_at);
    expect(after.priced_at).toEqual(new Date(OLD.updated_at));
  });
});
