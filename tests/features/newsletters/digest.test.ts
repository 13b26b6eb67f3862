import { describe, expect, it } from "vitest";
import {
  digestTime,
  digestWeek,
  lastDigest,
  nextDigest,
  recordOfWeek,
  weekOfRecord,
} from "~/features/newsletters/digest.rules";
import { isUuid } from "~/web/uuid";

const at = (moment: string) => new Date(moment);

describe("the weekly digest", () => {
  it.each([
    ["on a Friday", "2026-11-27T12:00:00Z", "UTC", "2026-11-28", "2026-11-21"],
    ["a minute before it leaves", "2026-11-28T07:59:00Z", "UTC", "2026-11-28", "2026-11-21"],
    ["at the minute", "2026-11-28T08:00:00Z", "UTC", "2026-12-05", "2026-11-28"],
    ["on a Sunday", "2026-11-29T00:00:00Z", "UTC", "2026-12-05", "2026-11-28"],
    ["already Saturday in the east", "2026-11-27T23:30:00Z", "Asia/Tokyo", "2026-12-05", "2026-11-28"],
    ["still Friday in the west", "2026-11-28T03:00:00Z", "America/New_York", "2026-11-28", "2026-11-21"],
  ])("%s has this next and last Saturday", (_name, now, zone, next, last) => {
    expect([nextDigest(at(now), zone), lastDigest(at(now), zone)]).toEqual([next, last]);
  });

  it("covers seven days at the site, also when the clocks change", () => {
    expect(digestWeek("2026-11-07", "America/New_York")).toEqual({
      since: at("2026-10-31T12:00:00Z"),
      until: at("2026-11-07T13:00:00Z"),
    });
    expect(digestTime("2026-03-28", "Europe/London")).toEqual(at("2026-03-28T08:00:00Z"));
  });

  it("has an id that names its Saturday, and no other id does", () => {
    const id = recordOfWeek("2026-11-28");
    expect([isUuid(id), weekOfRecord(id)]).toEqual([true, "2026-11-28"]);
    for (const other of [
      recordOfWeek("2026-11-27"),
      recordOfWeek("2026-13-45"),
      "00000000-0000-4000-8000-000000000000",
      "8b1f7e4e-4c2a-4d5e-9f60-0123456789ab",
    ])
      expect(weekOfRecord(other)).toBeUndefined();
  });
});
