import { randomUUID } from "node:crypto";
import {
  comparedLines,
  type Figures,
  independentFigures,
  insertRandomCalls,
  type RecordLine,
  randomIndex,
  recordLines,
} from "tests/support/independent-figures";
import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { app, database } from "tests/support/running-app";
import { casesOf } from "tests/support/sample";
import { insertSettledCall as closed, daysAgo } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { dayInWords } from "~/ui/charts/calendar";

setUpStaffApp();

beforeEach(() => database.empty("calls"));

type Group = { name: string; figures: Figures };
type Json = {
  figures: Figures;
  settled: number;
  calls: { name: string }[];
  waiting: number;
  byKind: Group[];
  byPart: Group[];
  byList: Group[];
  byYear: Group[];
};
const json = async (person: Person = "premium") =>
  (await (await get("/track-record.json", person)).json()) as Json;

const CANARY = /CNRY|Canary|112\.34/;

/** Everything that a person can read of the track record. */
async function everything(person: Person, id: string) {
  const paths = [
    "/track-record",
    "/track-record.csv",
    "/track-record.json",
    "/track-record/log.json",
    `/track-record/${id}`,
  ];
  const all = [...paths, "/track-record.data", `/track-record/${id}.data`];
  const texts = await Promise.all(all.map(async (path) => (await get(path, person)).text()));
  return texts.join("\n");
}

/** Other pages learn of changed calls a moment later. */
const foot = async () => /<a class="navfoot".*?<\/a>/.exec(await html("/about", "visitor"))?.[0] ?? "";

it("every page's navigation shows three figures of all public calls", async () => {
  await expect.poll(foot).not.toContain("settled");
  await closed(40, { close_price: "150", close_ratio: "2" });
  await closed(40, { direction: "sell", close_price: "110" });
  await closed(40, { direction: "sell", close_price: "100" });
  await closed(40, { kind: "brief" });
  await closed(1);
  await expect.poll(foot).toMatch(/<b>3<\/b>.*calls.* settled.*<b>33%<\/b> right, median <b>0\.0%<\/b>/);
  expect(CANARY.test(await foot())).toBe(false);
});

it("the verification page explains the check and shows the log's head", async () => {
  const page = await html("/track-record/verify", "visitor");
  expect(page).toContain("Hash after");
  expect(page).toContain('href="/track-record/log.json"');
});

it("the verification page shows the result of our own check and only the number of problems", async () => {
  const path = "/track-record/verify";
  await database.rows("delete from ledger_checks");
  expect(await html(path, "visitor")).not.toContain("Our own check");
  const check = (problems: string) =>
    database.rows(
      `insert into ledger_checks (hash, call_id, seq, problems, finished_at)
       values (repeat('0', 64), gen_random_uuid(), 1234, ?::jsonb, '2026-11-22T03:00:00Z')`,
      [problems],
    );
  await check("[]");
  const words = (await html(path, "visitor")).replace(/<[^>]*>|<!-- -->/g, "");
  expect(words).toContain(
    "On 22 November 2026, 03:00 UTC, up to entry 1,234: every entry, every call and every figure was unchanged.",
  );
  expect(words).toContain(
    `This was the daily check.At that time, the hash of entry 1,234 was ${"0".repeat(64)}`,
  );
  expect(words).toContain("follow the chain to the same entry, as described above, and compare the hash.");
  await check('["call CNRY: target is 1", "event 7: missing"]');
  const problemPage = await html(path, "visitor");
  expect(problemPage).toContain("2 rows not as recorded.");
  expect(`${problemPage}${await (await get(`${path}.data`, "visitor")).text()}`).not.toMatch(/CNRY|event 7/);
  const desk = await html("/admin", "superadmin");
  expect(desk).toContain("call CNRY: target is 1");
  await database.rows("delete from ledger_checks");
});

describe("the track record", () => {
  it("draws each call that its viewer may see, of all kinds or one, with a title", async () => {
    await closed(40, { name: "Gaining", close_price: "150" });
    await closed(35, { name: "Losing", direction: "sell", close_price: "105" });
    await closed(1, { name: "Waiting", close_price: "130" });
    const page = await html("/track-record", "visitor");
    expect(page).toContain("2 calls settled. 1 gained and 1 did not.");
    expect(page).toContain("1 of 2 ended within 10% of where they began");
    expect(page).toContain("1 more will be public later, and will be in no figure until then.");
    expect(page).toMatch(/2 settled calls from .* 1 gained, 1 did not, from −5\.0% to \+50\.0%\./);
    expect(page).toContain("Buy alerts: 1 result from +50.0% to +50.0%, median of all +50.0%");
    expect(page).toMatch(/Worst.*−5\.0%.*Losing, \d{4}/);
    const sells = await html("/track-record?kind=sell", "visitor");
    expect(sells).toContain("The only settled call returned −5.0%");
    expect(await html("/track-record?kind=toString", "visitor")).toContain("1 of 2 ended");
  });

  it(
    "has every figure of each kind and list, and explains how to check them",
    spec("beyond record every figure each"),
    async () => {
      await closed(40, { close_price: "150" });
      await closed(35, { direction: "sell", close_price: "105" });
      await closed(30, { kind: "pick", list: "Tenet", close_price: "103" });
      const page = await html("/track-record", "visitor");
      const [, table = ""] =
        /<table[^>]*aria-label="Results by kind and by list">(.*?)<\/table>/s.exec(page) ?? [];
      const rows = table.split("<tr>").map((row) =>
        row
          .replace(/<svg.*?<\/svg>/gs, "")
          .replace(/<[^>]*>/g, " ")
          .replace(/\s+/g, " ")
          .trim(),
      );
      expect(rows.slice(2)).toEqual([
        "Trade alerts 2 days held 10 worst −5.0%, best +50.0% 50% +22.5% up mean +22.5% – not known drawdown 5.0 points",
        "Buy alerts 1 days held 10 worst +50.0%, best +50.0% 100% +50.0% up mean +50.0% – not known drawdown 0.0 points",
        "Sell alerts 1 days held 10 worst −5.0%, best −5.0% 0% −5.0% down mean −5.0% – not known drawdown 5.0 points",
        "Stock picks 1 days held 10 worst +3.0%, best +3.0% 100% +3.0% up mean +3.0% – not known drawdown 0.0 points",
        "Tenet 1 days held 10 worst +3.0%, best +3.0% 100% +3.0% up mean +3.0% – not known drawdown 0.0 points",
      ]);
      expect(page).toContain("Trade alerts: 2 results from −5.0% to +50.0%");
      expect(page).toContain("<dt>Check the figures</dt>");
      expect(page).toContain(`<dt>Mean</dt><dd class="figure">+16.0%</dd>`);
      expect(page).toContain(`<dt>Best</dt><dd class="figure">+50.0%</dd>`);
      expect(page).toContain(">By kind and by list</h2>");
      expect(page).toContain("Fewer than ten settled calls say little");
    },
  );

  it("mentions neither lists nor small groups if there are none", async () => {
    for (let nth = 0; nth < 10; nth += 1) await closed(40 + nth);
    const page = await html("/track-record", "visitor");
    expect(page).toContain(">By kind</h2>");
    expect(page).toContain('aria-label="Results by kind"');
    expect(page).not.toContain("by list");
    expect(page).toContain("The triangle is the median.</p>");
  });

  it("shows results first, then how they are computed, then the log", async () => {
    await closed(40, { close_price: "150" });
    const page = await html("/track-record", "visitor");
    const heads = [...page.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, head]) => head ?? "");
    const chapters = ["By kind", "The worst", "How it is computed", "The log behind it"];
    expect(heads.filter((head) => chapters.includes(head))).toEqual(chapters);
  });

  it("draws a call from before its entry to its end, in shares of the entry day", async () => {
    await database.rows("delete from daily_prices");
    const [instrument] = await database.rows<{ id: string }>(
      "select id from instruments where symbol = 'BTC'",
    );
    const id = await closed(40, {
      symbol: "BTC",
      target: "130",
      stop: "90",
      close_price: "65",
      close_ratio: "2",
    });
    await database.rows("insert into splits (instrument_id, day, ratio) values (?, ?, 2)", [
      instrument?.id,
      daysAgo(43),
    ]);
    for (const [days, close] of [
      [53, 95],
      [47, 120],
      [42, 62],
      [40, 65],
    ] as const)
      await database.rows(
        "insert into daily_prices (instrument_id, day, close, source) values (?, ?, ?, 'test')",
        [instrument?.id, daysAgo(days), close],
      );
    const page = await html(`/track-record/${id}`, "visitor");
    expect(page).toContain("Settled at its target: +30.0% in 10 days");
    expect(page).toContain("We were right. No index prices are available for these dates.");
    expect(page).toContain("It ended with a gain of 30.0%");
    expect(page).toMatch(/to buy on .* at 100\.00, stop 90\.00, target 130\.00\. Settled on .* at 130\.00\./);
    expect(page).toMatch(/Best close/);
    expect(page).toContain("124.00");
    await database.rows("delete from splits");
    await database.rows("delete from daily_prices");
  });

  it.each<[Person, number, boolean]>([
    ["visitor", 29, false],
    ["basic", 29, false],
    ["editor", 29, false],
    ["visitor", 30, true],
    ["basic", 30, true],
    ["premium", 0, true],
    ["private", 0, true],
  ])("shows %s a call closed %i days ago: %s", async (person, days, tells) => {
    const id = await closed(days);
    expect(CANARY.test(await everything(person, id))).toBe(tells);
    expect((await get(`/track-record/${id}`, person)).status).toBe(tells ? 200 : 404);
    const { figures, settled, waiting } = await json(person);
    expect(figures).toEqual(
      tells
        ? expect.objectContaining({ settled: 1, mean: expect.closeTo(12.34, 6) })
        : { settled: 0, right: 0, compared: 0 },
    );
    expect([settled, waiting]).toEqual([1, tells ? 0 : 1]);
  });

  it.each<[Person, number, boolean]>([
    ["premium", 29, false],
    ["premium", 30, true],
    ["private", 0, true],
  ])("shows %s a call for Private members closed %i days ago: %s", async (person, days, tells) => {
    const id = await closed(days, { audience: "private" });
    expect(CANARY.test(await everything(person, id))).toBe(tells);
    expect((await json(person)).figures.settled).toBe(tells ? 1 : 0);
  });

  it("hides a call from other readers while its record's newer call is open", async () => {
    const open = { state: "open", ended_on: null, close_price: null, close_ratio: null, close_reason: null };
    const record_id = randomUUID();
    const id = await closed(90, { record_id, number: 1 });
    await closed(90, { ...open, record_id, number: 2, name: "Said again" });
    for (const person of ["visitor", "basic"] as const) {
      expect(CANARY.test(await everything(person, id))).toBe(false);
      expect((await json(person)).figures.settled).toBe(0);
    }
    expect(CANARY.test(await everything("premium", id))).toBe(true);
    await database.rows(
      "update calls set state = 'withdrawn', ended_on = current_date, waits_from = current_date where number = 2",
    );
    expect(CANARY.test(await everything("visitor", id))).toBe(true);
  });

  it.each([
    [
      "an open call",
      { state: "open", ended_on: null, close_price: null, close_ratio: null, close_reason: null },
    ],
    ["a view of a brief", { kind: "brief" }],
    [
      "a mistake",
      { state: "withdrawn", mistake: true, close_price: null, close_ratio: null, close_reason: null },
    ],
  ])("never shows %s", async (_what, values) => {
    const id = await closed(90, values);
    expect(CANARY.test(await everything("premium", id))).toBe(false);
    expect((await json()).figures.settled).toBe(0);
  });

  it("keeps the page of a withdrawn call and marks it as withdrawn", async () => {
    const id = await closed(30, {
      state: "withdrawn",
      close_price: null,
      close_ratio: null,
      close_reason: null,
    });
    const page = await html(`/track-record/${id}`, "visitor");
    expect(page).toContain("Canary Corporation");
    expect(page).toContain(`Withdrawn, ${dayInWords(daysAgo(30))}`);
    expect((await json("visitor")).figures.settled).toBe(0);
    expect(await html("/track-record", "visitor")).toContain("1 was withdrawn");
  });

  it("shows the worst calls before the best, and the formulas", async () => {
    for (let nth = 0; nth < 14; nth += 1)
      await closed(40, { name: `Firm ${nth}.`, close_price: String(80 + nth * 3) });
    const page = await html("/track-record", "visitor");
    const named = [...page.matchAll(/">Firm (\d+)\.<\/a>/g)].map(([, nth]) => Number(nth));
    expect(named).toEqual([0, 1, 2, 3, 4, 5, 13, 12, 11, 10, 9, 8]);
    expect(page).toContain("(close × ratio − entry) ÷ entry");
    expect(page).toContain("Past results are no guarantee");
  });

  it("compares results with the index over the same dates, if both days are known", async () => {
    await insertRecord(database, "quotes", { name: "S&P 500", symbol: "SPX", last: "5000" });
    await database.rows("delete from daily_prices");
    const price = (day: string, close: number) =>
      database.rows(
        "insert into daily_prices (instrument_id, day, close, source) select id, ?, ?, 'test' from instruments where symbol = 'SPX'",
        [day, close],
      );
    await price(daysAgo(51), 5000);
    await price(daysAgo(41), 5100);
    await closed(40);
    await closed(300);
    expect((await json()).figures).toMatchObject({
      settled: 2,
      compared: 1,
      aboveIndex: expect.closeTo(10.34, 6),
    });
    await database.rows("delete from daily_prices");
  });
});

const linesOf = async (person: Person) => recordLines(await (await get("/track-record.csv", person)).text());

const PARTS: Record<string, string> = { buy: "Buy alerts", sell: "Sell alerts" };
const partOf = ({ kind, direction }: RecordLine) =>
  kind === "pick" ? "Stock picks" : PARTS[direction ?? ""];
const KINDS: Record<string, string> = { alert: "Trade alert", pick: "Stock pick" };

/**
 * Compares a reader's figures of each group with an independent computation over the reader's file, then
 * verifies them.
 */
async function areThoseOfTheFile(person: Person = "premium") {
  await refreshTrackRecord();
  const lines = await comparedLines(database, await linesOf(person), "SPX");
  const record = await json(person);
  const groupsToCompare: [string, Figures, RecordLine[]][] = [["all", record.figures, lines]];
  const compare = (groups: Group[], nameOf: (line: RecordLine) => string | undefined) => {
    expect(groups.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(lines.flatMap((line) => nameOf(line) || []))].toSorted(),
    );
    for (const { name, figures } of groups)
      groupsToCompare.push([name, figures, lines.filter((line) => nameOf(line) === name)]);
  };
  compare(record.byPart, partOf);
  compare(record.byKind, ({ kind }) => KINDS[kind ?? ""]);
  compare(record.byList, ({ list }) => list);
  compare(record.byYear, ({ ended }) => ended?.slice(0, 4));
  for (const [name, figures, part] of groupsToCompare) {
    const expected = await independentFigures(database, part);
    for (const [figure, value] of Object.entries(expected))
      expect(figures[figure], `${name}, ${figure}`).toBeCloseTo(value, 5);
  }
  expect((await verifyLedger()).problems.filter((problem) => problem.startsWith("record"))).toEqual([]);
  return { ...record, compared: groupsToCompare.length };
}

const CASES = casesOf(10_000);

it("the figures of random calls equal an independent computation in total and per group", async () => {
  await database.rows("delete from daily_prices");
  await database.rows("select setseed(0.20261122)");
  await insertRandomCalls(database, CASES);
  await database.rows(randomIndex("SPX"));
  await refreshTrackRecord();
  expect(await linesOf("visitor")).toHaveLength(CASES);
  const { figures, byYear, byList, compared } = await areThoseOfTheFile();
  expect([byYear.length, byList.length, compared]).toEqual([3, 3, 12]);
  expect(figures.compared).toBeGreaterThan(CASES / 2);
  expect(figures.compared).toBeLessThan(CASES * 0.99);
  await database.rows("delete from daily_prices");
});

describe("the figures for each reader", () => {
  const READERS: Person[] = ["visitor", "basic", "premium", "private"];

  it(
    "equal the reader's file for calls of all ages, kinds and memberships",
    spec("beyond figures tell nobody result"),
    async () => {
      await database.rows("select setseed(0.20261123)");
      await insertRandomCalls(database, 400);
      await database.rows(
        `update calls set ended_on = current_date - last_seq % 45, waits_from = current_date - last_seq % 45, made_at = now() - interval '300 days', entry_at = null,
              audience = case when last_seq % 3 = 0 then 'private' else 'members' end`,
      );
      const settledCounts = [];
      for (const person of READERS)
        settledCounts.push((await areThoseOfTheFile(person)).figures.settled ?? 0);
      const [visitor = 0, basic, premium = 0, all] = settledCounts;
      expect([visitor > 100, basic, visitor < premium, premium < 400, all]).toEqual([
        ...[true, visitor, true, true, 400],
      ]);
    },
  );

  it(
    "do not change on any page or in any file before an ended call is public",
    spec("beyond figures tell nobody result"),
    async () => {
      await closed(40, { kind: "pick", list: "Tenet", close_price: "150" });
      const visibleFigures = async () => {
        const { figures, byKind, byPart, byList, byYear } = await json("visitor");
        const page = await html("/track-record", "visitor");
        const sections = [
          /<dl class="proof">.*?<\/dl>/s,
          /<dl class="how">.*?<\/dl>/s,
          /aria-label="Results by.*?<\/table>/s,
        ].map((part) => part.exec(page)?.[0] ?? "not there");
        const file = await linesOf("visitor");
        return { figures, byKind, byPart, byList, byYear, sections, file, foot: await foot() };
      };
      const before = await visibleFigures();
      for (const values of [{ kind: "pick", list: "Tenet" }, { kind: "pick", list: "Other" }, {}])
        await closed(1, { ...values, close_price: "61.11" });
      expect(await json("premium")).toMatchObject({ figures: { settled: 4 } });
      expect((await json("visitor")).waiting).toBe(3);
      expect(await html("/track-record", "visitor")).not.toContain("38.9%");
      expect(await visibleFigures()).toEqual(before);
    },
  );

  it("report settled calls even if none are public", async () => {
    await closed(1);
    expect(await html("/track-record", "visitor")).toContain("1 call settled, none of them public.");
  });

  it("include a public call after the hourly run, without a page view", async () => {
    const id = await closed(30);
    expect((await json("visitor")).figures.settled).toBe(1);
    await database.rows(
      "update calls set known = false, counted = false, counted_by_year = false where id = ?",
      [id],
    );
    await refreshTrackRecord();
    expect(
      await database.rows("select counted, counted_by_year as year from calls where id = ?", [id]),
    ).toEqual([{ counted: true, year: true }]);
  });
});

describe("the stored figures", () => {
  const priced = (symbol: string, day: string, close: number) =>
    database.rows(
      `insert into daily_prices (instrument_id, day, close, source) select id, ?, ?, 'test' from instruments where symbol = ?
       on conflict (instrument_id, day) do update set close = excluded.close`,
      [day, close, symbol],
    );

  it("equal the calls after every kind of change", async () => {
    await database.rows("delete from daily_prices");
    await database.rows("select setseed(0.1122)");
    await insertRandomCalls(database, 600);
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select id, day, 4000 + 10 * (day - date '2023-01-01') % 700, 'test' from instruments,
              lateral (select day::date from generate_series(timestamp '2023-01-01', timestamp '2024-12-31', '3 days') as day) as days
        where symbol = 'SPX'`,
    );
    const first = await areThoseOfTheFile();
    expect(first.figures.compared).toBeGreaterThan(300);

    const late = await closed(400, {
      ended_on: "2023-09-05",
      made_at: "2023-08-01T12:00:00Z",
      close_price: "71",
    });
    expect((await areThoseOfTheFile()).figures.settled).toBe(601);
    await database.rows(
      "update calls set close_price = 44, close_ratio = 2, direction = 'sell' where id = ?",
      [late],
    );
    await areThoseOfTheFile();
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select instrument_id, '2024-01-01', 2 from calls where id = ?",
      [late],
    );
    await areThoseOfTheFile();
    await database.rows(
      "update calls set state = 'withdrawn', close_price = null, close_ratio = null, close_reason = null where id = ?",
      [late],
    );
    expect((await areThoseOfTheFile()).figures.settled).toBe(600);
    await priced("SPX", "2023-09-06", 9_000);
    const corrected = await areThoseOfTheFile();
    expect(corrected.figures.aboveIndex).not.toBeCloseTo(first.figures.aboveIndex ?? 0, 3);
    await database.rows("delete from daily_prices where day < '2023-06-01'");
    expect((await areThoseOfTheFile()).figures.compared).toBeLessThan(corrected.figures.compared ?? 0);

    const target = await insertRecord(database, "instruments", { symbol: "SPXNEW" });
    await priced("SPXNEW", "2023-03-01", 3_000);
    await database.rows("update instruments set merged_into = ? where symbol = 'SPX'", [target]);
    await areThoseOfTheFile();
    await database.rows("update instruments set merged_into = null where symbol = 'SPX'");
    await database.rows("delete from splits");
    await database.rows("delete from daily_prices");
    await areThoseOfTheFile();
    await database.rows("delete from calls where ended_on > '2024-01-01'");
    await areThoseOfTheFile();
    await database.rows("delete from calls");
    expect((await json()).figures).toEqual({ settled: 0, right: 0, compared: 0 });
  });

  it.each([
    [
      "settled = settled + 1 where scope = 'all' and reader = 'private'",
      "record, all: settled is 2, its calls say 1",
    ],
    [
      "settled = settled + 1 where scope = 'all' and reader = 'everybody'",
      "record, all for everybody: settled is 2, its calls say 1",
    ],
    ["drawdown = 3 where name = 'buy'", "record, part buy: drawdown is 3, its calls say 0"],
    ["median = 99 where name = 'alert'", "record, kind alert: median is 99, which is not the middle result"],
    ["name = 'sell' where name = 'buy'", "record, part sell: settled is 1, its calls say 0"],
  ])("are verified: a change of %s is reported", async (change, problem) => {
    await closed(40);
    await json();
    await database.rows(`update track_record_figures set ${change}`);
    expect((await verifyLedger()).problems).toContain(problem);
  });

  it("are the same if a day's calls take several statements", async () => {
    await database.rows("select setseed(0.1123)");
    await insertRandomCalls(database, 300);
    await database.rows(
      "update calls set ended_on = '2024-05-02' where made_at < '2024-05-01' and last_seq % 3 <> 0",
    );
    for (const atOnce of [7, 20_000]) {
      await database.rows("insert into track_record_marks (from_day) values ('-infinity')");
      await refreshTrackRecord(atOnce);
      await areThoseOfTheFile();
      expect((await verifyLedger()).problems.filter((problem) => problem.startsWith("record"))).toEqual([]);
    }
  });

  it("occupy one connection per process while readers wait", async () => {
    await closed(40);
    expect((await json()).figures.settled).toBe(1);
    await closed(40);
    await database.rows("select pg_advisory_lock(125779785511524)");
    const readers = Array.from({ length: 14 }, async () => (await json("visitor")).figures.settled);
    expect(await Promise.all(readers)).toEqual(readers.map(() => 1));
    await database.rows("select pg_advisory_unlock(125779785511524)");
    await expect.poll(async () => (await json()).figures.settled).toBe(2);
  });

  it("keep their previous values if the refresh fails", async () => {
    await closed(40);
    expect((await json()).figures.settled).toBe(1);
    await database.rows("alter table track_record_days rename to elsewhere");
    await closed(40);
    expect((await json("private")).figures.settled).toBe(1);
    await database.rows("alter table elsewhere rename to track_record_days");
    expect((await json()).figures.settled).toBe(2);
  });
});

it("the JSON paginates calls and links the next page", async () => {
  await insertRandomCalls(database, 501);
  const first = (await (await get("/track-record.json", "visitor")).json()) as Json & { next: string };
  expect(first.calls).toHaveLength(500);
  const second = (await (await get(`/track-record.json?after=${first.next}`, "visitor")).json()) as Json;
  expect([second.calls.length, (second as { next?: string }).next]).toEqual([1, null]);
  for (const after of [
    "2024-99-99_x",
    ...["2024-02-31", "0000-01-01"].map((day) => `${day}_${randomUUID()}`),
  ]) {
    const again = (await (await get(`/track-record.json?after=${after}`, "visitor")).json()) as Json;
    expect(again.calls).toHaveLength(500);
  }
  const page = await html("/track-record", "visitor");
  expect(page).toContain("The newest 400 of 501 are shown; the file contains all of them.");
  expect(page).toMatch(/The newest 400 settled calls from /);
});

it("the track record page exists without calls", async () => {
  const page = await html("/track-record", "visitor");
  expect(page).toContain("Track record");
  expect((await app.request("/track-record/no-call")).status).toBe(404);
});
