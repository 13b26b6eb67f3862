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
import { claim, givenGift } from "./gift-shop";
import { app, buy, held, paypal, refund, returnFromPayPal } from "./shop";
import { ageTrial, openTrialShop, pressTry, refusal, trials, words } from "./trial-shop";

openTrialShop({ PAYPAL_RECONCILE_SECONDS: "3600" });
beforeEach(() => app.sql("delete from coupons"));

describe("buying during a trial", () => {
  it(
    "of the same plan is offered, and its days come after the trial's",
    spec("beyond bought claimed during trial"),
    async () => {
      await pressTry();
      await ageTrial(4);
      const page = await words("/subscription");
      expect(page).toMatch(
        /Your free trial runs until \|[^|]*\|\. Bought today, the days come after it: access until \|[^|]*\|\./,
      );
      expect(await words("/dashboard/subscription")).toContain("Add 30 days for $29");
      await buy();
      expect(await held()).toEqual({ subscription: "Premium", days: 40 });
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
    "and a refund, during it or after it, leave the trial its days",
    spec("beyond bought claimed during trial"),
    async () => {
      await pressTry();
      await refund(await buy());
      expect(await held()).toEqual({ subscription: "Premium", days: 14 });
      expect(await words("/dashboard/subscription")).toContain("Free trial. Access until");
      const later = await buy();
      await ageTrial(20);
      expect(await held()).toEqual({ subscription: "Premium", days: 24 });
      await refund(later);
      expect(await held()).toEqual({ subscription: "Premium", days: 0 });
    },
  );

  it(
    "Private begins at once in the trial's place; refunded, the trial goes on",
    spec("beyond bought claimed during trial"),
    async () => {
      await pressTry();
      const order = await buy(PRIVATE_ID);
      expect(await held()).toEqual({ subscription: "Private", days: 30 });
      expect(await words("/dashboard/subscription")).not.toContain("Free trial");
      await refund(order);
      expect(await held()).toEqual({ subscription: "Premium", days: 14 });
    },
  );

  it("Premium waits while a trial of Private runs, and nothing is paid", async () => {
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
    expect(await held()).toEqual({ subscription: "Private", days: 37 });
  });

  it(
    "a coupon for a first purchase is still good, and a first payment still earns the referral its days",
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
      expect(await held()).toEqual({ subscription: "Premium", days: 74 });
      expect(await app.sql("select state from referrals")).toEqual([{ state: "rewarded" }]);
      expect(await app.sql("select amount from payments")).toEqual([{ amount: "23.20" }]);
    },
  );
});

describe("a trial and an order", () => {
  it("that waits for its buyer: both are had, one after the other, and the days add up", async () => {
    const token = await choosePackage(app, "basic");
    expect((await pressTry()).status).toBe(303);
    paypal.approve(token);
    await returnFromPayPal(token);
    expect(await held()).toEqual({ subscription: "Premium", days: 44 });
  });

  it(
    "of Premium that waits while a trial of Private is begun is not captured: nobody pays",
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
    "whose money is on its way: no trial begins, and it says why",
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
    "captured at the same moment end as if one had come after the other: no day is lost, and none is given twice",
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
        expect(await held()).toEqual({ subscription: "Premium", days: 30 + 14 * begun });
      }
    },
  );

  it(
    "a break while a trial is begun leaves nothing of it, and the next click begins it",
    spec("beyond bought claimed during trial"),
    async () => {
      await withFailingWrites(app, "insert", "trial_addresses", async () => {
        expect(await refusal()).toMatchObject({
          status: 500,
          said: expect.stringContaining("The trial could not be started. Please try again."),
        });
      });
      expect(await trials()).toEqual([]);
      expect(await held()).toEqual({ subscription: "Basic", days: null });
      expect((await pressTry()).status).toBe(303);
    },
  );
});

describe("gifts and a trial", () => {
  it(
    "days of the same tier come after it, and a refund of the gift leaves it",
    spec("beyond bought claimed during trial"),
    async () => {
      const { order, token } = await givenGift({}, "premium");
      await pressTry();
      expect((await claim(token, "basic")).status).toBe(303);
      expect(await held()).toEqual({ subscription: "Premium", days: 44 });
      await refund(order);
      expect(await held()).toEqual({ subscription: "Premium", days: 14 });
    },
  );

  it("who gives one may try, and who claimed one may not", async () => {
    const { token } = await givenGift({}, "basic");
    expect((await pressTry()).status).toBe(303);
    await resetPurchases(app, "lapsed");
    await claim(token, "lapsed");
    await app.sql(
      "update members set subscription = 'Basic', subscription_expires_at = null where email = 'lapsed@demo.test'",
    );
    expect((await refusal({}, "lapsed")).said).toContain(
      "A free trial is for members who have never had access.",
    );
  });
});
