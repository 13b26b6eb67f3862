import { setUpYear } from "tests/support/in-year";
import { describe, expect, it } from "vitest";
import type { CallPicture } from "~/features/calls/call-picture.rules";
import { callFigures, callFinding, callSentence, callTable } from "~/features/calls/call-words.rules";

setUpYear(2026);

const OPEN: CallPicture = {
  name: "Broadcom",
  currency: "USD",
  direction: "buy",
  madeAt: new Date("2026-07-02T15:41:00Z"),
  made: { day: "2026-07-02", price: 272.1 },
  points: [
    { day: "2026-06-15", close: 262.4 },
    { day: "2026-07-07", close: 268.2 },
    { day: "2026-07-16", close: 284.6 },
  ],
  target: 305,
  stop: 262.5,
  ends: "2026-07-30",
  settled: false,
  shares: 1,
  running: "2026-07-16",
};
const SELL: CallPicture = {
  ...OPEN,
  name: "Diageo",
  direction: "sell",
  made: { day: "2026-06-24", price: 22.4 },
  points: [
    { day: "2026-05-27", close: 24.1 },
    { day: "2026-06-30", close: 22.86 },
  ],
  target: 19.95,
  stop: 23.35,
  settled: true,
  closed: { day: "2026-07-16", price: 19.95 },
};

describe("the title of a call's chart", () => {
  it.each<[string, CallPicture]>([
    ["From today’s price, 20.40 to gain for 22.10 at risk: 1 to 0.92", OPEN],
    [
      "From the price it was made at, 32.90 to gain for 9.60 at risk: 1 to 3.43",
      { ...OPEN, points: OPEN.points.slice(0, 1) },
    ],
    ["From today’s price, 20.40 to gain", { ...OPEN, stop: undefined }],
    ["The price since the call was made at 272.10", { ...OPEN, target: 280 }],
    ["The price since the call was made at 272.10", { ...OPEN, stop: 285 }],
    ["22.40 became 19.95: a gain of 10.9% in 22 days", SELL],
    ["22.40 became 23.35: a loss of 4.2% in 1 day", { ...SELL, closed: { day: "2026-06-25", price: 23.35 } }],
    [
      "22.40 became 22.39: a gain of 0.04% in 22 days",
      { ...SELL, closed: { day: "2026-07-16", price: 22.39 } },
    ],
    ["22.40 became 22.40: no gain in 22 days", { ...SELL, closed: { day: "2026-07-16", price: 22.4 } }],
  ])("is %s", (title, call) => {
    expect(callFinding(call, true)).toBe(title);
  });

  it("names the last price instead of today's if it is older", () =>
    expect(callFinding(OPEN, false)).toBe("From the last price, 20.40 to gain for 22.10 at risk: 1 to 0.92"));
});

it("the chart's sentence has name, dates, prices and levels", () => {
  expect(callSentence(OPEN)).toBe(
    "Broadcom from 15 June 2026 to 16 July 2026. Bought on 2 July at 272.10; last 284.60. Target 305.00, stop 262.50, until 30 July.",
  );
  expect(callSentence(SELL)).toBe(
    "Diageo from 27 May 2026 to 16 July 2026. Sold on 24 June at 22.40; settled at 19.95, a gain of 10.9%. Target 19.95, stop 23.35.",
  );
  expect(callSentence({ ...OPEN, points: [], target: undefined, stop: undefined, ends: undefined })).toBe(
    "Broadcom from 2 July 2026 to 2 July 2026. Bought on 2 July at 272.10.",
  );
});

describe("the figures below a call's chart", () => {
  const figureTexts = (call: CallPicture, isCurrent = true) =>
    callFigures(call, isCurrent).map(({ label, figure, note }) => `${label} ${figure}, ${note}`);

  it("measure an open call from today's price", () => {
    expect(figureTexts(OPEN)).toEqual([
      "Stop 262.50, 7.8% below today’s price",
      "Made 272.10, 2 July 2026",
      "Now 284.60, 4.6% above made",
      "Target 305.00, 7.2% above today’s price",
    ]);
  });

  it("name the last price instead of today's if it is older", () => {
    expect(figureTexts(OPEN, false)).toEqual([
      "Stop 262.50, 7.8% below the last price",
      "Made 272.10, 2 July 2026",
      "On 16 July 284.60, 4.6% above made",
      "Target 305.00, 7.2% above the last price",
    ]);
  });

  it("measure a closed call from its entry price", () => {
    expect(figureTexts(SELL)).toEqual([
      "Stop 23.35, 4.2% above made",
      "Made 22.40, 24 June 2026",
      "Settled 19.95, 16 July 2026",
      "Target 19.95, 10.9% below made",
    ]);
  });
});

describe("a call's table", () => {
  const table = (call: CallPicture) => callTable(call).rows;

  it("lists its events by day and does not call the closing level a close", () => {
    expect(table(SELL)).toEqual([
      ["24 June 2026", "22.40", "Made at"],
      ["30 June 2026", "22.86", "Close"],
      ["16 July 2026", "19.95", "Settled"],
    ]);
  });

  it("takes extremes from closes only, not from the entry price or the running day", () => {
    const [before, , last] = OPEN.points;
    const points = [
      before,
      { day: "2026-07-02", close: 274.4 },
      { day: "2026-07-07", close: 280.2 },
      { day: "2026-07-09", close: 273.5 },
      last,
    ].filter((point) => point !== undefined);
    expect(table({ ...OPEN, points })).toEqual([
      ["2 July 2026", "272.10", "Made at"],
      ["7 July 2026", "280.20", "Highest close"],
      ["9 July 2026", "273.50", "Lowest close"],
      ["16 July 2026", "284.60", "Last price"],
    ]);
    expect(table({ ...OPEN, points: points.slice(0, 2) })).toEqual([
      ["2 July 2026", "272.10", "Made at"],
      ["2 July 2026", "274.40", "Close"],
      ["2 July 2026", "274.40", "Last price"],
    ]);
    expect(table({ ...OPEN, points, running: "2026-07-17" })).toContainEqual([
      "16 July 2026",
      "284.60",
      "Highest close",
    ]);
  });
});
