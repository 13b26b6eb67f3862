import { describe, expect, it } from "vitest";
import { nearestName } from "~/web/nearest-name";

const NAMES = ["price", "name", "last", "changePercent", "ChMargin52WksLow", "createdAt", "id"];

describe("the nearest name", () => {
  it.each([
    ["pric", "price"],
    ["prcie", "price"],
    ["PRICE", "price"],
    ["change_percent", "changePercent"],
    ["changePercnt", "changePercent"],
    ["chmargin52wkslow", "ChMargin52WksLow"],
    ["created-at", "createdAt"],
    ["nmae", "name"],
  ])("to %s is %s", (sent, meant) => expect(nearestName(sent, NAMES)).toBe(meant));

  it.each(["", "volume", "xyz", "__proto__", "x", "p".repeat(5_000)])("to %j is none", (sent) =>
    expect(nearestName(sent, NAMES)).toBeUndefined());

  it("prefers the first of two equally near ones", () => {
    expect(nearestName("cat", ["car", "cap"])).toBe("car");
  });
});
