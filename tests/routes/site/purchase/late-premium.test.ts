import { ageOpenOrders, agePeriods, memberId, PRIVATE_ID } from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { expect, it } from "vitest";
import { app, buy, currentAccess, openShop, paypal, refund } from "./shop";

openShop();

/** Pays Premium, whose money stays pending until Private is bought. On completion it extends Private. */
async function premiumWithinPrivate() {
  paypal.captureStatus("PENDING");
  const premium = await buy();
  paypal.captureStatus("COMPLETED");
  const privately = await buy(PRIVATE_ID);
  expect(await currentAccess()).toEqual({ subscription: "Private", days: 30 });
  await ageOpenOrders(app, 3);
  await waitUntil(async () => (await currentAccess()).days === 60);
  return { premium, privately };
}

/** Moves time until the Premium days have begun and those of Private are over. */
async function monthsLater(): Promise<void> {
  await agePeriods(app, 40);
  await app.sql("update payments set payment_date = payment_date - interval '40 days'");
  await app.sql(
    "update members set subscription_expires_at = subscription_expires_at - interval '40 days' where id = ?",
    [await memberId(app, "basic")],
  );
}

const accesses = () =>
  app.sql(
    `select tier, access_tier, round(extract(epoch from access_from - now()) / 86400)::int as "from",
            round(extract(epoch from expires_at - now()) / 86400)::int as until
       from payments where refunded_at is null order by access_from`,
  );

it("a Premium payment that completes during Private extends Private, and is no finding", async () => {
  await premiumWithinPrivate();
  expect(await accesses()).toEqual([
    { tier: "Private", access_tier: null, from: 0, until: 30 },
    { tier: "Premium", access_tier: "Private", from: 30, until: 60 },
  ]);
  await monthsLater();
  const cookies = await app.cookiesOf("superadmin");
  const answer = await app.request("/admin/payments/access", { cookies });
  const page = await answer.text();
  expect([answer.status, page.includes("Money and access")]).toEqual([200, true]);
  expect(page).not.toContain("basic@demo.test");
});

it("its access taken by staff is restored as Private, and a refund ends it", async () => {
  const { premium } = await premiumWithinPrivate();
  const success = await app.request("/subscription/success", { cookies: await app.cookiesOf("basic") });
  expect(await success.text()).toContain("Access until");
  await monthsLater();
  await app.sql("update members set subscription = 'Basic', subscription_expires_at = null where id = ?", [
    await memberId(app, "basic"),
  ]);
  const [payment] = await app.sql<{ id: string }>("select id from payments where access_tier is not null");
  const body = { kind: "paid without access", subject: payment?.id ?? "", fix: "give" };
  const cookies = await app.cookiesOf("superadmin");
  const answer = await app.request("/admin/payments/access", { method: "POST", cookies, body });
  expect(answer.status).toBe(303);
  expect(await currentAccess()).toEqual({ subscription: "Private", days: 20 });
  await refund(premium);
  expect(await currentAccess()).toMatchObject({ days: 0 });
});

it("its refund removes only its own days", async () => {
  const { premium } = await premiumWithinPrivate();
  await refund(premium);
  expect(await currentAccess()).toEqual({ subscription: "Private", days: 30 });
});

it("refunding the Private payment turns its days back into Premium", async () => {
  const { premium, privately } = await premiumWithinPrivate();
  await refund(privately);
  expect(await currentAccess()).toEqual({ subscription: "Premium", days: 30 });
  expect(await accesses()).toEqual([{ tier: "Premium", access_tier: null, from: 0, until: 30 }]);
  await refund(premium);
  expect(await currentAccess()).toMatchObject({ days: 0 });
});
