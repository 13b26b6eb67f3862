import { describe, expect, it } from "vitest";
import { changeText, countBefore, moneyBefore } from "~/features/analytics/definitions.rules";

describe("the note next to a figure", () => {
  it("shows the change if there is one and something to compare with", () => {
    expect(changeText(225, 200)).toBe("+12.5%");
    expect(changeText(150, 200)).toBe("−25.0%");
    expect(changeText(-50, 200)).toBe("−125.0%");
    expect(changeText(200, 200)).toBeUndefined();
    expect(changeText(200.05, 200)).toBeUndefined();
    expect(changeText(200, 0)).toBeUndefined();
    expect(changeText(200, -29)).toBeUndefined();
  });

  it("shows the figure of the previous range", () => {
    expect(countBefore(30, 1200)).toBe("1,200 in the previous 30 days");
    expect(countBefore("all", undefined)).toBeUndefined();
    expect(moneyBefore(7, { net: "58.00", netBefore: "29.00", currency: "USD" })).toBe(
      "$29.00 in the previous 7 days, +100.0%",
    );
    expect(moneyBefore(7, { net: "29.00", netBefore: "29.00", currency: "USD" })).toBe(
      "$29.00 in the previous 7 days",
    );
    expect(moneyBefore("all", { net: "29.00", currency: "USD" })).toBeUndefined();
  });
});
