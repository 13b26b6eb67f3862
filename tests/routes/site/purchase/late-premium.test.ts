import { ageOpenOrders, agePeriods, memberId, PRIVATE_ID } from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { expect, it } from "vitest";
import { app, buy, held, openShop, paypal, refund } from "./shop";

openShop();

/** Premium is paid, and its money waits at PayPal until Private was bought, which it is then added to. */
async function premiumWithinPrivate() {
  paypal.captureStatus("PENDING");
  const premium = await buy();
  paypal.captureStatus("COMPLETED");
  const privately = await buy(PRIVATE_ID);
  expect(await held()).toEqual({ subscription: "Private", days: 30 });
  await ageOpenOrders(app, 3);
  await waitUntil(async () => (await held()).days === 60);
  return { premium, privately };
}

/** Its days have begun, and those of Private are over. */
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

it("money for Premium that comes when Private has begun is added to it, and is nobody's riddle", async () => {
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

it("what staff took of it is given back as Private, and goes with the money all the same", async () => {
  const { premium } = await premiumWithinPrivate();
  const success = await app.request("/subscription/success", { cookies: await app.cookiesOf("basic") });
  expect(await success.text()).toContain("Access until");
  await monthsLater();
  await app.sql("update members set subscription = 'Basic', subscription_expires_at = null where id = ?", [
    await memberId(app, "basic"),
  ]);
  const [payment] = await app.sql<{ id: string }>("select id from payments where access_tier is not null");
  const body = { kind: "paid without access", subject: payment?.id ?? "", mend: "give" };
  const cookies = await app.cookiesOf("superadmin");
  const answer = await app.request("/admin/payments/access", { method: "POST", cookies, body });
  expect(answer.status).toBe(303);
  expect(await held()).toEqual({ subscription: "Private", days: 20 });
  await refund(premium);
  expect(await held()).toMatchObject({ days: 0 });
});

it("its refund takes those days back, and no more", async () => {
  const { premium } = await premiumWithinPrivate();
  await refund(premium);
  expect(await held()).toEqual({ subscription: "Private", days: 30 });
});

it("they are Premium again where the Private that they came after is given back", async () => {
  const { premium, privately } = await premiumWithinPrivate();
  await refund(privately);
  expect(await held()).toEqual({ subscription: "Premium", days: 30 });
  expect(await accesses()).toEqual([{ tier: "Premium", access_tier: null, from: 0, until: 30 }]);
  await refund(premium);
  expect(await held()).toMatchObject({ days: 0 });
});
