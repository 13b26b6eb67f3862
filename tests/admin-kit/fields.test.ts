import { describe, expect, it } from "vitest";
import { flag, optionalWebAddress, webAddress } from "~/admin-kit/fields.server";
import { decimal, optionalDecimal, wholeNumber } from "~/admin-kit/number-fields.server";

const read = (
  field: { schema: { safeParse(value: unknown): { success: boolean; data?: unknown } } },
  value: unknown,
) => {
  const result = field.schema.safeParse(value);
  return result.success ? { data: result.data } : "refused";
};

const OBJECTS = [{}, [], { $ne: null }, { value: "1" }, true];

describe("figure", () => {
  const last = decimal("last", { label: "Last" });
  it("keeps exact decimals of a form's text and of a JSON number", () => {
    expect(read(last, "1,024.80")).toEqual({ data: "1024.80" });
    expect(read(last, 0.0000001)).toEqual({ data: "0.0000001" });
    expect(read(last, -3)).toEqual({ data: "-3" });
  });
  it("distinguishes missing from invalid", () => {
    const message = (value: unknown) => last.schema.safeParse(value).error?.issues[0]?.message;
    expect(message("")).toBe("Last is required");
    expect(message(undefined)).toBe("Last is required");
    expect(message("twelve")).toBe("Last must be a number");
    expect(message(Number.NaN)).toBe("Last must be a number");
  });
  it.each(OBJECTS)("rejects %j", (value) => expect(read(last, value)).toBe("refused"));
});

describe("optionalFigure", () => {
  const high = optionalDecimal("high", { label: "High" });
  it("returns null if empty", () => {
    for (const nothing of ["", "  ", null, undefined]) expect(read(high, nothing)).toEqual({ data: null });
  });
  it.each([...OBJECTS, "x"])("rejects %j", (value) => expect(read(high, value)).toBe("refused"));
});

describe("wholeNumber", () => {
  const position = wholeNumber("position", { label: "Position", min: 1, max: 10, initial: 1 });
  it.each([1, 10, "1", " 10 "])("accepts %j", (value) =>
    expect(read(position, value)).toEqual({ data: Number(value) }));
  it.each([...OBJECTS, 0, 11, -1, 1.5, "1.5", "", "ten", "1e1", null])("rejects %j", (value) =>
    expect(read(position, value)).toBe("refused"));
});

describe("flag", () => {
  const isFree = flag("isFree", { label: "Free", initial: false });
  it.each([true, "on", "true", "TRUE", "1"])("%j is true", (value) =>
    expect(read(isFree, value)).toEqual({ data: true }));
  it.each([false, "off", "false", "0", ""])("%j is false", (value) =>
    expect(read(isFree, value)).toEqual({ data: false }));
  it.each([{}, [], "maybe", 1, null])("rejects %j", (value) => expect(read(isFree, value)).toBe("refused"));
});

describe("web addresses", () => {
  const name = webAddress("name", { label: "Url" });
  const url = optionalWebAddress("url", { label: "Url" });
  it.each([
    "https://example.com",
    "http://example.com/a?b=c#d",
    "HTTPS://EXAMPLE.COM",
  ])("accept %j", (value) => {
    expect(read(name, ` ${value} `)).toEqual({ data: value });
    expect(read(url, value)).toEqual({ data: value });
  });
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//example.com",
    "/about",
    "example.com",
    "ftp://example.com",
    "https:example.com",
    "https://",
    "https:///x",
    "https://exa mple.com",
    " java\nscript:alert(1)",
    `https://example.com/${"a".repeat(2000)}`,
    "https://example.com/\0",
    7,
    {},
  ])("reject %j", (value) => {
    expect(read(name, value)).toBe("refused");
    expect(read(url, value)).toBe("refused");
  });
  it("may be required or optional", () => {
    expect(read(name, "")).toBe("refused");
    expect(read(url, "")).toEqual({ data: null });
  });
});
