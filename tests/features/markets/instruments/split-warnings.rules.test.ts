import { describe, expect, it } from "vitest";
import {
  type AroundSplit,
  mergedSplitWarnings,
  splitErrors,
  splitWarnings,
} from "~/features/markets/instruments/split-warnings.rules";

const AROUND: AroundSplit = {
  symbol: "SPLT",
  today: "2026-07-20",
  firstDay: "2024-01-02",
  lastDay: "2026-07-16",
  before: { day: "2026-07-15", close: "100" },
  from: { day: "2026-07-16", close: "50.5" },
  splits: [],
};

const split = (day = "2026-07-16", ratio = "2") => ({ day, ratio });

describe("a split", () => {
  it.each<[string, Partial<AroundSplit>, string?, string?]>([
    ["that its prices show", {}],
    ["inverted, as its prices show", { from: { day: "2026-07-16", close: "1010" } }, "2026-07-16", "0.1"],
    ["too small to be seen", { from: { day: "2026-07-16", close: "99" } }, "2026-07-16", "1.05"],
    ["of today", { from: null }, "2026-07-20"],
    ["of the first day", { before: null, from: null }, "2024-01-02"],
    ["that already exists", { firstDay: null, splits: [{ day: "2026-07-16", ratio: "2.0" }] }],
    ["in another week than an existing one", { splits: [{ day: "2026-07-08", ratio: "2" }] }],
    [
      "between prices that show it with another",
      {
        before: { day: "2026-07-10", close: "600" },
        from: { day: "2026-07-16", close: "101" },
        splits: [
          { day: "2026-07-12", ratio: "3" },
          { day: "2026-07-17", ratio: "9" },
        ],
      },
      "2026-07-20",
    ],
  ])("%s causes no warning", (_which, around, day, ratio) => {
    const warnings = splitWarnings(split(day, ratio), { ...AROUND, ...around });
    expect(warnings.ratio).toBeUndefined();
    if (_which !== "between prices that show it with another") expect(warnings).toEqual({});
  });

  it.each<[string, Partial<AroundSplit>, ReturnType<typeof split>, Record<string, string>]>([
    ["of a day to come", { from: null }, split("2026-07-21"), { day: "2026-07-21 is in the future." }],
    [
      "without any price",
      { firstDay: null, before: null, from: null },
      split(),
      { day: "There are no prices for SPLT." },
    ],
    ["in a gap of the prices", { before: null }, split(), { day: "No price of SPLT within 14 days of" }],
    [
      "before a gap of the prices",
      { from: null },
      split("2026-07-15"),
      { day: "No price of SPLT within 14 days of 2026-07-15 shows this split." },
    ],
    [
      "after the last price, which is old by now",
      { today: "2026-09-20", from: null, lastDay: "2026-07-15" },
      split(),
      { day: "The prices of SPLT end on 2026-07-15: none shows this split." },
    ],
    [
      "long after the last price",
      { before: null, from: null, lastDay: "2025-03-03" },
      split(),
      { day: "The prices of SPLT end on 2025-03-03: none shows this split." },
    ],
    [
      "before all prices",
      { before: null },
      split("2023-12-29"),
      { day: "The prices of SPLT begin on 2024-01-02." },
    ],
    [
      "on the day of another",
      { splits: [{ day: "2026-07-16", ratio: "3" }] },
      split(),
      { ratio: "2026-07-16 already has a split of 3. Saving changes it to 2." },
    ],
    [
      "days after another",
      { splits: [{ day: "2026-07-09", ratio: "3" }] },
      split(),
      { day: "There is already a split of 3 on 2026-07-09: saving adds another one." },
    ],
    [
      "the wrong way round",
      {},
      split("2026-07-16", "0.5"),
      { ratio: "from 100 to 50.5, which does not match a split of 0.5" },
    ],
    [
      "of prices that are adjusted already",
      { from: { day: "2026-07-16", close: "101" } },
      split(),
      { ratio: "from 100 to 101, which does not match a split of 2" },
    ],
  ])("%s causes a warning", (_which, around, newSplit, expected) => {
    const warnings = splitWarnings(newSplit, { ...AROUND, ...around });
    expect(Object.keys(warnings)).toEqual(Object.keys(expected));
    for (const [field, sentence] of Object.entries(expected)) expect(warnings[field]).toContain(sentence);
  });

  const closes = (before: string, from: string): AroundSplit => ({
    ...AROUND,
    before: { day: "2026-07-15", close: before },
    from: { day: "2026-07-16", close: from },
  });
  const ratioWarning = (ratio: string, around: AroundSplit) =>
    splitWarnings(split("2026-07-16", ratio), around).ratio;

  it.each([
    ...["1.2", "1.25", "1.5", "1.75", "2", "3", "7", "11", "35", "175", "1234"],
    ...["0.8", "0.6667", "0.4", "0.0285714", "0.005714", "0.0005", "0.00001"],
  ])("of %s causes a warning if its prices do not move", (ratio) => {
    for (const day of ["100", "96", "104"])
      expect(ratioWarning(ratio, closes("100", day))).toContain("does not match a split of");
    // The inverted ratio, and the ratio applied twice.
    expect(ratioWarning(ratio, closes("100", String(100 * Number(ratio))))).toContain(
      "does not match a split of",
    );
    expect(ratioWarning(ratio, closes("100", String(100 / Number(ratio) ** 2)))).toContain(
      "does not match a split of",
    );
  });

  it.each([
    "1.2",
    "1.5",
    "2",
    "35",
    "175",
    "0.8",
    "0.0005",
  ])("of %s causes no warning if its prices show it on a day with its own change", (ratio) => {
    for (const move of [1, 0.94, 1.06])
      expect(ratioWarning(ratio, closes("100", String((100 / Number(ratio)) * move)))).toBeUndefined();
  });

  it("too small to be visible causes a warning if its prices jumped", () => {
    expect(ratioWarning("1.05", closes("100", "50"))).toContain("does not match a split of 1.05");
  });

  it("is refused more than a year ahead", () => {
    expect(splitErrors(split("2027-07-21"), AROUND)).toBeUndefined();
    expect(splitErrors(split("2027-07-22"), AROUND)).toEqual({
      day: "Day must be at most a year from today, 2026-07-20",
    });
  });
});

describe("the splits of two instruments that are merged", () => {
  const FROM = { symbol: "OLDS", splits: [split("2026-03-03", "4")] };

  it.each<[string, ReturnType<typeof split>[], string[]]>([
    ["another ratio on one day", [split("2026-03-03", "2")], ["The split of INTO is kept"]],
    ["the same split a day later", [split("2026-03-04", "4.0")], ["after the merge, both count"]],
    ["another one within the week", [split("2026-03-10", "2")], ["after the merge, both count"]],
    ["the same one", [split("2026-03-03", "4.00")], []],
    ["one of another week", [split("2026-03-11", "4")], []],
    ["none", [], []],
  ])("cause the right warnings: %s", (_which, splits, expected) =>
    expect(mergedSplitWarnings(FROM, { symbol: "INTO", splits })).toEqual(
      expected.map((words) => expect.stringContaining(words)),
    ));
});
