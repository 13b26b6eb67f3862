import { expect, it } from "vitest";
import { settledChart } from "~/features/calls/call-chart.rules";
import type { CallState } from "~/features/calls/call-events.rules";

const chartTitle = (direction: "buy" | "sell", closePrice: string, closes: string[] = []) =>
  settledChart(
    {
      name: "Canary",
      direction,
      entryPrice: "100",
      closePrice,
      closeRatio: "1",
      endedOn: "2026-11-20",
      target: null,
      stop: null,
    } as CallState,
    {
      enteredOn: "2026-11-02",
      prices: closes.map((close, index) => ({ day: `2026-11-0${index + 3}`, close })),
      splits: [],
    },
  )?.title;

it.each([
  ["buy", "93.4", [], "It ended with a loss of 6.6%"],
  ["sell", "93.4", [], "It ended with a gain of 6.6%"],
  ["buy", "100", [], "It ended with no gain"],
  ["buy", "100.04", [], "It ended with a gain of 0.04%"],
  ["buy", "93.4", ["104", "99"], "It ended with a loss of 6.6%. At its best it stood at a gain of 4.0%"],
] as const)("the title of a %s from 100 to %s with closes %j is: %s", (direction, closePrice, closes, title) => {
  expect(chartTitle(direction, closePrice, [...closes])).toBe(title);
});
