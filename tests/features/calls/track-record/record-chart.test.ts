import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { figuresOf } from "~/features/calls/track-record/record.rules";
import { tableOfYears } from "~/features/calls/track-record/record-chart";

const SOLD = { direction: "sell", enteredOn: "2026-11-02", entryPrice: "100", closeRatio: "1" } as const;

it("the table of years has every figure of the track record", spec("beyond record every figure each"), () => {
  const figures = figuresOf([
    { ...SOLD, endedOn: "2026-11-12", closePrice: "80", indexFrom: "5000", indexTo: "5100" },
    { ...SOLD, endedOn: "2026-11-22", closePrice: "105", indexFrom: null, indexTo: null },
    { ...SOLD, endedOn: "2026-12-02", closePrice: "94", indexFrom: null, indexTo: null },
  ]);
  const { columns, rows } = tableOfYears([{ name: "2026", figures }], "S&P 500");
  expect(Object.fromEntries(columns.map(({ label }, index) => [label, rows[0]?.[index]]))).toEqual({
    Year: "2026",
    Settled: "3",
    Right: "67%",
    Median: "+6.0%",
    Mean: "+7.0%",
    Best: "+20.0%",
    Worst: "−5.0%",
    "Points against S&P 500": "+18.0",
    "Days held": "20",
    "Drawdown, points": "5.0",
  });
});
