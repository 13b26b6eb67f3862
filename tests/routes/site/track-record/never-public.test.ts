import { randomUUID } from "node:crypto";
import {
  comparedLines,
  type Figures,
  independentFigures,
  insertRandomCalls,
  type RecordLine,
  recordLines,
} from "tests/support/independent-figures";
import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { app, database, setUpApp } from "tests/support/running-app";
import { isDeep, randomFor, SEED_NOTE } from "tests/support/sample";
import { insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { companyExhibit, recordExhibit } from "~/features/share-pictures/share-exhibits.server";

setUpApp({ TRACK_RECORD_DAYS: "never" });

const CANARY = /CNRY|Canary|112\.34/;

it("visitors see no name and no figure of a single call if calls never become public", async () => {
  const id = randomUUID();
  const call = { id, symbol: "CNRY", name: "Canary Corporation", made_at: "2021-01-02T12:00:00Z" };
  const closed = { state: "closed", close_price: "112.34", close_ratio: "1", close_reason: "target" };
  await insertRecord(database, "calls", {
    ...{ ...call, ...closed, entry_price: "100", target: "112.34", ended_on: "2021-02-02" },
  });
  await database.rows(
    `insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
     values (1, ?, 'opened', '{"name":"Canary Corporation"}', repeat('a', 32), now(), repeat('b', 64), repeat('0', 64), repeat('c', 64))`,
    [id],
  );
  const paths = [
    ...["", ".data", ".csv", ".json", "/log.json", "/verify"].map((end) => `/track-record${end}`),
    ...[`/track-record/${id}`, `/track-record/${id}.data`, "/", "/trade-alert", "/stock/CNRY"],
  ];
  for (const who of ["visitor", "basic", "premium"] as const) {
    const cookies = await app.cookiesOf(who);
    // A page may contain its own address.
    const texts = await Promise.all(
      paths.map(async (path) => (await (await app.request(path, { cookies })).text()).replaceAll(path, "")),
    );
    expect([who, CANARY.test(texts.join("\n"))]).toEqual([who, who === "premium"]);
    const { figures, waiting } = JSON.parse(texts[3] ?? "{}");
    expect(figures.mean).toBe(who === "premium" ? 12.3 : undefined);
    expect([figures.settled, waiting]).toEqual(who === "premium" ? [1, 0] : [0, 1]);
    expect(texts[0]).not.toContain("public later");
    const [event] = JSON.parse(texts[4] ?? "{}").events;
    expect(event).toMatchObject({ seq: 1, call: null, kind: null, salt: null, body: null });
  }
  expect([await recordExhibit(), await companyExhibit("CNRY", new Date())]).toEqual([undefined, undefined]);
  expect((await app.request(`/og/track-record/${id}.png`)).status).toBe(404);
});

describe("figures of calls that never become public", () => {
  beforeEach(() => database.empty("calls"));

  it("exclude a call closed by hand until it can no longer be reopened as a mistake", async () => {
    const seqs = [901, 902, 903, 904, 905];
    for (const last_seq of seqs)
      await insertSettledCall(0, { last_seq, close_reason: "by hand", close_note: "Sold." });
    const closedAgo = (minutes: number) =>
      database.rows(
        `insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
         select last_seq, id, 'closed', '{}', repeat('a', 32), now() - interval '${minutes} minutes',
                repeat('b', 64), repeat('0', 64), repeat('c', 64) from calls`,
      );
    const counted = () => database.rows("select 1 from calls where counted");
    await closedAgo(9);
    await refreshTrackRecord();
    expect(await counted()).toHaveLength(0);
    await database.rows("alter table call_events disable trigger user");
    await database.rows("delete from call_events where seq > 900");
    await closedAgo(11);
    await refreshTrackRecord();
    expect(await counted()).toHaveLength(5);
    await database.rows("delete from call_events where seq > 900");
    await database.rows("alter table call_events enable trigger user");
  });

  type Summary = {
    figures: Figures;
    byYear: { name: string; figures: Figures }[];
    settled: number;
    waiting: number;
  };
  const loadSummary = async (who: Person = "visitor"): Promise<Summary> =>
    (
      await app.request("/track-record.json", { cookies: await app.cookiesOf(who) })
    ).json() as Promise<Summary>;

  it(
    "include calls in lots of five in the order of their ends, rounded to tenths",
    spec("beyond figures tell nobody result"),
    async () => {
      for (let nth = 1; nth <= 4; nth += 1)
        await insertSettledCall(400 - nth, { close_price: String(100 + nth) });
      expect((await loadSummary()).figures).toEqual({ settled: 0, right: 0, compared: 0 });
      const page = await (await app.request("/track-record")).text();
      expect(page).toContain("4 calls settled, none of them public.");
      expect(page).toContain(
        "4 more can be seen by members only, and the figures include them only in groups of five.",
      );
      await insertSettledCall(395, { close_price: "105.13" });
      const five = await loadSummary();
      expect(five).toMatchObject({
        settled: 5,
        waiting: 5,
        figures: { settled: 5, right: 5, mean: 3, best: 5.1 },
      });
      await insertSettledCall(1, { close_price: "31.4" });
      expect(await loadSummary()).toMatchObject({ settled: 6, figures: five.figures });
    },
  );

  it(
    "never include part of a lot in any kind, list, year or membership",
    spec("beyond figures tell nobody result"),
    async () => {
      await database.rows("select setseed(0.070)");
      await insertRandomCalls(database, 300);
      await database.rows("update calls set audience = 'private' where last_seq % 4 = 0");
      const lists = await database.rows<{ id: string }>("select id from calls order by ended_on, id");
      // Close the calls in their order, up to four between two refreshes: fewer than a lot.
      await database.rows(
        "update calls set part = null, state = 'withdrawn', close_price = null, close_ratio = null, close_reason = null",
      );
      const random = randomFor("calls closed between two refreshes");
      while (lists.length > 0) {
        const closed = lists.splice(0, isDeep ? 1 : random.whole(1, 4));
        await database.rows(
          "update calls set state = 'closed', close_price = 110, close_ratio = 1, close_reason = 'period' where id = any (?)",
          [closed.map(({ id }) => id)],
        );
        await refreshTrackRecord();
        const parts = await database.rows<{ calls: number }>(PARTS_OF_LOTS);
        expect(
          parts.filter(({ calls }) => calls % 5 > 0),
          SEED_NOTE,
        ).toEqual([]);
      }
      const counted = (await loadSummary()).figures.settled;
      expect(counted).toBeGreaterThan(260);
      expect(counted).toBeLessThan(300);
    },
  );

  it(
    "equal an independent computation over whole lots for each reader",
    spec("beyond figures tell nobody result"),
    async () => {
      await database.rows("select setseed(0.071)");
      await insertRandomCalls(database, 500);
      await database.rows("update calls set audience = 'private' where last_seq % 4 = 0");
      const file = await app.request("/track-record.csv", { cookies: await app.cookiesOf("private") });
      const lines = await comparedLines(database, recordLines(await file.text()), "SPX");
      await loadSummary();
      const counted = new Map(
        (
          await database.rows<CountedRow>("select id, audience, counted, counted_by_year as year from calls")
        ).map((row) => [row.id, row]),
      );
      const isIn = { visitor: () => false, premium: ({ audience }: CountedRow) => audience === "members" };
      for (const who of ["visitor", "premium"] as const) {
        const { figures, byYear } = await loadSummary(who);
        const of = (flag: "counted" | "year") =>
          lines.filter(({ call = "" }) => {
            const row = counted.get(call);
            return row && (row[flag] || isIn[who](row));
          });
        await areTenthsOf(figures, of("counted"));
        for (const year of byYear)
          await areTenthsOf(
            year.figures,
            of("year").filter(({ ended }) => ended?.startsWith(year.name)),
          );
        expect(byYear).toHaveLength(3);
      }
      expect((await verifyLedger()).problems.filter((problem) => problem.startsWith("record"))).toEqual([]);
    },
  );
});

type CountedRow = { id: string; audience: string; counted: boolean; year: boolean };

/** The number of counted calls per part, list and membership, in total and per year. */
const PARTS_OF_LOTS = `
  select count(*)::int as calls from calls where counted group by part, list, audience
  union all
  select count(*)::int from calls where counted_by_year group by part, list, audience, extract(year from ended_on)`;

async function areTenthsOf(figures: Figures, lines: RecordLine[]) {
  for (const [name, value] of Object.entries(await independentFigures(database, lines)))
    expect(Math.abs((figures[name] ?? Number.NaN) - value), name).toBeLessThan(0.05001);
}
