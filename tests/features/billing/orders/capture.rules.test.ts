import { describe, expect, it } from "vitest";
import { captureState, mismatch } from "~/features/billing/orders/capture.rules";

describe("mismatch", () => {
  const agreed = { id: "a1", amount: "29.00", currency: "USD" };
  const seen = { customId: "a1", amount: "29.00", currency: "USD", merchantId: "M" };

  it("accepts the agreed order", () => {
    expect(mismatch(agreed, seen, "M")).toBeUndefined();
    expect(mismatch(agreed, { ...seen, amount: "29" })).toBeUndefined();
    expect(mismatch({ ...agreed, id: "A1" }, seen, "M")).toBeUndefined();
    expect(mismatch(agreed, { ...seen, customId: "A1" }, "M")).toBeUndefined();
    // Some answers do not name the payee.
    expect(mismatch(agreed, { ...seen, merchantId: undefined })).toBeUndefined();
  });

  it.each([
    [{ customId: "b2" }, "it belongs to another order"],
    [{ customId: undefined }, "it belongs to another order"],
    [{ customId: "b2", currency: "JPY", amount: "1" }, "it belongs to another order"],
    [{ currency: "JPY" }, "currency JPY instead of USD"],
    [{ currency: "usd" }, "currency usd instead of USD"],
    [{ currency: undefined }, "currency undefined instead of USD"],
    [{ amount: "2.90" }, "amount 2.90 instead of 29.00"],
    [{ amount: "29.01" }, "amount 29.01 instead of 29.00"],
    [{ amount: "" }, "amount  instead of 29.00"],
    [{ amount: "29,00" }, "amount 29,00 instead of 29.00"],
    [{ amount: "NaN" }, "amount NaN instead of 29.00"],
    [{ amount: undefined }, "amount undefined instead of 29.00"],
    [{ merchantId: "N" }, "another PayPal account was paid"],
    [{ merchantId: undefined }, "another PayPal account was paid"],
  ])("reports %j", (lie, why) => {
    expect(mismatch(agreed, { ...seen, ...lie }, "M")).toBe(why);
  });

  it("rejects an order whose agreed amount is no decimal", () => {
    for (const amount of ["", "29,00", "NaN"]) {
      expect(mismatch({ ...agreed, amount }, { ...seen, amount }, "M")).toBeTypeOf("string");
      expect(mismatch({ ...agreed, amount }, { ...seen, amount: undefined }, "M")).toBeTypeOf("string");
    }
  });
});

it("only known capture statuses count as paid", () => {
  const states = {
    paid: ["COMPLETED", "PARTIALLY_REFUNDED"],
    pending: ["PENDING"],
    declined: ["DECLINED", "DENIED", "FAILED"],
    refunded: ["REFUNDED", "REVERSED"],
    unknown: ["completed", "Completed", "APPROVED", "CREATED", "VOIDED", " COMPLETED", ""],
  };
  for (const [state, statuses] of Object.entries(states)) {
    for (const status of statuses) expect(captureState(status), status).toBe(state);
  }
});
