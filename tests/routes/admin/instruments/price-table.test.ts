import {
  applyPaste,
  applyTicked,
  cellsOfKind,
  comparePaste,
  counterFor,
  hiddenIn,
  pageOf,
} from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOlderCalls } from "~/features/calls/record-calls.server";

// Without jobs: enqueued jobs are counted.
setUpStaffApp();

const PATH = "/admin/instruments/paste";
let one: string;
let two: string;

beforeEach(async () => {
  one = await insertRecord(database, "instruments", { symbol: "ONE", name: "One Plc", currency: "EUR" });
  two = await insertRecord(database, "instruments", { symbol: "TWO", name: "Two Plc" });
  const before = ["2026-03-02", "10", "12", "9", "import"];
  await database.rows(
    "insert into daily_prices (instrument_id, day, close, high, low, source) values (?, ?, ?, ?, ?, ?), (?, '2026-03-03', 11, null, null, 'quote')",
    [one, ...before, one],
  );
});
afterEach(async () => {
  await database.empty(
    "call_events",
    "calls",
    "trade_alerts",
    "daily_prices",
    "splits",
    "changes",
    "paste_columns",
  );
  await database.rows("delete from instruments where symbol in ('ONE', 'TWO', 'OLD', 'DUE')");
  await database.rows("delete from jobs.job where name = 'hourly'");
});

const stored = (id: string) =>
  database.rows(
    "select day::text, close, high, low, volume, source from daily_prices where instrument_id = ? order by day",
    [id],
  );

describe("an empty cell", () => {
  it.each([
    ["close", "ONE;2026-03-02;;13;8;7", { close: "10", high: "13", low: "8", volume: "7" }],
    ["high", "ONE;2026-03-02;11;;8;7", { close: "11", high: "12", low: "8", volume: "7" }],
    ["low", "ONE;2026-03-02;11;13;;7", { close: "11", high: "13", low: "9", volume: "7" }],
    ["volume", "ONE;2026-03-02;11;13;8;", { close: "11", high: "13", low: "8", volume: "5" }],
    ["whole row", "ONE;2026-03-02;;;;", { close: "10", high: "12", low: "9", volume: "5" }],
  ])("in a %s keeps the day's stored figure", async (_, row, figures) => {
    await database.rows("update daily_prices set volume = 5 where day = '2026-03-02' and instrument_id = ?", [
      one,
    ]);
    await applyTicked(PATH, `Symbol;Date;Close;High;Low;Volume\n${row}`);
    expect((await stored(one))[0]).toMatchObject(figures);
  });

  it("in the close is refused for a day without one", async () => {
    const page = await comparePaste(PATH, "Symbol;Date;Close;High\nTWO;2026-03-02;;13");
    expect(page).toContain("there is no close");
  });
});

describe("daily prices of many instruments", () => {
  it("show each cell's change, and are imported together with one log entry per instrument", async () => {
    const text =
      "Ticker;Date;Schluss;High;Low;Vol\none;2026-03-02;11,5;12;9;1,5M\nONE;2026-03-03;11;;;\nTWO;2026-03-02;1.234,50;;;";
    const assigned = { header: "Ticker;Date;Schluss;High;Low;Vol", "column-2": "close" };
    const names = ["symbol", "day", "", "high", "low", "volume"];
    const columns = Object.fromEntries(names.map((name, nth) => [`column-${nth}`, name]));
    const page = await comparePaste(PATH, text, { ...columns, ...assigned });
    expect(counterFor(page)).toEqual({ all: 3, changed: 2, added: 1, unchanged: 0, refused: 0 });
    expect(cellsOfKind(page, "changed")).toEqual([
      "11.5 instead of 10",
      "1500000 instead of empty",
      "11 instead of 11 (quote)",
    ]);
    expect(cellsOfKind(page, "added")).toEqual(["TWO", "2026-03-02", "1234.5", "", "", ""]);
    // The assignment of the columns is remembered.
    const answer = await applyPaste(PATH, text);
    expect(await followRedirect(answer)).toContain("1 prices added, 2 changed");
    const none = { high: null, low: null, volume: null };
    expect(await stored(one)).toEqual([
      { day: "2026-03-02", close: "11.5", high: "12", low: "9", volume: "1500000", source: "import" },
      { day: "2026-03-03", close: "11", ...none, source: "import" },
    ]);
    expect(await stored(two)).toEqual([{ day: "2026-03-02", close: "1234.5", ...none, source: "import" }]);
    expect(
      await database.rows("select record_title, action, origin from changes order by record_title"),
    ).toEqual(
      ["ONE", "TWO"].map((record_title) => ({
        record_title,
        action: "imported prices of",
        origin: "import",
      })),
    );
    expect(await database.rows("select 1 from jobs.job where name = 'hourly'")).toHaveLength(1);
    expect(counterFor(await comparePaste(PATH, text))).toMatchObject({ unchanged: 3, changed: 0 });
  });

  it("keep figures without a column, and are checked against them", async () => {
    const page = await comparePaste(PATH, "Symbol,Day,Close\nONE,2026-03-02,13");
    expect(cellsOfKind(page, "refused")).toEqual(["13 close 13 is above high 12"]);
    await applyPaste(PATH, "Symbol,Day,Close\nONE,2026-03-02,11");
    expect((await stored(one))[0]).toMatchObject({ close: "11", high: "12", low: "9" });
  });

  it("show the error of each cell and row, and import the others", async () => {
    const rows = [
      ["NONE", "2026-03-02", "1", "", "", ""],
      ["", "2026-03-02", "1", "", "", ""],
      ["ONE", "02/03/2026", "1", "", "", ""],
      ["ONE", "2999-01-01", "1", "", "", ""],
      ["ONE", "2026-01-02", "0", "", "", ""],
      ["ONE", "2026-01-03", "1,5", "", "", ""],
      ["ONE", "2026-01-04", "5", "4", "", ""],
      ["ONE", "2026-01-05", "5", "4", "6", ""],
      ["ONE", "2026-01-06", "5", "", "", "USD"],
      ["TWO", "2026-01-07", "5", "", "", ""],
      ["two", "2026-01-07", "6", "", "", ""],
      ["TWO", "2026-01-08", "5", "", "", "USD"],
      ["TWO", "2026-01-09", "5", "", "", "GBP"],
      ["TWO", "2026-01-10", "5", "", "", ""],
    ];
    const text = ["Symbol", "Day", "Close", "High", "Low", "Currency"]
      .join("\t")
      .concat("\n", rows.map((row) => row.join("\t")).join("\n"));
    const page = await comparePaste(PATH, text, { sign: "point" });
    expect(cellsOfKind(page, "refused")).toEqual([
      "NONE No instrument has this symbol",
      "This row has no symbol",
      "02/03/2026 “02/03/2026” is not a day such as 2026-07-16: it is unclear whether the day or the month comes first",
      "2999-01-01 2999-01-01 is in the future",
      "0 close “0” is not a price above 0",
      "1,5 Comma may be a decimal sign: write 1.5 or 15",
      "5 close 5 is above high 4",
      "4 high 4 is below low 6",
      "USD currency is USD, but ONE is priced in EUR",
      "GBP currency is GBP, but TWO is priced in USD",
    ]);
    expect(page).toContain("Line 12 is for the same day");
    expect(page).toContain("Line 11 is for the same day");
    const left = await pageOf(
      await post(PATH, { text, sign: "point", intent: "apply", shown: hiddenIn(page, "shown") }),
    );
    expect(left).toContain("2 prices added, 0 changed. Refused rows are still here.");
    expect(await database.rows("select currency from instruments where id = ?", [two])).toEqual([
      { currency: "USD" },
    ]);
    expect(counterFor(left)).toMatchObject({ all: 12, refused: 12 });
  });

  it("require symbol, day and close", async () => {
    for (const [text, words] of [
      ["Symbol,Close\nONE,1", "There is no column for the day: name one Day"],
      ["Day,Close\n2026-03-02,1", "There is no column for the instrument: name one Symbol"],
      ["Symbol,Day\nONE,2026-03-02", "There is no column for the price: name one Close"],
    ] as const)
      expect(await comparePaste(PATH, text)).toContain(words);
  });

  it("under a former symbol belong to the renamed instrument", async () => {
    await insertRecord(database, "instruments", { symbol: "OLD", name: "Old", merged_into: two });
    await applyPaste(PATH, "Symbol,Day,Close\nOLD,2026-03-02,7");
    expect(await stored(two)).toMatchObject([{ close: "7" }]);
  });

  it("are not imported if a day has changed since, or if one row fails", async () => {
    const text = "Symbol,Day,Close\nONE,2026-03-02,11\nTWO,2026-03-02,7";
    const comparison = hiddenIn(await comparePaste(PATH, text), "shown");
    await database.rows("update daily_prices set close = 10.5 where day = '2026-03-02'");
    const late = await post(PATH, { text, intent: "apply", shown: comparison });
    expect(late.status).toBe(409);
    const page = await pageOf(late);
    expect(page).toContain("somebody else changed 1 of these records");
    expect(cellsOfKind(page, "changed")).toEqual(["11 instead of 10.5"]);
    expect(await stored(two)).toEqual([]);
    await database.rows(
      `create function refuse_seven() returns trigger language plpgsql as $$
       begin if new.close = 7 then raise exception 'no'; end if; return new; end $$`,
    );
    await database.rows(
      "create trigger refuse_seven before insert on daily_prices for each row execute function refuse_seven()",
    );
    try {
      expect((await applyPaste(PATH, text)).status).toBe(500);
      expect((await stored(one))[0]).toMatchObject({ close: "10.5" });
      expect(await database.rows("select 1 from changes")).toEqual([]);
    } finally {
      await database.rows("drop function refuse_seven cascade");
    }
  });

  it("import 4,999 valid rows of 5,000", async () => {
    const from = Date.parse("2010-01-01");
    const dayOf = (nth: number) => new Date(from + nth * 86_400_000).toISOString().slice(0, 10);
    const lines = Array.from({ length: 5000 }, (_, nth) => `TWO,${dayOf(nth)},${nth === 77 ? "none" : 5}`);
    const answer = await applyPaste(PATH, ["Symbol,Day,Close", ...lines].join("\n"));
    const left = await pageOf(answer);
    expect(left).toContain("4,999 prices added, 0 changed");
    expect(left).toContain(`Symbol,Day,Close\nTWO,${dayOf(77)},none</textarea>`);
    expect(await stored(two)).toHaveLength(4999);
  });

  it("list the open calls that they would end", async () => {
    await insertRecord(database, "trade_alerts", {
      ...{ ticker: "DUE", name: "Due Plc", target_price: "130", stop_loss: "90", holding_period: "3 months" },
      created_at: `${daysAgo(20)}T12:00:00Z`,
    });
    const row = (days: number, close: number) => `DUE,${daysAgo(days)},${close}`;
    await applyPaste(PATH, ["Symbol,Day,Close", row(21, 100), row(10, 104)].join("\n"));
    await openOlderCalls();
    const open = await comparePaste(PATH, `Symbol,Day,Close\n${row(5, 91)}`);
    expect(open).not.toContain("end 1 open call");
    const ended = await comparePaste(PATH, `Symbol,Day,Close\n${row(5, 89)}`);
    expect(ended).toContain("These prices end 1 open call");
    const [call] = await database.rows<{ id: string }>("select id from calls");
    expect(ended).toMatch(
      new RegExp(`href="/admin/calls/${call?.id}">Buy Due Plc: stop reached on .* at 89`),
    );
    // Today's price may still change.
    expect(await comparePaste(PATH, `Symbol,Day,Close\n${row(0, 89)}`)).not.toContain("end 1 open call");
    expect(await database.rows("select state from calls")).toEqual([{ state: "open" }]);
  });

  it("are linked from the list of instruments", async () => {
    expect(await html("/admin/instruments")).toContain(`href="${PATH}"`);
  });
});
