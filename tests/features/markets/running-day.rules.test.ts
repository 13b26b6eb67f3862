import { expect, it } from "vitest";
import { runningDay } from "~/features/markets/running-day.rules";

it.each([
  ["2026-07-16T16:20:00Z", "UTC", "2026-07-16"],
  // New York trades on its 16th after the 17th has begun further east.
  ["2026-07-16T16:20:00Z", "Pacific/Kiritimati", "2026-07-16"],
  // The exchanges of the 16th have closed, but the site's 16th has not ended.
  ["2026-07-17T03:00:00Z", "America/New_York", "2026-07-16"],
  ["2026-07-17T00:00:00Z", "UTC", "2026-07-17"],
])("at %s in %s prices of %s may still change", (now, zone, day) => {
  expect(runningDay(new Date(now), zone)).toBe(day);
});
