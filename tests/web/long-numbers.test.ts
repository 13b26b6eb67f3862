import { describe, expect, it } from "vitest";
import { longNumbers } from "~/web/long-numbers";

const found = (json: string) => Object.fromEntries(longNumbers(json));

describe("JSON numbers that lose digits", () => {
  it.each([
    "0.1",
    "1.50",
    "-0",
    "0e5",
    "1E3",
    "1.5e-7",
    "100.14285714285714",
    "15.412372589111328",
    "1000000000000000000000",
    "0.00000129456789",
  ])("do not include %s", (number) => expect(found(`{"last": ${number}}`)).toEqual({}));

  it.each([
    "100.123456789012345678",
    "12345678901234567890",
    "1e400",
    "-0.1000000000000000001",
    "1e-400",
  ])("include %s", (number) => expect(found(`{"last":${number}}`)).toEqual({ last: number }));

  it("are listed by key, and not found inside strings", () => {
    const json = String.raw`{"a \" 1": "12345678901234567890", "zone": {"from" : 12345678901234567890}, "n": [1, 2]}`;
    expect(found(json)).toEqual({ from: "12345678901234567890" });
  });
});
