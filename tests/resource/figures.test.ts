import { describe, expect, it } from "vitest";
import { type Field, figure, optionalFigure } from "~/resource/fields.server";

const read = (field: Field, sent: unknown) => {
  const result = field.schema.safeParse(sent);
  return result.success ? { kept: result.data } : { refused: result.error.issues[0]?.message };
};

const price = optionalFigure("price", { label: "Price", atLeast: 0 });
const target = figure("target", { label: "Target" });

describe("a figure", () => {
  it.each([
    ["1,024.80", "1024.80"],
    [" 12 ", "12"],
    ["+3.5", "3.5"],
    [189.25, "189.25"],
    [100, "100"],
    [0.0000001, "0.0000001"],
    ["999999999999999", "999999999999999"],
    ["0.12345678", "0.12345678"],
    [0, "0"],
    ["", null],
    [null, null],
    [undefined, null],
  ])("reads %j as %j", (sent, kept) => expect(read(price, sent)).toEqual({ kept }));

  it.each(["\u221236.05", "-36.05"])("understands the minus of %j", (sent) =>
    expect(read(target, sent)).toEqual({ kept: "-36.05" }));

  it.each([
    "abc",
    "1e5",
    "12abc",
    "1.2.3",
    "--1",
    "NaN",
    "0x10",
    Number.NaN,
    1e300,
    true,
    {},
    { $ne: null },
    [1],
  ])("does not take %j for a number", (sent) =>
    expect(read(price, sent)).toEqual({ refused: "Price must be a number" }));

  it.each(["1234567890123456", 1e15, "0.123456789"])("has no room for %j", (sent) =>
    expect(read(price, sent)).toEqual({
      refused: "Price may have at most 15 digits, and 8 behind the point",
    }));

  it("keeps to its lower bound", () => {
    expect(read(price, "-0.01")).toEqual({ refused: "Price must not be below 0" });
    expect(read(target, "-0.01")).toEqual({ kept: "-0.01" });
  });

  it.each(["", "  ", null, undefined])("that is required misses %j", (sent) =>
    expect(read(target, sent)).toEqual({ refused: "Target is required" }));
});
