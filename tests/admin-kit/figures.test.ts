import { describe, expect, it } from "vitest";
import type { Field } from "~/admin-kit/fields.server";
import { decimal, optionalDecimal } from "~/admin-kit/number-fields.server";

const read = (field: Field, sent: unknown) => {
  const result = field.schema.safeParse(sent);
  return result.success ? { kept: result.data } : { refused: result.error.issues[0]?.message };
};

describe("a figure with a minimum", () => {
  const price = optionalDecimal("price", { label: "Price", min: 0 });
  const target = decimal("target", { label: "Target", min: 0 });

  it.each([price, target])("enforces it", (field) => {
    expect(read(field, "0")).toEqual({ kept: "0" });
    expect(read(field, "\u22120.01")).toEqual({ refused: `${field.label} must not be below 0` });
    expect(read(field, -1)).toEqual({ refused: `${field.label} must not be below 0` });
  });

  it("is still optional or required as declared", () => {
    expect(read(price, "")).toEqual({ kept: null });
    expect(read(target, "")).toEqual({ refused: "Target is required" });
  });

  it("has none by default", () => {
    expect(read(decimal("change", { label: "Change" }), "-5")).toEqual({ kept: "-5" });
  });
});
