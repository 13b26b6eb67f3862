import { expect, it } from "vitest";
import { type CompletedPayment, paidRuns } from "~/features/analytics/paid-access.rules";

const DAY_MS = 86_400_000;
const days = (count: number) => count * DAY_MS;

const payment = (paidAt: number, from: number, until: number, more: Partial<CompletedPayment> = {}) => ({
  ...{ id: String(paidAt), memberId: "m", packageName: "Premium", currency: "USD", cents: 2900n },
  ...{ tier: "Premium" as const, accessTier: "Premium" as const, isGift: false, lockedPage: null },
  ...{ paidAt: days(paidAt), accessFrom: days(from), accessUntil: days(until), refundedAt: null },
  ...more,
});

it("Private days bought by a Premium payment replace Premium days", () => {
  const year = payment(0, 0, 365);
  const privately = payment(2, 2, 32, { tier: "Private", accessTier: "Private", refundedAt: days(5) });
  const moved = payment(3, 5, 35, { accessTier: "Private" });
  expect(paidRuns([year, privately, moved])).toEqual([{ from: 0, until: days(35) }]);
  // Were it an access to Premium, the year would have come back when the money for Private went.
  expect(paidRuns([year, privately, { ...moved, accessTier: "Premium" }])).toEqual([
    { from: 0, until: days(365) },
  ]);
});
