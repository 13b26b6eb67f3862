import { describe, expect, it } from "vitest";
import { follow, type LiveQuote, liveMarks, readUnit } from "~/features/markets/live/live-quote.rules";

const at = (minute: number) => `2026-07-16T13:${minute}:00.000Z`;
const quote = (id: string, minute: number, last = 10): LiveQuote => ({
  ...{ id, last, low: null, high: null, change: null, changePercent: null, volume: 0, currency: null },
  updatedAt: at(minute),
});
const event = (type: "snapshot" | "change", ...quotes: LiveQuote[]) => ({
  type,
  data: JSON.stringify({ quotes, deleted: [] }),
});
const page = new Map([
  ["a", Date.parse(at(40))],
  ["b", Date.parse(at(41))],
]);

describe("an event of the stream", () => {
  it("changes the quotes of the page that are newer than what it shows", () => {
    const sent = [quote("a", 45, 11), quote("b", 41, 12), quote("c", 50)];
    for (const type of ["snapshot", "change"] as const) {
      const { news, shown } = follow(page, event(type, ...sent));
      expect(news).toEqual([quote("a", 45, 11)]);
      expect([...shown]).toEqual([
        ["a", Date.parse(at(45))],
        ["b", Date.parse(at(41))],
      ]);
      expect(follow(shown, event(type, ...sent)).news).toEqual([]);
    }
  });

  it("changes nothing if it is a snapshot from before the page", () => {
    expect(follow(page, event("snapshot", quote("a", 39, 12))).news).toEqual([]);
  });

  it("changes a quote whose new time is earlier, as that of a push which waited", () => {
    const { news, shown } = follow(page, event("change", quote("a", 39, 12)));
    expect(news).toEqual([quote("a", 39, 12)]);
    expect(shown.get("a")).toBe(Date.parse(at(39)));
  });

  it("leaves deleted quotes on the page", () => {
    const data = JSON.stringify({ quotes: [], deleted: ["a"] });
    expect(follow(page, { type: "change", data })).toEqual({ news: [], shown: page });
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
