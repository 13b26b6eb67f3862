import { describe, expect, it } from "vitest";
import { follow, type LiveQuote, liveMarks, readUnit } from "~/features/markets/live/live-quote.rules";

const at = (minute: number) => `2026-07-16T13:${minute}:00.000Z`;
const quote = (id: string, minute: number, last = 10): LiveQuote => ({
  ...{ id, last, low: null, high: null, change: null, changePercent: null, volume: 0, currency: null },
  updatedAt: at(minute),
});
const event = (...quotes: LiveQuote[]) => JSON.stringify({ quotes, deleted: [] });
const page = new Map([
  ["a", Date.parse(at(40))],
  ["b", Date.parse(at(41))],
]);

describe("an event of the stream", () => {
  it("changes the quotes of the page that are newer than what it shows", () => {
    const { news, shown } = follow(page, event(quote("a", 45, 11), quote("b", 41, 12), quote("c", 50)));
    expect(news).toEqual([quote("a", 45, 11)]);
    expect([...shown]).toEqual([
      ["a", Date.parse(at(45))],
      ["b", Date.parse(at(41))],
    ]);
  });

  it("changes nothing the second time, nor if it is older than the last one", () => {
    const { shown } = follow(page, event(quote("a", 45, 11)));
    expect(follow(shown, event(quote("a", 45, 11))).news).toEqual([]);
    expect(follow(shown, event(quote("a", 44, 12))).news).toEqual([]);
    expect(follow(shown, event(quote("a", 46, 12))).news).toEqual([quote("a", 46, 12)]);
  });

  it("leaves deleted quotes on the page", () => {
    const data = JSON.stringify({ quotes: [], deleted: ["a"] });
    expect(follow(page, data)).toEqual({ news: [], shown: page });
  });
});

it.each([
  { kind: "crypto", currency: "USD" },
  { kind: "bond", currency: null },
  { kind: null, currency: "GBX" },
  { kind: null, currency: null },
] as const)("the marks of an element keep its unit: %o", (unit) => {
  const marks = liveMarks({ ...unit, shownId: "a", asOf: new Date(at(40)) });
  expect(marks).toMatchObject({ "data-live": "a", "data-at": at(40) });
  expect(readUnit(marks["data-unit"])).toEqual(unit);
});
