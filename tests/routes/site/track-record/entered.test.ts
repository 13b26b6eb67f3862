import { randomUUID } from "node:crypto";
import { comparedLines, independentFigures, recordLines } from "tests/support/independent-figures";
import { database } from "tests/support/running-app";
import { insertSettledCall as closed, daysAgo } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { dayInWords } from "~/ui/charts/calendar";

setUpStaffApp();

beforeEach(() => database.empty("calls", "daily_prices"));

const closeOfIndex = (days: number, close: number) =>
  database.rows(
    "insert into daily_prices (instrument_id, day, close, source) select id, ?, ?, 'test' from instruments where symbol = 'SPX'",
    [daysAgo(days), close],
  );

const wordsOf = (page: string) => page.replace(/<[^>]*>|<!-- -->/g, " ").replace(/\s+/g, " ");

const fileOf = async (person: Person = "visitor") =>
  recordLines(await (await get("/track-record.csv", person)).text());
const json = async (person: Person) => (await get("/track-record.json", person)).json();

/** The first price after a call that was made on a Friday without one. */
const ENTERED = { entry_at: `${daysAgo(47)}T23:59:59.999Z` };

describe("a call whose first price came on a later day", () => {
  beforeEach(async () => {
    await closeOfIndex(50, 1000);
    await closeOfIndex(47, 2000);
    await closeOfIndex(40, 2200);
  });

  it(
    "counts its result, days held and index from that day",
    spec("beyond call measured first price"),
    async () => {
      const id = await closed(40, ENTERED);
      const { figures, calls } = await json("visitor");
      expect(figures.daysHeld).toBe(7);
      expect(figures.aboveIndex).toBeCloseTo(12.34 - 10, 6);
      expect(calls[0]).toMatchObject({
        madeOn: daysAgo(50),
        enteredOn: daysAgo(47),
        index: expect.closeTo(10, 6),
      });
      const page = wordsOf(await html(`/track-record/${id}`, "visitor"));
      expect(page).toContain("Settled at its target: +12.3% in 7 days");
      expect(page).toContain(`Made ${dayInWords(daysAgo(50))}, settled`);
      expect(page).toContain(`${dayInWords(daysAgo(47))} First price; the result counts from here 100.00`);
      expect(wordsOf(await html("/track-record", "visitor"))).toContain("Mean of (last day − first day)");
    },
  );

  it(
    "has both days in the file, which give the same figures in an independent computation",
    spec("beyond call measured first price"),
    async () => {
      await closed(40, ENTERED);
      await closed(40);
      const lines = await fileOf();
      expect(lines.map(({ made, entered }) => [made, entered]).toSorted()).toEqual([
        [daysAgo(50), daysAgo(50)],
        [daysAgo(50), daysAgo(47)],
      ]);
      const compared = await comparedLines(database, lines, "SPX");
      const { figures } = await json("visitor");
      for (const [name, value] of Object.entries(await independentFigures(database, compared)))
        expect([name, figures[name]]).toEqual([name, expect.closeTo(value, 6)]);
      expect((await verifyLedger()).problems.filter((problem) => problem.startsWith("record"))).toEqual([]);
    },
  );
});

describe("a call older than the log", () => {
  it(
    "is the only one marked on the track record, its page and in the files",
    spec("beyond call measured first price"),
    async () => {
      const id = await closed(40, { recorded_later: true });
      const other = await closed(41, { name: "In time" });
      expect(wordsOf(await html("/track-record", "visitor")).match(/Recorded later/g)).toHaveLength(1);
      expect(wordsOf(await html(`/track-record/${id}`, "visitor"))).toContain(
        "Past results are no guarantee. Recorded later.",
      );
      expect(await html(`/track-record/${other}`, "visitor")).not.toContain("Recorded later");
      expect((await fileOf()).map((line) => line.recorded_later)).toEqual(["no", "yes"]);
      const { calls } = await json("visitor");
      expect(calls.map((call: { recordedLater: boolean }) => call.recordedLater)).toEqual([false, true]);
    },
  );

  it("has limited proof, as the verification page says", async () => {
    const page = wordsOf(await html("/track-record/verify", "visitor"));
    expect(page).toContain("The log proves what we said about them from then on");
    expect(page).not.toContain("from the first day");
  });
});

it(
  "the track record counts a call held back by a newer one as waiting",
  spec("beyond call measured first price"),
  async () => {
    const again = { state: "open", ended_on: null, close_price: null, close_ratio: null, close_reason: null };
    const record_id = randomUUID();
    await closed(90, { record_id });
    await closed(90, { ...again, record_id, number: 2 });
    await closed(80, { name: "Public" });
    const page = wordsOf(await html("/track-record", "visitor"));
    expect(page).toContain("Settled calls: you can open 1, and 1 will be public later.");
    expect(page).toContain("1 more will be public later, and will be in no figure until then.");
    expect(await json("visitor")).toMatchObject({ waiting: 1, calls: [{ name: "Public" }] });
    expect(await json("premium")).toMatchObject({ waiting: 0 });
    await database.rows(
      "update calls set state = 'withdrawn', ended_on = current_date, waits_from = current_date where number = 2",
    );
    expect(await json("visitor")).toMatchObject({ waiting: 0 });
  },
);
