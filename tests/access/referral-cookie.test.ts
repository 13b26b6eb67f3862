import fc from "fast-check";
import { anyText } from "tests/support/any-text";
import { expect, test } from "vitest";
import { readReferralCode, stripReferral } from "~/access/referral-cookie.server";

test("removing a referral code keeps the rest of the address", () => {
  expect(stripReferral("/news?category=Tech&ref=ABCD-1&page=2")).toEqual({
    url: "/news?category=Tech&page=2",
    code: "ABCD-1",
  });
  expect(stripReferral("/?ref=ABCD")).toEqual({ url: "/", code: "ABCD" });
  for (const url of ["/", "/?preference=ABCD", "/?ref=", "/?ref=a%3Bb=c", "/news/ref=ABCD"]) {
    expect(stripReferral(url)).toBeUndefined();
  }
});

test("a referral code cannot inject a header", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const found = stripReferral(`/?ref=${encodeURIComponent(text.toWellFormed())}`);
      expect(found === undefined || /^[\w-]{4,32}$/.test(found.code)).toBe(true);
    }),
  );
  expect(readReferralCode("a=b; openbell_ref=ABCD; c=d")).toBe("ABCD");
  expect(readReferralCode("openbell_ref=<x>")).toBeUndefined();
  expect(readReferralCode(null)).toBeUndefined();
});
