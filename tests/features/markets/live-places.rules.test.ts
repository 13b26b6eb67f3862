import { describe, expect, it } from "vitest";
import { LEASE_MS, type Places, RENEW_MS, readPlaces, takePlace } from "~/features/markets/live/places.rules";

const NOW = 1_000_000;
const UNTIL = NOW + LEASE_MS;

describe("the places of one browser", () => {
  it("are two, whoever of them leaves", () => {
    const first = takePlace({}, "a", NOW) as Places;
    const second = takePlace(first, "b", NOW) as Places;
    expect(second).toEqual({ a: UNTIL, b: UNTIL });
    expect(takePlace(second, "c", NOW)).toBeUndefined();
    expect(takePlace({ a: UNTIL }, "c", NOW)).toEqual({ a: UNTIL, c: UNTIL });
    expect(takePlace({ b: UNTIL }, "c", NOW)).toEqual({ b: UNTIL, c: UNTIL });
  });

  it("are renewed in time, and only then", () => {
    const places = { a: UNTIL, b: UNTIL };
    expect(takePlace(places, "a", NOW + RENEW_MS - 1)).toBe(places);
    expect(takePlace(places, "a", NOW + RENEW_MS)).toEqual({ a: UNTIL + RENEW_MS, b: UNTIL });
  });

  it("go to others when a page vanished, or when a clock was set back", () => {
    const places = { a: UNTIL, b: UNTIL };
    expect(takePlace(places, "c", UNTIL)).toEqual({ c: UNTIL + LEASE_MS });
    expect(takePlace(places, "c", NOW - 1)).toEqual({ c: UNTIL - 1 });
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "7",
    '"x"',
    '{"a":"soon","b":{}}',
    "[1,2]",
  ])("are free for the note %j", (text) => {
    expect(takePlace(readPlaces(text), "c", NOW)).toEqual({ c: UNTIL });
  });
});
