import fc from "fast-check";
import { expect, it } from "vitest";
import { DATE_BOUNDS, isWithinDateBounds } from "~/web/date-bounds";

const FIRST = new Date("1900-01-01T00:00:00.000Z");
const LAST = new Date("9999-12-31T23:59:59.999Z");

it("accepts every moment from 1900 to 9999 in UTC, and no other", () => {
  expect(isWithinDateBounds(FIRST)).toBe(true);
  expect(isWithinDateBounds(LAST)).toBe(true);
  expect(isWithinDateBounds(new Date(FIRST.getTime() - 1))).toBe(false);
  expect(isWithinDateBounds(new Date(LAST.getTime() + 1))).toBe(false);
  expect(isWithinDateBounds(new Date(Number.NaN))).toBe(false);
  fc.assert(
    fc.property(fc.date(), (moment) => {
      expect(isWithinDateBounds(moment)).toBe(moment >= FIRST && moment <= LAST);
    }),
  );
});

it("explains its bounds", () => {
  expect(DATE_BOUNDS).toBe("a moment from the year 1900 to the year 9999");
});
