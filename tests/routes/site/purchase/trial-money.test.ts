import { addCoupon } from "tests/support/coupons";
import { withFailingWrites } from "tests/support/database-failures";
import {
  billingState,
  choosePackage,
  memberId,
  PREMIUM_ID,
  PRIVATE_ID,
  resetPurchases,
} from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { beforeEach, describe, expect, it } from "vitest";
import { buyGift, claim } from "./gift-shop";
import { app, buy, currentAccess, paypal, refund, returnFromPayPal } from "./shop";
import { ageTrial, openTrialShop, pressTry, refusal, trials, words } from "./trial-shop";

openTrialShop({ PAYPAL_RECONCILE_SECONDS: "3600" });
beforeEach(() => app.sql("delete from coupons"));

describe("buying during a trial", () => {
  it(
    "is offered for the same plan, with days after the trial",
    spec("beyond bought claimed during trial"),
    async () => {
      await pressTry();
      await ageTrial(4);
      const page = await words("/subscription");
      expect(page).toMatch(
        /Your free trial runs until \|[^|]*\|\. If you buy today, the days are added after it: access until \|[^|]*\|\./,
      );
      expect(await words("/dashboard/subscription")).toContain("Add 30 days for $29");
      await buy();
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 40 });
      const [payment] = await app.sql<{ from: number; days: number }>(
        `select round(extract(epoch from access_from - now()) / 86400)::int as from,
              round(extract(epoch from expires_at - access_from) / 86400)::int as days from payments`,
      );
      expect(payment).toEqual({ from: 10, days: 30 });
      expect(await words("/dashboard/subscription")).not.toContain("Free trial");
      expect(await words("/subscription")).toContain("Current plan");
    },
  );

  it(
    "can be refunded, during or after the trial, without losing trial days",
    spec("beyond bought claimed during trial"),
    async () => {
      await pressTry();
      await refund(await buy());
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 14 });
      expect(await words("/dashboard/subscription")).toContain("Free trial. Access until");
      const later = await buy();
      await ageTrial(20);
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 24 });
      await refund(later);
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 0 });
    },
  );

  it(
    "starts Private at once, and a refund restores the trial",
    spec("beyond bought claimed during trial"),
    async () => {
      await pressTry();
      const order = await buy(PRIVATE_ID);
      expect(await currentAccess()).toEqual({ subscription: "Private", days: 30 });
      expect(await words("/dashboard/subscription")).not.toContain("Free trial");
      await refund(order);
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 14 });
    },
  );

  it("is refused for Premium while a trial of Private runs", async () => {
    await app.sql(`update packages set trial_days = 7 where id = '${PRIVATE_ID}'`);
    await pressTry({ packageId: PRIVATE_ID, trialDays: "7" });
    const body = { packageId: PREMIUM_ID };
    const answer = await app.request("/subscription", {
      method: "POST",
      cookies: await app.cookiesOf("basic"),
      body,
    });
    expect(answer.status).toBe(409);
    await buy(PRIVATE_ID);
    expect(await currentAccess()).toEqual({ subscription: "Private", days: 37 });
  });

  it(
    "accepts a first-purchase coupon, and earns the referral reward",
    spec("beyond bought claimed during trial"),
    async () => {
      await addCoupon(app, { first_purchase: true });
      const [basic, lapsed] = [await memberId(app, "basic"), await memberId(app, "lapsed")];
      await app.sql("insert into referrals (referrer_id, friend_id, days) values (?, ?, 30)", [
        lapsed,
        basic,
      ]);
      await pressTry();
      expect(await app.sql("select state from referrals")).toEqual([{ state: "joined" }]);
      const body = { packageId: PREMIUM_ID, coupon: "WELCOME20" };
      const cookies = await app.cookiesOf("basic");
      const chosen = await app.request("/subscription", { method: "POST", cookies, body });
      expect(chosen.status).toBe(303);
      const token = new URL(chosen.headers.get("Location") ?? "").searchParams.get("token") ?? "";
      paypal.approve(token);
      await returnFromPayPal(token);
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 74 });
      expect(await app.sql("select state from referrals")).toEqual([{ state: "rewarded" }]);
      expect(await app.sql("select amount from payments")).toEqual([{ amount: "23.20" }]);
    },
  );
});

describe("a trial and an order", () => {
  it("add up their days if the open order is paid later", async () => {
    const token = await choosePackage(app, "basic");
    expect((await pressTry()).status).toBe(303);
    paypal.approve(token);
    await returnFromPayPal(token);
    expect(await currentAccess()).toEqual({ subscription: "Premium", days: 44 });
  });

  it(
    "leave a Premium order uncaptured if the trial is of Private",
    spec("beyond bought claimed during trial"),
    async () => {
      await app.sql(`update packages set trial_days = 7 where id = '${PRIVATE_ID}'`);
      const token = await choosePackage(app, "basic");
      await pressTry({ packageId: PRIVATE_ID, trialDays: "7" });
      paypal.approve(token);
      await returnFromPayPal(token);
      expect(paypal.captureOf(token)).toBe("");
      expect(await billingState(app, "basic")).toMatchObject({
        ...{ subscription: "Private", days: 7, payments: [] },
        orders: [{ status: "failed" }],
      });
    },
  );

  it(
    "begin no trial while the payment is pending, and the page shows why",
    spec("beyond bought claimed during trial"),
    async () => {
      const token = await choosePackage(app, "basic");
      paypal.approve(token);
      paypal.captureStatus("PENDING");
      await returnFromPayPal(token);
      const refused = await refusal();
      expect(refused).toMatchObject({ status: 409 });
      expect(refused.said).toContain("Your payment is being processed, so no trial was started.");
      expect(await trials()).toEqual([]);
      expect(await words("/subscription")).not.toContain("Try it free");
    },
  );

  it(
    "give each its days once if both happen at the same time",
    spec("beyond bought claimed during trial"),
    async () => {
      for (let round = 0; round < 8; round += 1) {
        await resetPurchases(app, "basic");
        await app.sql("delete from trials");
        await app.sql("delete from trial_addresses");
        const token = await choosePackage(app, "basic");
        const cookies = await app.cookiesOf("basic");
        paypal.approve(token);
        const [, tried] = await Promise.all([returnFromPayPal(token), pressTry({}, { cookies })]);
        const begun = (await trials()).length;
        expect([303, 409]).toContain(tried.status);
        expect(begun).toBe(tried.status === 303 ? 1 : 0);
        expect(await currentAccess()).toEqual({ subscription: "Premium", days: 30 + 14 * begun });
      }
    },
  );

  it(
    "leave nothing if storing the trial fails, and the next click begins it",
    spec("beyond bought claimed during trial"),
    async () => {
      await withFailingWrites(app, "insert", "trial_addresses", async () => {
        expect(await refusal()).toMatchObject({
          status: 500,
          said: expect.stringContaining("The trial could not be started. Please try again."),
        });
      });
      expect(await trials()).toEqual([]);
      expect(await currentAccess()).toEqual({ subscription: "Basic", days: null });
      expect((await pressTry()).status).toBe(303);
    },
  );
});

describe("a gift and a trial", () => {
  it(
    "add up their days, and a refund of the gift leaves the trial",
    spec("beyond bought claimed during trial"),
    async () => {
      const { order, token } = await buyGift({}, "premium");
      await pressTry();
      expect((await claim(token, "basic")).status).toBe(303);
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 44 });
      await refund(order);
      expect(await currentAccess()).toEqual({ subscription: "Premium", days: 14 });
    },
  );

  it("allow the giver a trial, but not the claimant", async () => {
    const { token } = await buyGift({}, "basic");
    expect((await pressTry()).status).toBe(303);
    await resetPurchases(app, "lapsed");
    await claim(token, "lapsed");
    await app.sql(
      "update members set subscription = 'Basic', subscription_expires_at = null where email = 'lapsed@demo.test'",
    );
    expect((await refusal({}, "lapsed")).said).toContain(
      "Free trials are for members who have never had access.",
    );
  });
});
