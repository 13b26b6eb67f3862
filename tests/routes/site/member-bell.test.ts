import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { loadSessionRow } from "~/auth/session-row.server";
import type { MemberViewer } from "~/auth/viewer.server";
import { newsOfBell } from "~/features/site-shell/member-bell.queries.server";

setUpApp();
const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

beforeEach(() =>
  database.rows(`delete from member_marks; delete from watched_instruments; delete from followed_authors;
    delete from news; delete from daily_briefs; delete from videos; delete from trade_alerts; delete from stock_picks`),
);

const page = async (path: string, person: Person) =>
  (await app.request(path, { cookies: await cookiesOf(person) })).text();

/** The number at the bell, and the titles in it. */
async function bellOn(path: string, person: Person) {
  const html = await page(path, person);
  const [, panel = ""] =
    /<details class="menu bell".*?<div class="menu-panel[^"]*">(.*?)<\/div>/s.exec(html) ?? [];
  const [, unread = "0"] = /aria-label="Notifications, (\d+) new"/.exec(html) ?? [];
  const titles = [...panel.matchAll(/class="bell-item[^"]*"><span[^>]*>.*?<br\/>(.*?)<\/span><\/a>/gs)];
  return { unread: Number(unread), titles: titles.map(([, title]) => title), panel };
}

const read = async (person: Person, until = new Date().toISOString(), accept = "text/html") =>
  app.request("/notifications/read", {
    method: "POST",
    body: { until },
    cookies: await cookiesOf(person),
    headers: { Accept: accept },
  });
const mark = async (add: string, person: Person) =>
  app.request("/watchlist/marks", { method: "POST", body: { add }, cookies: await cookiesOf(person) });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const publish = (table: string, minutes: number, values: Record<string, unknown> = {}) =>
  insertRecord(database, table, { created_at: minutesAgo(minutes), ...values });

describe("a member’s bell", () => {
  it("has the new records that the member may read, on cached, personal and account pages", async () => {
    await publish("news", 5, { title: "Copper climbs" });
    await publish("daily_briefs", 4, { headline: "Alfa is cheap" });
    await publish("trade_alerts", 3, { name: "Bravo", tag: "buy" });
    await publish("stock_picks", 2, { name: "Charlie" });
    await publish("videos", 1, { title: "A free film", is_free: true });
    const all = ["A free film", "Charlie", "Buy Bravo", "Alfa is cheap", "Copper climbs"];
    for (const path of ["/about", "/about", "/notifications", "/dashboard"])
      expect(await bellOn(path, "premium")).toMatchObject({ unread: 5, titles: all });
    for (const path of ["/about", "/notifications", "/dashboard"])
      expect(await bellOn(path, "lapsed")).toMatchObject({
        unread: 2,
        titles: ["A free film", "Copper climbs"],
      });
  });

  it("without anything new says so, and visitors keep their three kinds of items", async () => {
    expect(await bellOn("/about", "basic")).toMatchObject({ unread: 0, titles: [] });
    expect((await bellOn("/about", "basic")).panel).toContain("Nothing new.");
    await publish("stock_picks", 2, { category: "Iron dome", name: "Charlie" });
    const visitor = await page("/about", "visitor");
    expect(visitor).toContain("New stock pick in Iron dome");
    expect(visitor).not.toContain('class="menu bell"');
  });

  it("has locked briefs of watched companies and followed authors as a teaser, and puts those first", async () => {
    await publish("daily_briefs", 9, { ticker: "ALFA", headline: "On Alfa", analysis: "The secret why." });
    await publish("daily_briefs", 8, { ticker: "BRAV", headline: "By Ines", author: "Ines Calloway" });
    await publish("daily_briefs", 7, { ticker: "CHAR", headline: "On Charlie" });
    await publish("news", 1, { title: "Copper climbs" });
    await mark("company:ALFA", "basic");
    await mark("author:ines-calloway", "basic");
    const bell = await bellOn("/about", "basic");
    expect(bell.titles).toEqual(["By Ines", "On Alfa", "Copper climbs"]);
    expect(bell.panel).toContain("locked");
    expect(bell.panel).not.toContain("The secret why.");
  });

  it("names no alert or pick to members who may not read it", async () => {
    await publish("trade_alerts", 1, { name: "Secret plc", audience: "private" });
    await publish("stock_picks", 1, { name: "Hidden plc", audience: "private" });
    expect((await bellOn("/about", "private")).titles).toHaveLength(2);
    for (const person of ["basic", "premium", "lapsed"] as const)
      expect(await page("/notifications", person)).not.toMatch(/Secret plc|Hidden plc/);
  });

  it("read once counts only what comes later, for this member alone", async () => {
    await publish("news", 5, { title: "Copper climbs" });
    expect((await bellOn("/about", "basic")).unread).toBe(1);
    expect((await read("basic")).headers.get("Location")).toBe("/notifications");
    expect(await bellOn("/about", "basic")).toMatchObject({ unread: 0, titles: ["Copper climbs"] });
    expect((await bellOn("/about", "lapsed")).unread).toBe(1);
    await insertRecord(database, "news", { title: "Zinc falls", created_at: new Date(Date.now() + 1_000) });
    expect((await bellOn("/about", "basic")).unread).toBe(1);
  });

  it("marks no more as read than the page has shown, and never takes it back", async () => {
    await publish("news", 5, { title: "Shown" });
    await publish("news", 1, { title: "Came later" });
    expect((await read("basic", minutesAgo(4).toISOString(), "application/json")).status).toBe(204);
    expect((await bellOn("/about", "basic")).unread).toBe(1);
    await read("basic", minutesAgo(60).toISOString());
    expect((await bellOn("/about", "basic")).unread).toBe(1);
  });

  it.each([
    "",
    "no time",
    "-1",
    "+275760-09-13T00:00:00.000Z",
    "0000-01-01T00:00:00Z",
  ])("read until %j marks nothing", async (until) => {
    await publish("news", 5);
    expect((await read("basic", until)).status).toBe(303);
    expect((await bellOn("/about", "basic")).unread).toBe(1);
  });

  it("is read by opening it only while it shows all that is new", async () => {
    for (let minutes = 1; minutes <= 6; minutes += 1) await publish("news", minutes);
    expect((await bellOn("/about", "basic")).panel).toContain("data-bell-read");
    await publish("news", 7);
    const { panel, titles } = await bellOn("/about", "basic");
    expect(titles).toHaveLength(6);
    expect(panel).not.toContain("data-bell-read");
    expect(panel).toContain("Mark all as read");
  });

  it("keeps its list while nothing is new, so it is not drawn again", async () => {
    await publish("news", 5, { title: "Copper climbs" });
    const list = async () => {
      const panel = newsOfBell({ kind: "member", tier: "Basic" } as MemberViewer);
      panel.forget();
      return (await panel.latest()).value;
    };
    const first = await list();
    expect(await list()).toBe(first);
    await publish("news", 1, { title: "Zinc falls" });
    expect((await list())?.map(({ title }) => title)).toEqual(["Zinc falls", "Copper climbs"]);
  });

  it("read by a member without marks makes no page look for marks", async () => {
    await read("basic");
    const [session] = await database.rows<{ hash: string }>(
      "select token_hash as hash from sessions join members m on m.id = member_id where m.email = 'basic@demo.test'",
    );
    const hasMarks = async () => (await loadSessionRow(session?.hash ?? ""))?.hasMarks;
    expect(await hasMarks()).toBe(false);
    await publish("news", 5, { author: "Ines Calloway" });
    await mark("author:ines-calloway", "basic");
    await read("basic");
    expect(await hasMarks()).toBe(true);
  });

  it("is read by nobody who is not signed in", async () => {
    const response = await read("visitor");
    expect(response.headers.get("Location")).toBe("/login?next=%2Fnotifications");
    expect((await read("visitor", undefined, "application/json")).status).toBe(401);
    expect(await database.rows("select 1 from member_marks")).toEqual([]);
  });
});
