import { expect, it } from "vitest";
import { passedText } from "~/admin-kit/publish-time.server";

const MINUTE = new Date("2026-11-28T10:20:00Z");
const after = (seconds: number) => MINUTE.getTime() + seconds * 1_000;

it("the current minute is not over", () => {
  expect(passedText(MINUTE, after(0))).toBe("is the current minute");
  expect(passedText(MINUTE, after(59))).toBe("is the current minute");
  expect(passedText(MINUTE, after(60))).toBe("is in the past");
});
