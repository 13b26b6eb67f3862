import { describe, expect, it } from "vitest";
import { closeCallSchema } from "~/features/calls/settlement/close-call.rules";

const SENT = { on: "2026-07-16", price: "131.50", reason: "by hand", note: "Enough." };
const saidOf = (values: object) => {
  const { success, error } = closeCallSchema.safeParse({ ...SENT, ...values });
  return success ? "taken" : error.issues[0]?.message;
};

describe("what closes a call", () => {
  it.each<[object, object]>([
    [{}, {}],
    [{ on: " 2026-07-16 " }, {}],
    [{ price: " 131.50\n" }, {}],
    [{ price: "0.00000001" }, { price: "0.00000001" }],
    [{ price: "999999999999.99999999" }, { price: "999999999999.99999999" }],
    [{ price: "007" }, { price: "007" }],
    [{ reason: "delisted" }, { reason: "delisted" }],
    [{ note: ` ${"x".repeat(500)} ` }, { note: "x".repeat(500) }],
  ])("is read of %j", (values, read) =>
    expect(closeCallSchema.parse({ ...SENT, ...values })).toEqual({ ...SENT, ...read }));

  it.each([
    ...["", "0", "0.0", "-1", "1e3", "1,5", ".5", "1.", "1234567890123", "1.123456789", "x1", "1x", "١"],
    undefined,
  ])("has a price above nought: not %j", (price) =>
    expect(saidOf({ price })).toBe("Price must be a number above 0, with at most 8 decimals"));

  it.each([
    "",
    "16.07.2026",
    "2026-7-16",
    "12026-07-16",
    "2026-07-160",
    "x2026-07-16",
    undefined,
  ])("has a day: not %j", (on) => expect(saidOf({ on })).toBe("Day must be one such as 2026-07-16"));

  it.each(["target", "stop", "period", "", undefined])("has a reason of staff: not %j", (reason) =>
    expect(saidOf({ reason })).toBe("Reason must be one of the choices"));

  it.each([
    ["", "Note is required"],
    ["  ", "Note is required"],
    [undefined, "Note is required"],
    ["x".repeat(501), "Note may have at most 500 characters"],
    ["a\0b", "Note contains characters that cannot be stored"],
    ["half \ud83d", "Note contains characters that cannot be stored"],
  ])("has a note: not %j", (note, said) => expect(saidOf({ note })).toBe(said));
});
