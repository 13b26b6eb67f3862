import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { MemberPayment } from "~/features/billing/payments/member-payments.queries.server";
import { PaymentTable } from "~/features/billing/payments/payment-table";

const at = (day: string) => new Date(`${day}T12:00:00Z`);
const PAID: MemberPayment = {
  ...{
    id: "1",
    packageName: "Premium",
    tier: "Premium",
    amount: "29.00",
    currency: "USD",
    status: "COMPLETED",
  },
  ...{ paymentMethod: "PayPal", paidAt: at("2026-11-13"), accessFrom: at("2026-11-13") },
  ...{ refundedAt: null, refundedAmount: "0.00" },
  ...{ captureId: null, receiptNumber: 1, creditNoteNumber: null, giftTo: null },
  ...{ days: 30, bonusDays: 0, accessUntil: at("2026-12-13") },
  ...{ couponCode: null, discount: "0.00" },
};

/** The text of each cell, by its label. */
function cells(payment: Partial<MemberPayment>): Record<string, string> {
  const html = renderToStaticMarkup(<PaymentTable payments={[{ ...PAID, ...payment }]} zone="UTC" />);
  const found = html.matchAll(/<td data-label="([^"]*)"[^>]*>(.*?)<\/td>/g);
  const words = (text = "") =>
    text
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  return Object.fromEntries([...found].map(([, label = "", content]) => [label, words(content)]));
}

describe("a payment's row", () => {
  it("shows only the end of its access if there is no more to say", () => {
    expect(cells({})).toMatchObject({ Plan: "Premium", "Access until": "13 Dec 2026" });
  });

  it("shows the start if its days begin later", () => {
    const later = { accessFrom: at("2026-12-15"), accessUntil: at("2027-01-14") };
    expect(cells(later)["Access until"]).toBe("14 Jan 2027 from 15 Dec 2026");
  });

  it("shows the referral days that it includes", () => {
    expect(cells({ bonusDays: 30, accessUntil: at("2027-01-12") })["Access until"]).toBe(
      "12 Jan 2027 30 days from a referral",
    );
  });

  it("shows a gift's recipient in the plan column, not in the access column", () => {
    const gift = { accessFrom: null, accessUntil: null, days: null };
    expect(cells({ ...gift, giftTo: "cousin@demo.test" })).toMatchObject({
      Plan: "Premium, a gift for cousin@demo.test",
      "Access until": "– None: it was a gift",
    });
    expect(cells({ ...gift, giftTo: "" }).Plan).toBe("Premium, a gift");
  });
});
