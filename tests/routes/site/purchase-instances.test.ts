import { addCoupon } from "tests/support/coupons";
import { type FakePayPal, startFakePayPal } from "tests/support/fake-paypal";
import {
  ageOpenOrders,
  billingState,
  choosePackage,
  memberId,
  notification,
  offerPackages,
  PREMIUM_ID,
  PRIVATE_ID,
  resetPurchases,
} from "tests/support/purchases";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

let paypal: FakePayPal;
let app: TestApp;
let secondInstance: Instance;
beforeAll(async () => {
  paypal = await startFakePayPal();
  app = await startTestApp(paypal.env);
  await offerPackages(app);
  secondInstance = await startInstance(app.databaseUrl, paypal.env);
});
afterAll(async () => {
  await secondInstance.stop();
  await app.stop();
  await paypal.close();
});
beforeEach(() => resetPurchases(app, "basic"));
afterEach(() => {
  for (const call of ["order", "capture", "verify"] as const) paypal.stubReply(call);
});

const PAID_ONCE = {
  subscription: "Premium",
  days: 30,
  payments: [{ status: "COMPLETED", refunded_at: null }],
};

async function captureAt(base: string, orderId: string, token: string, userId: string): Promise<number> {
  const answer = await fetch(`${base}/api/subscription/captureOrder`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ orderId, userId, packageId: PREMIUM_ID }),
  });
  return answer.status;
}

async function approvedOrder() {
  const orderId = await choosePackage(app, "basic");
  paypal.approve(orderId);
  return { orderId, token: await app.tokenOf("basic"), userId: await memberId(app, "basic") };
}

it("100 parallel captures on two servers make one capture, one payment, one grant, one email", async () => {
  const { orderId, token, userId } = await approvedOrder();
  const before = { taken: paypal.captureCount(), calls: paypal.calls.capture };
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      captureAt(index % 2 ? app.url : secondInstance.url, orderId, token, userId),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(paypal.captureCount() - before.taken).toBe(1);
  expect(paypal.calls.capture - before.calls).toBe(1);
  const now = await billingState(app, "basic");
  expect(now).toMatchObject(PAID_ONCE);
  const mails = await app.sql("select 1 from mails where cause = ?", [`receipt:${now.payments[0]?.id}`]);
  expect(mails).toHaveLength(1);
});

it("20 parallel choices of one plan with one coupon on two servers return one order to all", async () => {
  await addCoupon(app, { code: "PARALLEL", most_uses: 5 });
  const [token, userId, created] = [
    await app.tokenOf("basic"),
    await memberId(app, "basic"),
    paypal.calls.create,
  ];
  const choose = async (base: string) => {
    const answer = await fetch(`${base}/api/subscription/upgrade`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ userId, packageId: PREMIUM_ID, coupon: "PARALLEL" }),
    });
    return [answer.status, ((await answer.json()) as { approvalUrl?: string }).approvalUrl];
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => choose(index % 2 ? app.url : secondInstance.url)),
  );
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(([, url]) => url)).size).toBe(1);
  expect((await billingState(app, "basic")).orders).toMatchObject([{ status: "created" }]);
  expect(paypal.calls.create - created).toBe(1);
});

it("two plans approved at once on two servers are one payment", async () => {
  const orders = [await choosePackage(app, "basic"), await choosePackage(app, "basic", PRIVATE_ID)];
  for (const order of orders) paypal.approve(order);
  const [token, userId, taken] = [
    await app.tokenOf("basic"),
    await memberId(app, "basic"),
    paypal.captureCount(),
  ];
  await Promise.all(
    orders.flatMap((order) =>
      [app.url, secondInstance.url].map((base) => captureAt(base, order, token, userId)),
    ),
  );
  expect(paypal.captureCount() - taken).toBe(1);
  expect((await billingState(app, "basic")).payments).toMatchObject([{ status: "COMPLETED" }]);
});

describe("a killed server", () => {
  it.each(["order", "capture"] as const)("during the %s request leaves nothing unfinished", async (call) => {
    const { orderId, token, userId } = await approvedOrder();
    const taken = paypal.captureCount();
    const requestsBefore = paypal.calls[call];
    const killed = await startInstance(app.databaseUrl, { ...paypal.env, PAYPAL_RECONCILE_SECONDS: "3600" });
    paypal.stubReply(call, () => "hang");
    const lost = captureAt(killed.url, orderId, token, userId).catch(() => 0);
    await waitUntil(async () => paypal.calls[call] > requestsBefore);
    killed.process.kill("SIGKILL");
    expect(await lost).toBe(0);
    expect((await billingState(app, "basic")).orders).toMatchObject([{ status: "capturing" }]);
    paypal.stubReply(call);
    await ageOpenOrders(app, 2);
    await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
    expect(await billingState(app, "basic")).toMatchObject(PAID_ONCE);
    expect(paypal.captureCount() - taken).toBe(1);
  });

  it("between the grant and the order's end has granted nothing", async () => {
    const { orderId, token, userId } = await approvedOrder();
    const taken = paypal.captureCount();
    // The last step of the transaction fails once, as if the process had ended there.
    await app.sql(`create function break_once() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$`);
    await app.sql(
      "create trigger break_once before insert on mails for each row execute function break_once()",
    );
    expect(await captureAt(app.url, orderId, token, userId)).toBe(500);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
    await app.sql("drop trigger break_once on mails");
    await ageOpenOrders(app, 2);
    await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
    expect(await billingState(app, "basic")).toMatchObject(PAID_ONCE);
    expect(paypal.captureCount() - taken).toBe(1);
  });
});

it("a page closed right after approval is granted by the reconcile job of one server", async () => {
  const taken = paypal.captureCount();
  await approvedOrder();
  await ageOpenOrders(app, 3);
  await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
  expect(await billingState(app, "basic")).toMatchObject(PAID_ONCE);
  expect(paypal.captureCount() - taken).toBe(1);
});

it("reconcile abandons orders that nobody approved", async () => {
  await choosePackage(app, "basic");
  await ageOpenOrders(app, 250);
  await waitUntil(async () => (await billingState(app, "basic")).orders[0]?.status === "cancelled");
  expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
});

describe("payment notifications", () => {
  const notify = (event: unknown, signature = "good") =>
    app.request("/webhooks/paypal", notification(event, signature));
  const approved = (id: string) => ({ id: "WH-1", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id } });
  const refunded = (captureId: string) => ({
    id: "WH-2",
    event_type: "PAYMENT.CAPTURE.REFUNDED",
    resource: {
      id: "REFUND1",
      links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
    },
  });

  it("grant when the page was closed, once, however often they arrive", async () => {
    const { orderId } = await approvedOrder();
    const answers = await Promise.all(Array.from({ length: 5 }, () => notify(approved(orderId))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await billingState(app, "basic")).toMatchObject(PAID_ONCE);
  });

  it("are refused and change nothing if forged, unsigned or malformed", async () => {
    const { orderId } = await approvedOrder();
    expect((await notify(approved(orderId), "forged")).status).toBe(403);
    expect((await notify("{nope")).status).toBe(400);
    expect((await notify([])).status).toBe(400);
    expect((await notify({ id: "WH-1", event_type: { $ne: 1 }, resource: {} })).status).toBe(400);
    const unsigned = await app.request("/webhooks/paypal", {
      method: "POST",
      body: JSON.stringify(approved(orderId)),
    });
    expect(unsigned.status).toBe(400);
    expect((await app.request("/webhooks/paypal")).status).toBe(405);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
  });

  it("are requested again when the provider cannot verify them", async () => {
    const { orderId } = await approvedOrder();
    paypal.stubReply("verify", () => ({ status: 500, body: "" }));
    expect((await notify(approved(orderId))).status).toBe(503);
    expect((await billingState(app, "basic")).payments).toEqual([]);
  });

  it("about unknown orders are accepted and ignored", async () => {
    expect((await notify(approved("UNKNOWN"))).status).toBe(200);
    expect((await notify(refunded("UNKNOWN"))).status).toBe(200);
    expect((await notify({ id: "WH-3", event_type: "CUSTOMER.DISPUTE.CREATED", resource: {} })).status).toBe(
      200,
    );
  });

  it("keep COMPLETED on a refund and end the access, once, and only if the provider confirms it", async () => {
    const { orderId } = await approvedOrder();
    await notify(approved(orderId));
    const captureId = paypal.captureOf(orderId);
    await notify(refunded(captureId));
    expect(await billingState(app, "basic")).toMatchObject(PAID_ONCE);
    paypal.refund(captureId);
    await Promise.all([notify(refunded(captureId)), notify(refunded(captureId))]);
    const now = await billingState(app, "basic");
    expect(now).toMatchObject({ days: 0, payments: [{ status: "COMPLETED" }] });
    expect(now.payments[0]?.refunded_at).not.toBeNull();
    const tier = await app.request("/api/user/profile", { cookies: await app.cookiesOf("basic") });
    expect(await tier.json()).toMatchObject({ user: { subscription: "Basic" } });
  });

  it("remove only that payment's days on a refund", async () => {
    for (const _ of ["first", "second"]) {
      const { orderId } = await approvedOrder();
      await notify(approved(orderId));
    }
    const [first] = await app.sql<{ provider_order_id: string }>(
      "select provider_order_id from orders order by created_at limit 1",
    );
    const captureId = paypal.captureOf(first?.provider_order_id ?? "");
    paypal.refund(captureId);
    await notify(refunded(captureId));
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
    const [second] = await app.sql<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from payments
        where refunded_at is null`,
    );
    expect(second?.days).toBe(30);
  });

  it("reward a referral with the first payment and revoke it with its refund", async () => {
    const friend = await memberId(app, "basic");
    await app.sql("insert into referrals (referrer_id, friend_id, days) values (?, ?, 30)", [
      await memberId(app, "lapsed"),
      friend,
    ]);
    const { orderId } = await approvedOrder();
    await notify(approved(orderId));
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 60 });
    expect(await billingState(app, "lapsed")).toMatchObject({ subscription: "Premium", days: 30 });
    const captureId = paypal.captureOf(orderId);
    paypal.refund(captureId);
    await notify(refunded(captureId));
    expect(await billingState(app, "basic")).toMatchObject({ days: 0 });
    expect(await billingState(app, "lapsed")).toMatchObject({ days: 0 });
    await app.sql("delete from referrals");
  });
});
