import { waitForNotices } from "tests/support/cached-pages";
import { openDatabase } from "tests/support/database";
import { withoutTable, withSlowTable } from "tests/support/database-failures";
import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp();
const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

beforeEach(() =>
  database.rows(`delete from watched_instruments; delete from followed_authors; delete from member_marks;
    delete from trade_alerts; delete from daily_briefs; delete from news; delete from quotes`),
);

const front = async (person: Person) => (await app.request("/", { cookies: await cookiesOf(person) })).text();
const mark = async (add: string, person: Person) =>
  app.request("/watchlist/marks", { method: "POST", body: { add }, cookies: await cookiesOf(person) });
const quote = (symbol: string, last: string, more: Record<string, unknown> = {}) =>
  insertRecord(database, "quotes", { category: "Stocks", name: `${symbol} Holdings`, symbol, last, ...more });

describe("the watchlist on the front page", () => {
  it("has this member’s companies with price and newest text, on a page that many readers share", async () => {
    await quote("ALFA", "100.5");
    await insertRecord(database, "news", { title: "ALFA Holdings grows" });
    for (let visit = 0; visit < 2; visit += 1) expect(await front("basic")).not.toContain("Your watchlist");
    await mark("company:ALFA", "basic");
    for (let visit = 0; visit < 2; visit += 1) {
      const html = await front("basic");
      expect(html).toContain("Your watchlist");
      expect(html).toMatch(/watched-block.*?ALFA Holdings grows.*?100\.50/s);
      expect(await front("lapsed")).not.toContain("Your watchlist");
      expect(await front("visitor")).not.toContain("Your watchlist");
    }
    await database.rows("update quotes set last = 101.25");
    expect(await front("basic")).toContain("101.25");
  });

  it("marks a price that is no longer fresh", async () => {
    await quote("ALFA", "100.5", { updated_at: new Date(Date.now() - 3 * 86_400_000) });
    await mark("company:ALFA", "basic");
    const tile = async () => /<ul class="watched-block">.*?<\/ul>/s.exec(await front("basic"))?.[0];
    expect(await tile()).toMatch(/100\.50.*stale, 3 days old/s);
    await database.rows("update quotes set last = 101");
    expect(await tile()).not.toContain("stale");
  });

  it("has the newest text of followed authors", async () => {
    await insertRecord(database, "news", { title: "Copper climbs", author: "Ines Calloway" });
    await mark("author:ines-calloway", "premium");
    expect(await front("premium")).toMatch(/From authors you follow.*?Copper climbs/s);
  });

  it.each([
    ["is slow", withSlowTable],
    ["is missing", withoutTable],
  ])("is left out while its table %s, and so are the stars, and the rest of the page is sent", async (_, during) => {
    await quote("ALFA", "100.5");
    await mark("company:ALFA", "basic");
    const star = async () => {
      const response = await app.request("/stock/ALFA", { cookies: await cookiesOf("basic") });
      return /<button[^>]*value="company:ALFA"[^>]*>/.exec(await response.text())?.[0];
    };
    await front("basic");
    expect(await star()).toContain('aria-pressed="true"');
    await during(app, "watched_instruments", async () => {
      const [html, button] = await Promise.all([front("basic"), star()]);
      expect(html).toContain("</html>");
      expect(html).not.toContain("Your watchlist");
      expect(button).toContain('aria-pressed="false"');
    });
    expect(await front("basic")).toContain("Your watchlist");
  });

  it("delays a page that then has the prices of the moment when it is sent", async () => {
    await insertRecord(database, "quotes", { category: "Indices", name: "Nasdaq", last: "5000" });
    await quote("ALFA", "100.5");
    await mark("company:ALFA", "basic");
    await front("basic");
    const other = openDatabase(app.databaseUrl);
    await other.rows("begin; lock table watched_instruments in access exclusive mode");
    const sent = front("basic");
    await waitUntil(async () => {
      const waiting = await database.rows(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    await database.rows("update quotes set last = 5123.45 where name = 'Nasdaq'");
    await waitForNotices((text) => database.rows("select pg_notify('content', ?)", [text]));
    await other.rows("commit");
    await other.close();
    expect(await sent).toMatch(/aria-label="Market strip".*?5,123\.45/s);
  });

  it("is read with the stars, and uses no connection of the content", async () => {
    await quote("ALFA", "100.5");
    await mark("company:ALFA", "basic");
    await front("basic");
    const sent = await recordStatements(() => front("basic"));
    expect(sent.filter((text) => /watched_instruments|followed_authors/.test(text))).toEqual([]);
  });

  it("names no company of a call to members who may not read it", async () => {
    await insertRecord(database, "trade_alerts", { ticker: "SECR", name: "Secret plc", audience: "private" });
    await database.rows(`insert into watched_instruments (member_id, instrument_id, place)
      select members.id, instruments.id, 1 from members, instruments
       where email = 'basic@demo.test' and symbol = 'SECR'`);
    await database.rows(
      "insert into member_marks (member_id, changed_at) select id, now() from members where email = 'basic@demo.test'",
    );
    const html = await front("basic");
    expect(html).toContain("A company not included in your plan");
    expect(html).not.toMatch(/Secret plc|SECR/);
  });
});
