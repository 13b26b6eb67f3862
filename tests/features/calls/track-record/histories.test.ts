import { withOwnClock } from "tests/support/database-clock";
import { DAY_MS, DAYS, dateOf, dateOfDay, isWeekend, midnightOf, STEPS } from "tests/support/histories/days";
import { type ExpectedCall, ExpectedLedger } from "tests/support/histories/expected-calls";
import {
  expectedFigures,
  type IndexClose,
  type Settled,
  settledAs,
} from "tests/support/histories/expected-figures";
import { randomMarkets, UNIT } from "tests/support/histories/market";
import { PlayedHistories, recordIdOf } from "tests/support/histories/play-histories";
import { randomStories } from "tests/support/histories/stories";
import { type Figures, type RecordLine, recordLines } from "tests/support/independent-figures";
import { Random } from "tests/support/random";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { app, database, setUpApp } from "tests/support/running-app";
import { isDeep, SEED } from "tests/support/sample";
import { beforeAll, describe, expect, it } from "vitest";
import type { StaffViewer } from "~/auth/viewer.server";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";

/*
 * Plays 600 records (10,000 in a deep run) over fourteen months: published, edited, reversed, deleted,
 * closed by hand and corrected through the product's functions, on the database's clock. Independent code
 * computes the expected result of each call and figure.
 */

const HISTORIES = isDeep ? 10_000 : 600;
/** The default setting. */
const PUBLIC_AFTER_DAYS = 30;

setUpApp({}, { wrapDatabase: withOwnClock });

const expected = new ExpectedLedger();
let index: IndexClose[];
let calls: StoredCall[];
let settled: Settled[];

beforeAll(async () => {
  const random = new Random(SEED);
  const markets = randomMarkets(random, 48);
  await database.rows(
    `insert into instruments (symbol, name, currency)
     select symbol, 'Name of ' || symbol, currency from jsonb_to_recordset(?::text::jsonb) as told (symbol text, currency text)`,
    [JSON.stringify(markets.map(({ symbol, currency }) => ({ symbol, currency })))],
  );
  const stories = randomStories(random, markets, HISTORIES);
  await new PlayedHistories(markets, await someStaff(), expected).play(stories);
  index = randomIndex(random);
  await database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, date, close, 'test' from instruments, jsonb_to_recordset(?::text::jsonb) as told (date date, close numeric)
      where symbol = 'SPX'`,
    [JSON.stringify(index)],
  );
  await refreshTrackRecord();
  calls = await database.rows<StoredCall>(CALLS);
  settled = expectedSettled();
});

async function someStaff(): Promise<StaffViewer> {
  const [found] = await database.rows<Pick<StaffViewer, "id" | "fullname">>(
    "select id, fullname from staff where email = 'admin@demo.test'",
  );
  return { kind: "staff", role: "admin", ...found } as StaffViewer;
}

/** Closes on two days of three, with some weeks missing. */
const randomIndex = (random: Random): IndexClose[] =>
  Array.from({ length: DAYS }, (_, day) => ({
    date: dateOfDay(day),
    close: Math.round(random.between(4_000, 5_000)),
  })).filter((_, day) => !isWeekend(day) && Math.floor(day / 9) % 8 !== 3 && random.chance(0.67));

/** The stored calls: times in milliseconds, prices in canonical form. */
const CALLS = `
  select id, record_id as "recordId", number, kind, list, audience, currency, recorded_later as "recordedLater",
         (1000 * extract(epoch from made_at))::float8 as "madeAt", symbol, direction, trim_scale(target) as target,
         trim_scale(stop) as stop, last_day::text as "lastDay", trim_scale(entry_price) as entry,
         (1000 * extract(epoch from entry_at))::float8 as "enteredAt", state, ended_on::text as "endedOn",
         waits_from::text as "waitsFrom",
         trim_scale(close_price) as price, trim_scale(close_ratio) as ratio, close_reason as reason, close_note as note,
         corrected_at is not null as "isCorrected", mistake as "isMistake"
    from calls`;

const decimal = (units: number | null | undefined) =>
  typeof units === "number" ? String(units / UNIT) : null;

/** Converts an expected call to that form. A brief's zone is in neither target nor stop. */
const asStoredCall = (recordId: string, call: ExpectedCall) => ({
  ...{ recordId, number: call.number, kind: call.kind, list: call.list, audience: call.audience },
  ...{ currency: call.currency, recordedLater: call.recordedLater, madeAt: call.madeAt },
  ...{
    symbol: call.terms.market.symbol,
    direction: call.terms.direction,
    target: decimal(call.terms.target),
  },
  ...{ stop: decimal(call.terms.stop), lastDay: call.terms.lastDay, entry: decimal(call.entry?.price) },
  ...{ enteredAt: call.entry?.at ?? null, state: call.state, endedOn: call.endedOn },
  waitsFrom: call.waitsFrom,
  ...{
    price: decimal(call.result?.price),
    ratio: call.result ? String(call.result.ratio[0] / call.result.ratio[1]) : null,
  },
  ...{ reason: call.result?.reason ?? null, note: call.result?.note ?? null },
  ...{ isCorrected: call.isCorrected, isMistake: call.isMistake },
});
type StoredCall = ReturnType<typeof asStoredCall> & { id: string };

const callKey = ({ recordId, number }: Pick<StoredCall, "recordId" | "number">) => `${recordId} ${number}`;

const expectedCalls = () =>
  [...expected.records].flatMap(([nth, record]) =>
    record.calls.map((call) => ({ recordId: recordIdOf(nth), number: call.number, call })),
  );

/** In the order of their ends, as in the file; by id on the same day. */
function expectedSettled(): Settled[] {
  const ids = new Map(calls.map((call) => [callKey(call), call.id]));
  return expectedCalls()
    .flatMap((each) => settledAs(ids.get(callKey(each)) ?? "", each.call, index) ?? [])
    .toSorted((one, other) => (one.ended + one.id < other.ended + other.id ? -1 : 1));
}

describe(`the calls of ${HISTORIES} random histories`, () => {
  it("have the states, prices, days and reasons that the rules require", () => {
    const stored = new Map(calls.map(({ id: _, ...call }) => [callKey(call), call]));
    const computed = expectedCalls().map(({ recordId, call }) => asStoredCall(recordId, call));
    const different = computed.filter(
      (call) => JSON.stringify(stored.get(callKey(call))) !== JSON.stringify(call),
    );
    expect(different.slice(0, 5).map((call) => [call, stored.get(callKey(call))])).toEqual([]);
    expect(calls.length).toBe(computed.length);
    expect(expected.records.size).toBe(HISTORIES);
  });

  it("include everything that may happen to a call", () => {
    const all = expectedCalls().map(({ call }) => call);
    const countCalls = (is: (call: ExpectedCall) => unknown) => all.filter(is).length;
    const ended = (reason: string) =>
      countCalls(({ result, isCorrected }) => result?.reason === reason && !isCorrected);
    const least = {
      ...{ target: ended("target"), stop: ended("stop"), period: ended("period"), byHand: ended("by hand") },
      split: countCalls(({ result }) => result && result.ratio[0] !== result.ratio[1]),
      changed: countCalls(({ history }) => history.length > 1),
      corrected: countCalls(({ isCorrected }) => isCorrected),
      mistake: countCalls(({ isMistake }) => isMistake),
      withdrawn: countCalls(({ state, isMistake }) => state === "withdrawn" && !isMistake),
      open: countCalls(({ state }) => state === "open"),
      anew: countCalls(({ number }) => number > 1),
      enteredLater: countCalls(({ madeAt, entry }) => entry && entry.at > madeAt),
      noEntry: countCalls(({ entry }) => !entry),
      otherCurrency: countCalls(({ currency, terms }) => currency !== terms.market.currency),
      recordedAtOnce: countCalls(({ recordedLater }) => !recordedLater),
    };
    expect(Object.entries(least).filter(([, count]) => count < (isDeep ? 30 : 1))).toEqual([]);
  });

  it("pass the verification without problems", async () => {
    const { problems, events, calls: verified } = await verifyLedger();
    expect(problems).toEqual([]);
    expect(events).toBeGreaterThan(2 * HISTORIES);
    expect(verified).toBe(calls.length);
  });
});

type Group = { name: string; figures: Figures };
type Summary = {
  figures: Figures;
  byKind: Group[];
  byPart: Group[];
  byList: Group[];
  byYear: Group[];
  waiting: number;
};
type Page = Summary & { calls: { id: string; result: number }[]; next: string | null };

const PARTS = { buy: "Buy alerts", sell: "Sell alerts" };
const KINDS = { alert: "Trade alert", pick: "Stock pick", brief: "" };
const GROUPS: Record<"byKind" | "byPart" | "byList" | "byYear", (settled: Settled) => string | null> = {
  byKind: ({ call }) => KINDS[call.kind],
  byPart: ({ call }) => (call.kind === "pick" ? "Stock picks" : PARTS[call.terms.direction]),
  byList: ({ call }) => call.list,
  byYear: ({ ended }) => ended.slice(0, 4),
};

async function jsonFor(cookies: string): Promise<{ summary: Page; ids: string[] }> {
  const pages: Page[] = [];
  for (let after: string | null = ""; after !== null; after = pages.at(-1)?.next ?? null) {
    const query: string = after && `?after=${after}`;
    pages.push((await (await app.request(`/track-record.json${query}`, { cookies })).json()) as Page);
  }
  return { summary: pages[0] as Page, ids: pages.flatMap((page) => page.calls.map(({ id }) => id)) };
}

const fileFor = async (cookies: string) =>
  recordLines(await (await app.request("/track-record.csv", { cookies })).text());

const areFigures = (figures: Figures, of: readonly Settled[], name: string) => {
  for (const [figure, value] of Object.entries(expectedFigures(of)))
    expect(figures[figure], `${name}, ${figure}`).toBeCloseTo(value, 5);
};

/** Whether a line of the file differs from its expected call. */
function isOther(line: RecordLine | undefined, { call, entered, ended, result }: Settled): boolean {
  const expectedLine = {
    ...{
      kind: call.kind,
      list: call.list ?? "",
      ticker: call.terms.market.symbol,
      made: dateOf(call.madeAt),
    },
    ...{
      direction: call.terms.direction,
      reason: call.result?.reason,
      currency: call.currency ?? "",
      ended,
      entered,
    },
    ...{ recorded_later: call.recordedLater ? "yes" : "no" },
  };
  return (
    Object.entries(expectedLine).some(([name, value]) => line?.[name] !== value) ||
    Number(line?.entry) !== (call.entry?.price ?? 0) / UNIT ||
    Number(line?.close) !== (call.result?.price ?? 0) / UNIT ||
    Math.abs(Number(line?.result_percent) - result) > 1e-6
  );
}

/**
 * A call is public this many days after its end was known, unless its record's newer open call came first.
 */
function isPublic({ id, call: { waitsFrom } }: Settled): boolean {
  const recordId = calls.find((call) => call.id === id)?.recordId ?? "";
  const last = expected.records.get(Number(recordId.slice(-12)))?.calls.at(-1);
  const publicFrom = Date.parse(waitsFrom ?? "") + PUBLIC_AFTER_DAYS * DAY_MS;
  const isHeldBack = last?.state === "open" && last.madeAt < publicFrom;
  return !isHeldBack && publicFrom <= midnightOf(STEPS.at(-1) ?? 0);
}

describe(`the track record of ${HISTORIES} random histories`, () => {
  it("has every result in its file and JSON for Private members", async () => {
    const cookies = await app.cookiesOf("private");
    const lines = await fileFor(cookies);
    expect(lines.map(({ call }) => call)).toEqual(settled.map(({ id }) => id));
    const others = settled.filter((each, nth) => isOther(lines[nth], each));
    expect(others.slice(0, 3).map(({ id }) => lines.find(({ call }) => call === id))).toEqual([]);
    expect((await jsonFor(cookies)).ids).toEqual(settled.map(({ id }) => id));
  });

  it("has figures of the visible calls in total and by kind, part, list and year", async () => {
    const known = { visitor: settled.filter(isPublic), private: settled };
    for (const [person, calls] of Object.entries(known)) {
      const { summary } = await jsonFor(await app.cookiesOf(person as keyof typeof known));
      areFigures(summary.figures, calls, "all");
      for (const [group, nameOf] of Object.entries(GROUPS)) {
        const computed = summary[group as keyof typeof GROUPS];
        const names = new Set(calls.flatMap((each) => nameOf(each) ?? []));
        expect(computed.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
        for (const { name, figures } of computed)
          areFigures(
            figures,
            calls.filter((each) => nameOf(each) === name),
            `${group} ${name}`,
          );
      }
    }
  });

  it("shows visitors the public calls and the number of others", async () => {
    const known = settled.filter(isPublic);
    expect(known.length).toBeLessThan(settled.length);
    expect((await fileFor("")).map(({ call }) => call)).toEqual(known.map(({ id }) => id));
    const { summary, ids } = await jsonFor("");
    expect(ids).toEqual(known.map(({ id }) => id));
    expect(summary.waiting).toBe(settled.length - known.length);
  });
});
