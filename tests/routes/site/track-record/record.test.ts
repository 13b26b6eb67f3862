import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verify-ledger.server";

setUpStaffApp();

beforeEach(() => database.rows("truncate calls"));

type Figures = Record<string, number>;
type Group = { name: string; figures: Figures };
type Json = {
  figures: Figures;
  calls: { name: string }[];
  waiting: number;
  byKind: Group[];
  byPart: Group[];
  byList: Group[];
  byYear: Group[];
};
const json = async (person: Person = "premium") =>
  (await (await get("/track-record.json", person)).json()) as Json;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A call of a trade alert, closed so many days ago. */
async function closed(days: number, values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await insertRecord(database, "calls", {
    id,
    symbol: "CNRY",
    name: "Canary Corporation",
    made_at: `${daysAgo(days + 10)}T12:00:00Z`,
    entry_price: "100",
    state: "closed",
    ended_on: daysAgo(days),
    close_price: "112.34",
    close_ratio: "1",
    close_reason: "target",
    ...values,
  });
  return id;
}

const CANARY = /CNRY|Canary|112\.34/;

/** All that is told to somebody of the record. */
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

/** Other pages hear of a change of calls a moment later. */
const foot = async () => /<a class="navfoot".*?<\/a>/.exec(await html("/about", "visitor"))?.[0] ?? "";

it("stands in three figures at the foot of every page's navigation, of all settled calls", async () => {
  await expect.poll(foot).not.toContain("settled");
  await closed(1, { close_price: "150", close_ratio: "2" });
  await closed(1, { direction: "sell", close_price: "110" });
  await closed(1, { direction: "sell", close_price: "100" });
  await closed(1, { kind: "brief" });
  await expect.poll(foot).toMatch(/<b>3<\/b>.*calls.* settled.*<b>33%<\/b> right, median <b>0\.0%<\/b>/);
  expect(CANARY.test(await foot())).toBe(false);
});

it("tells how it is checked, with the head of the log", async () => {
  const page = await html("/track-record/verify", "visitor");
  expect(page).toContain("Log head after");
  expect(page).toContain('href="/track-record/log.json"');
});

it("tells what our own check found, and of what is wrong how much it is and no more", async () => {
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
    "On 22 November 2026, 03:00 UTC, up to entry 1,234: every entry, every call and every figure",
  );
  await check('["call CNRY: target is 1", "event 7: missing"]');
  const told = await html(path, "visitor");
  expect(told).toContain("2 rows not as written.");
  expect(`${told}${await (await get(`${path}.data`, "visitor")).text()}`).not.toMatch(/CNRY|event 7/);
  const desk = await html("/admin", "superadmin");
  expect(desk).toContain("call CNRY: target is 1");
  await database.rows("delete from ledger_checks");
});

describe("the record", () => {
  it("draws each call that its viewer may know, of all kinds or of one, and says what it shows", async () => {
    await closed(40, { name: "Gaining", close_price: "150" });
    await closed(35, { name: "Losing", direction: "sell", close_price: "105" });
    await closed(1, { name: "Waiting", close_price: "130" });
    const page = await html("/track-record", "visitor");
    expect(page).toContain("3 calls settled. 2 gained and 1 did not.");
    expect(page).toContain("1 of 2 ended within 10% of where they began");
    expect(page).toContain("1 more are in the figures and become public later");
    expect(page).toMatch(/2 settled calls from .* 1 gained, 1 did not, from −5\.0% to \+50\.0%\./);
    expect(page).toContain("Buy alerts: 1 result from +50.0% to +50.0%, median of all +40.0%");
    expect(page).toMatch(/Worst.*−5\.0%.*Losing, \d{4}/);
    const sells = await html("/track-record?kind=sell", "visitor");
    expect(sells).toContain("The one settled call made −5.0%");
    expect(await html("/track-record?kind=toString", "visitor")).toContain("1 of 2 ended");
  });

  it("draws a call from its price before to its end, in shares of the day it was made", async () => {
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
    expect(page).toContain("We were right. There is no index for these dates.");
    expect(page).toContain("It ended 30.0% ahead");
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
  ])("tells %s of a call that was closed %i days ago: %s", async (person, days, tells) => {
    const id = await closed(days);
    expect(CANARY.test(await everything(person, id))).toBe(tells);
    expect((await get(`/track-record/${id}`, person)).status).toBe(tells ? 200 : 404);
    const { figures, waiting } = await json(person);
    expect(figures.settled).toBe(1);
    expect(figures.mean).toBeCloseTo(12.34, 6);
    expect(waiting).toBe(tells ? 0 : 1);
  });

  it.each<[Person, number, boolean]>([
    ["premium", 29, false],
    ["premium", 30, true],
    ["private", 0, true],
  ])("tells %s of a call for Private members that was closed %i days ago: %s", async (person, days, tells) => {
    const id = await closed(days, { audience: "private" });
    expect(CANARY.test(await everything(person, id))).toBe(tells);
    expect((await json(person)).figures.settled).toBe(1);
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
  ])("tells nobody of %s", async (_what, values) => {
    const id = await closed(90, values);
    expect(CANARY.test(await everything("premium", id))).toBe(false);
    expect((await json()).figures.settled).toBe(0);
  });

  it("keeps a withdrawn call's page, which says so", async () => {
    const id = await closed(30, {
      state: "withdrawn",
      close_price: null,
      close_ratio: null,
      close_reason: null,
    });
    const page = await html(`/track-record/${id}`, "visitor");
    expect(page).toContain("Canary Corporation");
    expect(page).toContain(`Withdrawn, ${daysAgo(30)}`);
    expect((await json("visitor")).figures.settled).toBe(0);
    expect(await html("/track-record", "visitor")).toContain("1 were withdrawn");
  });

  it("shows the worst before the best, and how it is computed", async () => {
    for (let nth = 0; nth < 14; nth += 1)
      await closed(40, { name: `Firm ${nth}.`, close_price: String(80 + nth * 3) });
    const page = await html("/track-record", "visitor");
    const named = [...page.matchAll(/">Firm (\d+)\.<\/a>/g)].map(([, nth]) => Number(nth));
    expect(named).toEqual([0, 1, 2, 3, 4, 5, 13, 12, 11, 10, 9, 8]);
    expect(page).toContain("(close × ratio − entry) ÷ entry");
    expect(page).toContain("Past results are no promise");
  });

  it("compares with the index over the same dates, where both days are known", async () => {
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

/** The record's figures by other code: of the file that everybody may load down, by PostgreSQL, in exact decimals. */
const INDEPENDENT = `
  with told as (
    select *, row_number() over () as nth, 100 * (case direction when 'buy' then 1 else -1 end) * (close * ratio - entry) / entry as result
      from jsonb_to_recordset(?::text::jsonb)
           as line (kind text, direction text, made date, ended date, entry numeric, close numeric, ratio numeric,
                    index_made numeric, index_ended numeric)),
  summed as (select *, sum(result) over (order by nth) as total from told),
  peaks as (select *, greatest(0, max(total) over (order by nth)) as peak from summed)
  select count(*)::int as settled, (count(*) filter (where result > 0))::int as "right",
         (100.0 * count(*) filter (where result > 0) / count(*))::float8 as "winRate", avg(result)::float8 as mean,
         (percentile_cont(0.5) within group (order by result))::float8 as median, max(result)::float8 as best,
         min(result)::float8 as worst, avg(ended - made)::float8 as "daysHeld", max(peak - total)::float8 as drawdown,
         count(index_made * index_ended)::int as compared,
         avg(result - 100 * (index_ended / index_made - 1))::float8 as "aboveIndex"
    from peaks`;

const RANDOM_CALLS = `
  insert into calls (id, kind, record_id, number, symbol, name, direction, list, made_at, entry_price, state, ended_on,
                     close_price, close_ratio, close_reason, last_seq)
  select gen_random_uuid(), case when random() < 0.7 then 'alert' else 'pick' end, gen_random_uuid(), 1, 'S' || n, 'Name ' || n,
         case when random() < 0.6 then 'buy' else 'sell' end, null, made, round((0.01 + random() * 500)::numeric, 8), 'closed',
         made::date + (random() * 200)::int, round((0.01 + random() * 500)::numeric, 4),
         (array[1, 1, 1, 2, 0.5, 1.5])[1 + floor(random() * 6)::int], 'period', n
    from generate_series(1, 10000) as n,
         lateral (select timestamptz '2023-01-01' + random() * interval '700 days' + n * interval '0 days' as made) as day`;

async function linesOf(person: Person): Promise<Record<string, string>[]> {
  const text = (await (await get("/track-record.csv", person)).text()).replace("\uFEFF", "");
  const [head = "", ...lines] = text.trim().split("\r\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((value, index) => [names[index] ?? "", value])),
  );
}

/** What the file comes to by other code. An empty field is none. */
async function independent(lines: Record<string, string>[]): Promise<Figures> {
  const told = lines.map((line) => Object.entries(line).filter(([, value]) => value !== ""));
  const [expected] = await database.rows<Figures>(INDEPENDENT, [
    JSON.stringify(told.map((line) => Object.fromEntries(line))),
  ]);
  return Object.fromEntries(Object.entries(expected ?? {}).filter(([, value]) => value !== null));
}

it("the figures of 10,000 random calls are those of an independent computation, for each part of them, too", async () => {
  await database.rows("select setseed(0.20261122)");
  await database.rows(RANDOM_CALLS);
  const lines = await linesOf("visitor");
  expect(lines).toHaveLength(10_000);
  const record = await json("visitor");
  const parts: [Figures | undefined, Record<string, string>[]][] = [
    [record.figures, lines],
    [
      record.byKind.find(({ name }) => name === "Trade alert")?.figures,
      lines.filter(({ kind }) => kind === "alert"),
    ],
    [
      record.byKind.find(({ name }) => name === "Stock pick")?.figures,
      lines.filter(({ kind }) => kind === "pick"),
    ],
  ];
  for (const [figures, part] of parts) {
    const expected = await independent(part);
    expect(expected.settled).toBe(part.length);
    for (const [name, value] of Object.entries(expected)) expect(figures?.[name], name).toBeCloseTo(value, 5);
  }
});

describe("the kept figures", () => {
  /** Those of all calls, of each part, list and year are those of the file; and verifying finds nothing. */
  async function areThoseOfTheFile() {
    const lines = await linesOf("premium");
    const record = await json();
    const partOf = ({ kind, direction }: Record<string, string>) =>
      kind === "pick" ? "Stock picks" : PARTS[direction ?? ""];
    const told = new Map<string, [Figures, Record<string, string>[]]>([["all", [record.figures, lines]]]);
    for (const { name, figures } of record.byPart)
      told.set(name, [figures, lines.filter((line) => partOf(line) === name)]);
    for (const { name, figures } of record.byList)
      told.set(name, [figures, lines.filter(({ list }) => list === name)]);
    for (const { name, figures } of record.byYear)
      told.set(name, [figures, lines.filter(({ ended }) => ended?.startsWith(name))]);
    for (const [name, [figures, part]] of told) {
      for (const [figure, value] of Object.entries(await independent(part)))
        expect(figures[figure], `${name}, ${figure}`).toBeCloseTo(value, 5);
    }
    expect((await verifyLedger()).problems.filter((problem) => problem.startsWith("record"))).toEqual([]);
    return record;
  }

  const PARTS: Record<string, string> = { buy: "Buy alerts", sell: "Sell alerts" };

  const priced = (symbol: string, day: string, close: number) =>
    database.rows(
      `insert into daily_prices (instrument_id, day, close, source) select id, ?, ?, 'test' from instruments where symbol = ?
       on conflict (instrument_id, day) do update set close = excluded.close`,
      [day, close, symbol],
    );

  it("stay those of the calls, whatever happens to one", async () => {
    await database.rows("delete from daily_prices");
    await database.rows("select setseed(0.1122)");
    await database.rows(RANDOM_CALLS.replace("10000", "600"));
    await database.rows("update calls set list = 'List ' || (last_seq % 3) where kind = 'pick'");
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
    ["settled = settled + 1 where scope = 'all'", "record, all: settled is 2, its calls say 1"],
    ["drawdown = 3 where name = 'buy'", "record, part buy: drawdown is 3, its calls say 0"],
    ["median = 99 where name = 'alert'", "record, kind alert: median is 99, which is not the middle"],
    ["name = 'sell' where name = 'buy'", "record, part sell: settled is 1, its calls say 0"],
  ])("that somebody changed are found: %s", async (change, problem) => {
    await closed(40);
    await json();
    await database.rows(`update track_record_figures set ${change}`);
    expect((await verifyLedger()).problems).toContain(problem);
  });

  it("are those from before where they cannot be brought up to date", async () => {
    await closed(40);
    expect((await json()).figures.settled).toBe(1);
    await database.rows("alter table track_record_days rename to elsewhere");
    await closed(40);
    expect((await json("private")).figures.settled).toBe(1);
    await database.rows("alter table elsewhere rename to track_record_days");
    expect((await json()).figures.settled).toBe(2);
  });
});

it("gives programs a part of the calls at a time, and leads on to the next", async () => {
  await database.rows(RANDOM_CALLS.replace("10000", "501"));
  const first = (await (await get("/track-record.json", "visitor")).json()) as Json & { next: string };
  expect(first.calls).toHaveLength(500);
  const second = (await (await get(`/track-record.json?after=${first.next}`, "visitor")).json()) as Json;
  expect([second.calls.length, (second as { next?: string }).next]).toEqual([1, null]);
  const again = (await (await get("/track-record.json?after=2024-99-99_x", "visitor")).json()) as Json;
  expect(again.calls).toHaveLength(500);
  const page = await html("/track-record", "visitor");
  expect(page).toContain("The newest 400 of 501 are drawn; the file has all.");
  expect(page).toMatch(/The newest 400 settled calls from /);
});

it("is there without any call", async () => {
  const page = await html("/track-record", "visitor");
  expect(page).toContain("Track record");
  expect((await app.request("/track-record/no-call")).status).toBe(404);
});
