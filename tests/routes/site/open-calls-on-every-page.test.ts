import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";

/** A zone that is a day ahead for half of UTC's day: days are the site's. */
const ZONE = "Pacific/Kiritimati";
const HOUR = 3_600_000;

setUpApp({ SITE_TZ: ZONE });

let premium: string;
let admin: string;
/** The site's last midnight. */
let midnight: number;

/**
 * A one-week alert with its call, whose period ends this many hours after the site's midnight; `settled`:
 * closed by hand on this day.
 */
async function write(name: string, hours: number, settled = false): Promise<void> {
  const made = new Date(midnight + hours * HOUR - 7 * 24 * HOUR);
  const recordId = randomUUID();
  const day = (at: number) => new Date(at).toLocaleDateString("en-CA", { timeZone: ZONE });
  await insertRecord(database, "trade_alerts", {
    ...{ id: recordId, name, ticker: name, created_at: made, holding_period: "1 week" },
    ...{ current_price: "105", target_price: "120", stop_loss: "98", author: "Ada Open" },
  });
  const closed = {
    ...{ state: "closed", ended_on: day(Date.now()), waits_from: day(Date.now()), close_price: "106" },
    ...{ close_ratio: "1", close_reason: "by hand", result: 1 },
  };
  await insertRecord(database, "calls", {
    ...{ record_id: recordId, kind: "alert", name, symbol: name, author: "Ada Open", made_at: made },
    ...{ entry_price: "104", target: "120", stop: "98", last_day: day(midnight + hours * HOUR) },
    ...(settled ? closed : {}),
  });
}

beforeAll(async () => {
  [premium, admin] = [await app.cookiesOf("premium"), await app.cookiesOf("admin")];
  const [found] = await app.sql<{ at: number }>(
    `select extract(epoch from date_trunc('day', now() at time zone '${ZONE}') at time zone '${ZONE}')::int as at`,
  );
  midnight = (found?.at ?? 0) * 1000;
  await database.empty("calls", "trade_alerts");
  // Its period ends on this day, so a price of the day can still settle it.
  await write("LASTDAY", 0.001);
  await write("EVENING", 23.9);
  await write("LATER", 60);
  // Its last day was yesterday, and no price has settled it yet.
  await write("WAITS", -0.01);
  await write("CLOSED", 0.001, true);
});

const OPEN = ["EVENING", "LASTDAY", "LATER"];

const html = async (path: string, cookies = premium) => (await app.request(path, { cookies })).text();
const wordsOf = (text: string) => text.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");
const namesIn = (part: string) =>
  ["CLOSED", "WAITS", ...OPEN].filter((name) => part.includes(`>${name}<`)).toSorted();

describe("the open calls", () => {
  it("are the same on the front page and in the list of alerts", async () => {
    const home = await html("/");
    expect(home).toContain("3 calls are open");
    expect(namesIn(/<table[^>]*aria-label="Open calls".*?<\/table>/s.exec(home)?.[0] ?? "")).toEqual(OPEN);
    expect(wordsOf(home)).toContain("Last day");
    const list = await html("/trade-alert");
    expect(wordsOf(list)).toMatch(/Open, 3 Closed, 2/);
    // Above the list, the bell names closed calls, too.
    const [open = "", ended = ""] = list.slice(list.indexOf("<main")).split('id="ended"');
    expect([namesIn(open), namesIn(ended.split("</main")[0] ?? "")]).toEqual([
      OPEN,
      expect.arrayContaining(["WAITS"]),
    ]);
    expect(wordsOf(open)).not.toContain("CLOSED");
  });

  it("are counted apart from hidden ones for readers without full access, ended or not", async () => {
    const hidden = { audience: "private", ticker: "HIDDEN", holding_period: "1 week" };
    const made = { current_price: "105", target_price: "120", stop_loss: "98" };
    const ids = await Promise.all(
      [0, 400].map((days) =>
        insertRecord(database, "trade_alerts", {
          ...{ ...hidden, ...made, name: `HIDDEN${days}` },
          created_at: new Date(midnight - days * 24 * HOUR),
        }),
      ),
    );
    await insertRecord(database, "calls", {
      ...{ record_id: ids[0], kind: "alert", name: "HIDDEN0", symbol: "HIDDEN", audience: "private" },
      ...{
        made_at: new Date(midnight),
        entry_price: "104",
        target: "120",
        stop: "98",
        last_day: "2099-01-01",
      },
    });
    const openCounts = async (cookies: string) => [
      /\d+ calls are open/.exec(wordsOf(await html("/", cookies)))?.[0],
      /Open, \d+(, and \d+ for Private members)?/.exec(wordsOf(await html("/trade-alert", cookies)))?.[0],
    ];
    const seen = [await openCounts(premium), await openCounts(await app.cookiesOf("private"))];
    await database.rows("delete from calls where symbol = 'HIDDEN'");
    await database.rows("delete from trade_alerts where ticker = 'HIDDEN'");
    expect(seen).toEqual([
      ["3 calls are open", "Open, 3, and 2 for Private members"],
      ["4 calls are open", "Open, 4"],
    ]);
  });

  it("are the same in the track record, with those that wait for a price apart", async () => {
    const json = (await (await app.request("/track-record.json")).json()) as Record<string, unknown>;
    expect([json.open, json.unsettled, json.overdue]).toEqual([{ alerts: 3, picks: 0 }, 1, 0]);
    const words = wordsOf(await html("/track-record"));
    expect(words).toContain("3 calls open");
    expect(words).toContain("1 call is over and waiting for the price that settles it.");
  });

  it("are the same on pages of authors and companies and as related items", async () => {
    const author = await html("/author/ada-open");
    expect(namesIn(/<table[^>]*aria-label="Open calls".*?<\/table>/s.exec(author)?.[0] ?? "")).toEqual(OPEN);
    const ended = (symbol: string) => html(`/stock/${symbol}`).then((page) => /ended <time/.test(page));
    expect([await ended("LASTDAY"), await ended("WAITS")]).toEqual([false, true]);
    const days = async (name: string) => {
      const [row] = await database.rows<{ id: string }>("select id from trade_alerts where name = ?", [name]);
      return wordsOf(await html(`/trade-alert/${row?.id}`));
    };
    expect(await days("LASTDAY")).toContain("Days left Last day");
    expect(await days("LASTDAY")).not.toMatch(/which is over|Ended \d/);
    expect(await days("LATER")).toMatch(/Days left [23] /);
    expect(await days("WAITS")).toContain("Days left Over");
  });

  it("are the same in the staff's list of calls", async () => {
    const states = async (state: string) => namesIn(await html(`/admin/calls?state=${state}`, admin));
    expect([await states("open"), await states("over"), await states("closed")]).toEqual([
      OPEN,
      ["WAITS"],
      ["CLOSED"],
    ]);
    expect(wordsOf(await html("/admin/calls?state=over", admin))).toContain("Over, not settled");
  });
});
