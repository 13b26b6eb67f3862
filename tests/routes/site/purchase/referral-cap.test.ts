import { mailsTo } from "tests/support/mails";
import { expect, it } from "vitest";
import {
  addReferrer,
  buy,
  daysOf,
  join,
  memberIdOf,
  newBrowser,
  openReferralShop,
  pageOf,
  referralOf,
  signIn,
} from "./referral-shop";
import { app, refund } from "./shop";

openReferralShop({ REFERRAL_REWARDS_PER_YEAR: "1" });

const REFERRER = "popular@example.com";
const REASON = "The referrer has reached the yearly reward limit; only the friend received days";

async function befriend(code: string, email: string): Promise<string> {
  const browser = newBrowser();
  await join(browser, code, email);
  await signIn(browser, email);
  const offer = await (await browser.ask("/subscription")).text();
  expect(offer.replaceAll("<!-- -->", "")).toContain("30 days from your referral");
  return buy(browser);
}

it("the yearly limit stops the referrer's reward, but friends still get their days", async () => {
  const code = await addReferrer(REFERRER);
  await befriend(code, "first@example.com");
  const second = await befriend(code, "second@example.com");
  expect(await referralOf("second@example.com")).toMatchObject({ state: "rewarded", refusal: "cap" });
  expect([
    await daysOf("first@example.com"),
    await daysOf("second@example.com"),
    await daysOf(REFERRER),
  ]).toEqual([60, 60, 30]);
  expect(await mailsTo(REFERRER, /30 days/)).toHaveLength(1);
  const page = await pageOf(
    `/admin/manage-users/${await memberIdOf(REFERRER)}`,
    await app.cookiesOf("admin"),
  );
  expect(page).toContain("Subscribed, no reward");
  expect(page).toContain(REASON);
  expect(page).toContain("2 friends, 30 days earned");
  await refund(second);
  expect(await referralOf("second@example.com")).toMatchObject({ state: "reversed", refusal: "cap" });
  expect([await daysOf("second@example.com"), await daysOf(REFERRER)]).toEqual([0, 30]);
});

it("only rewards of the last twelve months that were not reversed count", async () => {
  const code = await addReferrer(REFERRER);
  const first = await befriend(code, "first@example.com");
  await refund(first);
  await befriend(code, "second@example.com");
  expect(await referralOf("second@example.com")).toMatchObject({ state: "rewarded", refusal: null });
  await app.sql("update referrals set rewarded_at = now() - interval '366 days' where state = 'rewarded'");
  await befriend(code, "third@example.com");
  expect(await referralOf("third@example.com")).toMatchObject({ state: "rewarded", refusal: null });
  await befriend(code, "fourth@example.com");
  expect(await referralOf("fourth@example.com")).toMatchObject({ state: "rewarded", refusal: "cap" });
});
