import { describe, expect, it } from "vitest";
import { readMinute, wallMinute } from "~/web/zoned-minute";

const NEW_YORK = "America/New_York";
const read = (text: string, zone = NEW_YORK) => {
  const found = readMinute(text, zone);
  return "moment" in found ? found.moment.toISOString() : found.unread;
};

describe("a local minute", () => {
  it.each([
    ["2026-01-15T09:30", "2026-01-15T14:30:00.000Z"],
    ["2026-07-15T09:30", "2026-07-15T13:30:00.000Z"],
    ["2026-07-15T23:59", "2026-07-16T03:59:00.000Z"],
    ["2026-07-15 09:30", "2026-07-15T13:30:00.000Z"],
    ["2026-07-15T09:30:59", "2026-07-15T13:30:00.000Z"],
  ])("%s in New York is %s", (text, moment) => expect(read(text)).toBe(moment));

  it.each([
    "2026-02-31T09:30",
    "2026-02-31T09:30Z",
    "2026-02-29T09:30+01:00",
    "2026-13-01T09:30Z",
    "2026-00-10T09:30Z",
  ])("%s does not exist", (text) => expect(read(text)).toBe("unreadable"));

  it("is rejected if clocks skip it in spring, and the offsets around it are correct", () => {
    expect(read("2026-03-08T01:59")).toBe("2026-03-08T06:59:00.000Z");
    for (const text of ["2026-03-08T02:00", "2026-03-08T02:30", "2026-03-08T02:59"])
      expect(read(text)).toBe("skipped");
    expect(read("2026-03-08T03:00")).toBe("2026-03-08T07:00:00.000Z");
  });

  it("is the first one if it occurs twice in autumn", () => {
    expect(read("2026-11-01T00:59")).toBe("2026-11-01T04:59:00.000Z");
    expect(read("2026-11-01T01:00")).toBe("2026-11-01T05:00:00.000Z");
    expect(read("2026-11-01T01:59")).toBe("2026-11-01T05:59:00.000Z");
    expect(read("2026-11-01T02:00")).toBe("2026-11-01T07:00:00.000Z");
  });

  it("is correct with half-hour offsets, zones ahead of UTC, and a skipped day", () => {
    expect(read("2026-07-15T09:30", "Asia/Kolkata")).toBe("2026-07-15T04:00:00.000Z");
    expect(read("2026-04-05T01:45", "Australia/Lord_Howe")).toBe("2026-04-04T14:45:00.000Z");
    expect(read("2026-10-04T02:15", "Australia/Lord_Howe")).toBe("skipped");
    expect(read("2011-12-30T12:00", "Pacific/Apia")).toBe("skipped");
    expect(read("2026-07-15T09:30", "UTC")).toBe("2026-07-15T09:30:00.000Z");
  });

  it("round-trips for every hour of two years, except the second of a repeated hour", () => {
    for (const zone of [NEW_YORK, "Europe/London", "Australia/Lord_Howe"]) {
      const missed: string[] = [];
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += 3_600_000) {
        const moment = new Date(at).toISOString();
        if (read(wallMinute(new Date(at), zone), zone) !== moment) missed.push(moment);
      }
      expect(missed).toHaveLength(2);
    }
  });
});

describe("an ISO 8601 instant", () => {
  it.each([
    ["2026-07-15T09:30:00Z", "2026-07-15T09:30:00.000Z"],
    ["2026-07-15T09:30:45.678Z", "2026-07-15T09:30:00.000Z"],
    ["2026-07-15T09:30+02:00", "2026-07-15T07:30:00.000Z"],
    ["2026-07-15T09:30-0400", "2026-07-15T13:30:00.000Z"],
    ["2026-11-01T01:30:00-05:00", "2026-11-01T06:30:00.000Z"],
  ])("%s is %s in any zone", (text, moment) => expect(read(text)).toBe(moment));
});

it.each([
  "",
  "soon",
  "2026-02-31T09:30",
  "9999-12-31T09:30",
  "0000-01-01T00:00",
  "2026-07-15",
  "2026-07-15T24:30",
  "2026-07-15T09:61",
  "2026-13-01T00:00Z",
  "\u0000",
])("%j is rejected", (text) => expect(read(text)).toBe("unreadable"));
