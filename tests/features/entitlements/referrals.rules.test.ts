import fc from "fast-check";
import { expect, test } from "vitest";
import type { Entitlement } from "~/features/entitlements/entitlement.rules";
import {
  daysText,
  REFERRAL_CODE,
  REFERRAL_COOKIE_DAYS,
  REFERRAL_DAYS,
  withoutReward,
  withReward,
} from "~/features/entitlements/referrals.rules";

const NOW = new Date("2026-07-16T12:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const premium = (days: number): Entitlement => ({ tier: "Premium", until: inDays(days) });

test("without a running membership a reward begins Premium now", () => {
  for (const held of [
    { tier: "Basic", until: null },
    premium(-1),
    { tier: "Private", until: NOW },
  ] as Entitlement[]) {
    expect(withReward(held, 30, NOW)).toEqual(premium(30));
  }
});

test("days are added to the tier that runs, Private included", () => {
  expect(withReward(premium(5), 30, NOW)).toEqual(premium(35));
  expect(withReward({ tier: "Private", until: inDays(5) }, 30, NOW)).toEqual({
    tier: "Private",
    until: inDays(35),
  });
});

test("a membership without an end is neither longer nor shorter for it", () => {
  const endless: Entitlement = { tier: "Private", until: null };
  expect(withReward(endless, 30, NOW)).toEqual(endless);
  expect(withoutReward(endless, 30, NOW)).toEqual(endless);
});

test("taking back ends no earlier than now and gives nothing to who holds nothing", () => {
  expect(withoutReward(premium(10), 30, NOW)).toEqual(premium(0));
  expect(withoutReward(premium(40), 30, NOW)).toEqual(premium(10));
  expect(withoutReward(premium(-3), 30, NOW)).toEqual(premium(-3));
  expect(withoutReward({ tier: "Basic", until: null }, 30, NOW)).toEqual({ tier: "Basic", until: null });
});

test("a reward taken back at once leaves what there was", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 366 }), (left, days) => {
      expect(withoutReward(withReward(premium(left), days, NOW), days, NOW)).toEqual(premium(left));
    }),
  );
});

test("what is over, or was never a paid tier, is not taken from either", () => {
  const over: Entitlement = { tier: "Private", until: NOW };
  expect(withoutReward(over, 30, NOW)).toBe(over);
  // Basic with an end is Basic: a row that staff switched back may still have one.
  expect(withReward({ tier: "Basic", until: inDays(5) }, 30, NOW)).toEqual(premium(30));
  expect(withoutReward({ tier: "Basic", until: inDays(40) }, 30, NOW)).toEqual({
    tier: "Basic",
    until: inDays(40),
  });
  expect(withReward({ tier: "Basic", until: null }, 30, NOW)).toEqual(premium(30));
  expect(withoutReward({ tier: "Private", until: inDays(31) }, 30, NOW)).toEqual({
    tier: "Private",
    until: inDays(1),
  });
});

test("a reward gives each of the two thirty days, and its link is remembered as long", () => {
  expect([REFERRAL_DAYS, REFERRAL_COOKIE_DAYS]).toEqual([30, 30]);
});

test("a payment's days are told apart from those of a referral", () => {
  expect(daysText(30, 0)).toBe("30 days bought");
  expect(daysText(1, 1)).toBe("1 day bought + 1 day from your referral");
  expect(daysText(365, 30)).toBe("365 days bought + 30 days from your referral");
});

test("a code is 4 to 32 letters, digits and hyphens", () => {
  for (const code of ["ABCD", "a-1Z", "x".repeat(32)]) expect(REFERRAL_CODE.test(code), code).toBe(true);
  for (const code of ["", "ABC", "x".repeat(33), "AB CD", "ABCD!", "!ABCD", "AB_CD", "ABCD\n", "ÄBCD"]) {
    expect(REFERRAL_CODE.test(code), code).toBe(false);
  }
});
