import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { spec } from "tests/support/spec";
import { PASSWORD } from "tests/support/test-app";
import { describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import {
  addReferrer,
  type Browser,
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
import { app, paypal, refund } from "./shop";

openReferralShop();

const REFERRER = "ada.wex@gmail.com";
const FRIEND = "friend@example.com";

/** A friend follows the link, signs in with their own browser and buys. */
async function befriend(
  code: string,
  email: string,
  payer?: string,
  browser = newBrowser(),
): Promise<Browser> {
  await join(browser, code, email);
  await signIn(browser, email);
  await buy(browser, payer);
  return browser;
}

const REFUSED = { state: "refused", payment_id: null };

/** Neither member has more days than bought, nobody gets a reward email, and staff see the reason. */
async function expectRefused(
  friend: string,
  refusal: string,
  reason: string,
  referrer = REFERRER,
): Promise<void> {
  expect(await referralOf(friend)).toMatchObject({ ...REFUSED, refusal });
  expect(await daysOf(friend)).toBe(30);
  expect(await mailsTo(referrer, /30 days/)).toEqual([]);
  const staff = await app.cookiesOf("admin");
  const page = await pageOf(`/admin/manage-users/${await memberIdOf(referrer)}`, staff);
  expect(page).toContain("Subscribed, no reward");
  expect(page).toContain(reason);
  const ofFriend = await pageOf(`/admin/manage-users/${await memberIdOf(friend)}`, staff);
  expect(ofFriend).toContain(`Reward refused: ${reason}.`);
}

const REASONS = {
  mailbox: "Same mailbox as the referrer or another referred friend",
  browser: "Registered in a browser where the referrer was signed in",
  device: "Uses the same browser as the referrer or another referred friend",
  payer: "Paid from the same PayPal account as the referrer or another referred friend",
};

describe("an invited friend who is another person", () => {
  it("earns days for both with their own PayPal account", spec("4 referral s month referrer"), async () => {
    const code = await addReferrer(REFERRER);
    const own = newBrowser();
    await signIn(own, REFERRER);
    await buy(own, "PAYER-A");
    await befriend(code, FRIEND, "PAYER-B");
    expect(await referralOf(FRIEND)).toMatchObject({ state: "rewarded", refusal: null });
    expect([await daysOf(FRIEND), await daysOf(REFERRER)]).toEqual([60, 60]);
    await befriend(code, "another@example.com", "PAYER-C");
    expect([await daysOf("another@example.com"), await daysOf(REFERRER)]).toEqual([60, 90]);
  });

  it("earns the reward even if both use the API from one network", async () => {
    const code = await addReferrer(REFERRER);
    const json = (email: string) => ({ method: "POST", json: { email, password: PASSWORD } });
    expect((await app.request("/api/auth/user/login", json(REFERRER))).status).toBe(200);
    const browser = newBrowser();
    await join(browser, code, FRIEND);
    expect((await app.request("/api/auth/user/login", json(FRIEND))).status).toBe(200);
    await signIn(browser, FRIEND);
    await buy(browser);
    expect(await referralOf(FRIEND)).toMatchObject({ state: "rewarded" });
  });

  it("earns the reward if the provider names no payer, or in another form", async () => {
    const code = await addReferrer(REFERRER);
    for (const [nth, payer] of [
      {},
      null,
      "PAYER",
      { payer_id: 7 },
      { payer_id: "" },
      { payer_id: "x".repeat(200) },
    ].entries()) {
      for (const call of ["order", "capture"] as const)
        paypal.stubReply(call, (honest) => ({ body: { ...honest, payer, payment_source: payer } }));
      const email = `unnamed-${nth}@example.com`;
      await befriend(code, email);
      expect(await referralOf(email)).toMatchObject({ state: "rewarded" });
    }
    expect(await app.sql("select 1 from payments where payer_id is not null")).toEqual([]);
    const named = { paypal: { account_id: "PAYER-S" } };
    for (const call of ["order", "capture"] as const)
      paypal.stubReply(call, (honest) => ({ body: { ...honest, payment_source: named } }));
    await befriend(code, "by-source@example.com");
    expect(await app.sql("select payer_id from payments where payer_id is not null")).toEqual([
      { payer_id: "PAYER-S" },
    ]);
  });
});

describe("a referral of oneself", () => {
  it("is refused for aliases in the referrer's own browser", async () => {
    const code = await addReferrer("me@gmail.com");
    const own = newBrowser();
    await signIn(own, "me@gmail.com");
    for (const alias of ["me+f1@gmail.com", "m.e+f2@googlemail.com"]) {
      await befriend(code, alias, undefined, own);
      expect(await referralOf(alias)).toMatchObject(REFUSED);
      expect([await daysOf(alias), await daysOf("me@gmail.com")]).toEqual([30, 0]);
    }
  });

  it.each([
    [REFERRER, "adawex+f1@gmail.com"],
    ["ada-one@yahoo.com", "ada-two@yahoo.com"],
    ["ada@outlook.com", "ada+x@outlook.com"],
  ])("is refused for another address of the same mailbox: %s and %s", async (referrer, alias) => {
    const code = await addReferrer(referrer);
    const browser = newBrowser();
    await join(browser, code, alias);
    await signIn(browser, alias);
    // The page does not promise days that the member would not get.
    const offer = await (await browser.ask("/subscription")).text();
    expect(offer).not.toContain("from your referral");
    await buy(browser);
    await expectRefused(alias, "mailbox", REASONS.mailbox, referrer);
    expect(await daysOf(referrer)).toBe(0);
  });

  it("is refused for an alias of a former address", async () => {
    const code = await addReferrer("new.address@example.com");
    await app.sql("insert into former_addresses (member_id, email) values (?, ?)", [
      await memberIdOf("new.address@example.com"),
      "ada.wex+old@gmail.com",
    ]);
    await befriend(code, "adawex@gmail.com");
    await expectRefused("adawex@gmail.com", "mailbox", REASONS.mailbox, "new.address@example.com");
  });

  it("is refused for a registration in the browser where the referrer is signed in", async () => {
    const code = await addReferrer(REFERRER);
    const own = newBrowser();
    await signIn(own, REFERRER);
    await join(own, code, FRIEND);
    const elsewhere = newBrowser();
    await signIn(elsewhere, FRIEND);
    await buy(elsewhere);
    await expectRefused(FRIEND, "browser", REASONS.browser);
  });

  it("is marked for a registration over the API with the referrer's session", async () => {
    const code = await addReferrer(REFERRER);
    const signedIn = await app.request("/login", {
      method: "POST",
      body: { email: REFERRER, password: PASSWORD },
    });
    const session = signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith("openbell_member="));
    const answer = await app.request("/api/auth/user/register", {
      method: "POST",
      cookies: `${session?.split(";")[0]}; openbell_ref=${code}`,
      json: { firstname: "R Friend", lastname: "Tester", email: FRIEND, password: PASSWORD },
    });
    expect(answer.status).toBe(201);
    expect(await referralOf(FRIEND)).toMatchObject({ state: "joined", referrers_browser: true });
  });

  it("is refused for a registration in the browser where the referrer was signed in before", async () => {
    const code = await addReferrer(REFERRER);
    const own = newBrowser();
    await signIn(own, REFERRER);
    await own.ask("/logout", {});
    expect((await own.ask("/dashboard")).status).toBe(302);
    await join(own, code, FRIEND);
    const elsewhere = newBrowser();
    await signIn(elsewhere, FRIEND);
    await buy(elsewhere);
    await expectRefused(FRIEND, "browser", REASONS.browser);
  });

  it("is refused for a sign-in with the referrer's browser", async () => {
    const code = await addReferrer(REFERRER);
    const own = newBrowser();
    await signIn(own, REFERRER);
    await join(newBrowser(), code, FRIEND);
    await signIn(own, FRIEND);
    await buy(own);
    await expectRefused(FRIEND, "device", REASONS.device);
  });

  it("is refused for a payment from the referrer's PayPal account", async () => {
    const code = await addReferrer(REFERRER);
    const own = newBrowser();
    await signIn(own, REFERRER);
    await buy(own, "PAYER-A");
    await befriend(code, FRIEND, "PAYER-A");
    await expectRefused(FRIEND, "payer", REASONS.payer);
    expect(await daysOf(REFERRER)).toBe(30);
  });

  it.each([
    ["mailbox", ["one.friend@gmail.com", "onefriend+2@gmail.com"], [undefined, undefined], false],
    ["payer", ["one@example.com", "two@example.com"], ["PAYER-F", "PAYER-F"], false],
    ["device", ["one@example.com", "two@example.com"], [undefined, undefined], true],
  ] as const)("is refused for a second friend with the same %s", async (refusal, emails, payers, shared) => {
    const code = await addReferrer(REFERRER);
    const browser = await befriend(code, emails[0], payers[0]);
    expect(await referralOf(emails[0])).toMatchObject({ state: "rewarded" });
    const other = newBrowser();
    await join(other, code, emails[1]);
    const signsIn = shared ? browser : other;
    await signIn(signsIn, emails[1]);
    await buy(signsIn, payers[1]);
    expect(await referralOf(emails[1])).toMatchObject({ ...REFUSED, refusal });
    expect([await daysOf(emails[1]), await daysOf(REFERRER)]).toEqual([30, 30]);
  });
});

describe("a refused reward", () => {
  it("is final, and a refund takes nothing more away", async () => {
    const code = await addReferrer(REFERRER);
    const browser = newBrowser();
    await join(browser, code, "adawex@gmail.com");
    await signIn(browser, "adawex@gmail.com");
    const first = await buy(browser);
    await buy(browser);
    expect([await daysOf("adawex@gmail.com"), await daysOf(REFERRER)]).toEqual([60, 0]);
    await refund(first);
    expect(await referralOf("adawex@gmail.com")).toMatchObject({ ...REFUSED, refusal: "mailbox" });
    expect([await daysOf("adawex@gmail.com"), await daysOf(REFERRER)]).toEqual([30, 0]);
  });

  it("appears to the referrer without its reason, and in both members' data exports", async () => {
    const code = await addReferrer(REFERRER);
    const friend = await befriend(code, "adawex@gmail.com", "PAYER-Z");
    const own = newBrowser();
    await signIn(own, REFERRER);
    const page = (await (await own.ask("/dashboard/referrals")).text()).replaceAll("<!-- -->", "");
    expect(page).toContain("Subscribed, no reward");
    expect(page).toContain("0 days earned");
    expect(page).not.toContain("mailbox");
    for (const browser of [own, friend]) {
      const file = JSON.parse(await (await browser.ask("/dashboard/export.json")).text());
      expect(file.referrals).toMatchObject([{ state: "refused", refusal: "mailbox" }]);
    }
    const file = JSON.parse(await (await friend.ask("/dashboard/export.json")).text());
    expect(file.payments).toMatchObject([{ payerId: "PAYER-Z" }]);
  });
});

it("deleting a member removes the payer id, but keeps the payment", async () => {
  const code = await addReferrer(REFERRER);
  await befriend(code, FRIEND, "PAYER-G");
  const id = await memberIdOf(FRIEND);
  await app.sql("update members set deletion_requested_at = now() - interval '31 days' where id = ?", [id]);
  expect(await deleteDueMembers()).toBe(1);
  expect(await app.sql("select status, payer_id from payments where member_id = ?", [id])).toEqual([
    { status: "COMPLETED", payer_id: null },
  ]);
  await app.sql("update members set firstname = 'R Gone', lastname = 'Tester' where id = ?", [id]);
});

describe("an address registered in two browsers", () => {
  const referrersBrowserAfter = async (opens: "own" | "theirs") => {
    const code = await addReferrer(REFERRER);
    const theirs = newBrowser();
    await signIn(theirs, REFERRER);
    const own = newBrowser();
    for (const browser of [theirs, own]) {
      await browser.ask(`/?ref=${code}`);
      await browser.register(FRIEND);
    }
    const token = tokenIn(await waitForMail(FRIEND, /Verify your email/));
    await (opens === "own" ? own : theirs).open(token);
    return (await referralOf(FRIEND))?.referrers_browser;
  };

  it("counts for the browser whose link was opened", async () => {
    expect(await referrersBrowserAfter("own")).toBe(false);
  });

  it("counts for the referrer's browser if that one's link was opened", async () => {
    expect(await referrersBrowserAfter("theirs")).toBe(true);
  });
});
