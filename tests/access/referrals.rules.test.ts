import { expect, test } from "vitest";
import { daysText, REFERRAL_CODE, REFERRAL_COOKIE_DAYS, REFERRAL_DAYS } from "~/access/referrals.rules";

test("a reward gives both members thirty days, and the link's cookie lasts as long", () => {
  expect([REFERRAL_DAYS, REFERRAL_COOKIE_DAYS]).toEqual([30, 30]);
});

test("days of a payment are distinguished from days of a referral", () => {
  expect(daysText(30, 0)).toBe("30 days bought");
  expect(daysText(1, 1)).toBe("1 day bought + 1 day from your referral");
  expect(daysText(365, 30)).toBe("365 days bought + 30 days from your referral");
});

test("a referral code is 4 to 32 letters, digits and hyphens", () => {
  for (const code of ["ABCD", "a-1Z", "x".repeat(32)]) expect(REFERRAL_CODE.test(code), code).toBe(true);
  for (const code of ["", "ABC", "x".repeat(33), "AB CD", "ABCD!", "!ABCD", "AB_CD", "ABCD\n", "ÄBCD"]) {
    expect(REFERRAL_CODE.test(code), code).toBe(false);
  }
});
