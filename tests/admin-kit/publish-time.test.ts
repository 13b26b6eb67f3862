import { describe, expect, it } from "vitest";
import { passedText, plannedMinute } from "~/admin-kit/publish-time.server";

const MINUTE = new Date("2026-11-28T10:20:00Z");
const after = (seconds: number) => MINUTE.getTime() + seconds * 1_000;

it("the current minute is not over", () => {
  expect(passedText(MINUTE, after(0))).toBe("is the current minute");
  expect(passedText(MINUTE, after(59))).toBe("is the current minute");
  expect(passedText(MINUTE, after(60))).toBe("is in the past");
});

describe("the minute that is filled in for a planned day", () => {
  const NOW = new Date("2026-07-16T13:40:00Z");
  it.each([
    ["2026-07-17", "Europe/Berlin", "2026-07-17T07:00:00.000Z"],
    ["2026-07-16", "UTC", "2026-07-16T14:00:00.000Z"],
    ["2026-07-16", "America/Los_Angeles", "2026-07-16T16:00:00.000Z"],
    ["2026-07-16", "Pacific/Kiritimati", ""],
    ["2026-07-15", "UTC", ""],
    ["2026-02-30", "UTC", ""],
    ["soon", "UTC", ""],
  ])("of %s in %s is %j", (day, zone, minute) => expect(plannedMinute(day, zone, NOW)).toBe(minute));

  it("is the day's last minute after its last full hour", () => {
    const at = (time: string) => plannedMinute("2026-07-16", "UTC", new Date(`2026-07-16T${time}Z`));
    expect(at("23:30:00")).toBe("2026-07-16T23:59:00.000Z");
    expect(at("23:59:10")).toBe("");
  });

  it("is a full hour of zones that are half an hour apart", () =>
    expect(plannedMinute("2026-07-16", "Asia/Kolkata", new Date("2026-07-16T08:40:00Z"))).toBe(
      "2026-07-16T09:30:00.000Z",
    ));
});
