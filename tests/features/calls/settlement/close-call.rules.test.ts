import { describe, expect, it } from "vitest";
import { closeCallSchema } from "~/features/calls/settlement/close-call.rules";

const SENT = { on: "2026-07-16", price: "131.50", reason: "by hand", note: "Enough." };
const formResult = (values: object) => {
  const { success, error } = closeCallSchema.safeParse({ ...SENT, ...values });
  return success ? "taken" : error.issues[0]?.message;
};

describe("the form that closes a call", () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ on: " 2026-07-16 " }, {}],
    [{ price: " 131.50\n" }, {}],
    [{ price: "0.00000001" }, { price: "0.00000001" }],
    [{ price: "1.29E-05" }, { price: "0.0000129" }],
    [{ price: "999999999999.99999999" }, { price: "999999999999.99999999" }],
    [{ price: "1,131.50" }, { price: "1131.50" }],
    [{ price: "007" }, { price: "7" }],
    [{ reason: "delisted" }, { reason: "delisted" }],
    [{ note: ` ${"x".repeat(500)} ` }, { note: "x".repeat(500) }],
  ])("accepts %j", (values, read) =>
    expect(closeCallSchema.parse({ ...SENT, ...values })).toEqual({ ...SENT, ...read }));

  it.each([
    ...["", "0", "0.0", "-1", "x1", "1x", "١", undefined].map((price) => [price, " above 0"]),
    ["1,5", ": did you mean 1.5 or 15?"],
    ["1.500,25", ": did you mean 1500.25 or 150025?"],
    ["(1)", ": use a minus sign instead of parentheses"],
    ["1234567890123456", " below 1,000,000,000,000,000"],
    ["1e-30", " with at most 24 decimal places"],
    [`1.${"1".repeat(25)}`, " with at most 24 decimal places"],
  ])("rejects the price %j", (price, end) =>
    expect(formResult({ price })).toBe(`Price must be a number${end}`));

  it.each([
    "",
    "16.07.2026",
    "2026-7-16",
    "12026-07-16",
    "2026-07-160",
    "x2026-07-16",
    undefined,
  ])("rejects the day %j", (on) => expect(formResult({ on })).toBe("Day must be a date such as 2026-07-16"));

  it.each(["target", "stop", "period", "", undefined])("rejects the reason %j", (reason) =>
    expect(formResult({ reason })).toBe("Reason must be one of the choices"));

  it.each([
    ["", "Note is required"],
    ["  ", "Note is required"],
    [undefined, "Note is required"],
    ["x".repeat(501), "Note may have at most 500 characters"],
    ["a\0b", "Note contains characters that are not allowed"],
    ["half \ud83d", "Note contains characters that are not allowed"],
  ])("rejects the note %j", (note, message) => expect(formResult({ note })).toBe(message));
});
