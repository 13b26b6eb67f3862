import fc from "fast-check";
import { expect, test } from "vitest";
import { readReferralCode, stripReferral } from "~/features/entitlements/referral-cookie";
import { type Entitlement, withoutReward, withReward } from "~/features/entitlements/referrals.rules";

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

test("an address loses its code and nothing else", () => {
  expect(stripReferral("/news?category=Tech&ref=ABCD-1&page=2")).toEqual({
    url: "/news?category=Tech&page=2",
    code: "ABCD-1",
  });
  expect(stripReferral("/?ref=ABCD")).toEqual({ url: "/", code: "ABCD" });
  for (const url of ["/", "/?preference=ABCD", "/?ref=", "/?ref=a%3Bb=c", "/news/ref=ABCD"]) {
    expect(stripReferral(url)).toBeUndefined();
  }
});

test("no header can come out of a code", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const found = stripReferral(`/?ref=${encodeURIComponent(text.toWellFormed())}`);
      expect(found === undefined || /^[\w-]{4,32}$/.test(found.code)).toBe(true);
    }),
  );
  expect(readReferralCode("a=b; openbell_ref=ABCD; c=d")).toBe("ABCD");
  expect(readReferralCode("openbell_ref=<x>")).toBeUndefined();
  expect(readReferralCode(null)).toBeUndefined();
});
