import { addCoupon, couponOrders } from "tests/support/coupons";
import type { PayPalCall, StubReply } from "tests/support/fake-paypal";
import { ageOpenOrders, billingState, memberId, notification, PREMIUM_ID } from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

beforeEach(() => addCoupon(app, { most_uses: 1 }));
afterEach(async () => {
  await app.sql(`begin; lock table orders, payments in exclusive mode;
    delete from payments; delete from orders; delete from coupons; commit`);
});

/** Chooses Premium with the coupon's only use, and approves the order. */
async function approvedOrder(): Promise<string> {
  const answer = await app.request("/subscription", {
    method: "POST",
    cookies: await app.cookiesOf("basic"),
    body: { packageId: PREMIUM_ID, coupon: "WELCOME20" },
  });
  const token = new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
  paypal.approve(token);
  return token;
}

const PAID = {
  ...{ status: "captured", amount: "23.20", discount: "5.80", coupon_held: true },
  last_error: null,
};

async function expectPaidOnce(taken: number): Promise<void> {
  await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
  expect(await billingState(app, "basic")).toMatchObject({ days: 30, payments: [{ status: "COMPLETED" }] });
  expect(await app.sql("select amount from payments")).toEqual([{ amount: "23.20" }]);
  expect(await couponOrders(app)).toMatchObject([PAID]);
  expect(paypal.captureCount() - taken).toBe(1);
}

const amount =
  (value: string): StubReply =>
  (order) => ({
    body: {
      ...order,
      purchase_units: (order.purchase_units as object[]).map((unit) => ({
        ...unit,
        amount: { currency_code: "USD", value },
      })),
    },
  });

const BREAKDOWNS: [string, PayPalCall, StubReply][] = [
  ["a server error when the order is asked about", "order", () => ({ status: 503, body: "down" })],
  ["a connection cut off after the money was taken", "capture", () => "hang up"],
  ["malformed JSON after the money was taken", "capture", () => ({ body: '{"id": ' })],
];

describe("the last use of a coupon", () => {
  it.each(BREAKDOWNS)(
    "is paid once after %s",
    spec("beyond coupons per cent amount"),
    async (_name, call, breakdown) => {
      const token = await approvedOrder();
      const taken = paypal.captureCount();
      paypal.stubReply(call, breakdown);
      await returnFromPayPal(token);
      expect(await couponOrders(app)).toMatchObject([
        { status: call === "order" ? "created" : "unknown", coupon_held: true },
      ]);
      paypal.stubReply(call);
      await ageOpenOrders(app, 3);
      await expectPaidOnce(taken);
    },
  );

  it("is released if PayPal reports the list price, before or after the capture", async () => {
    for (const call of ["order", "capture"] as const) {
      const token = await approvedOrder();
      paypal.stubReply(call, amount("29.00"));
      expect((await returnFromPayPal(token)).toast).toContain("Failed to finalize subscription");
      paypal.stubReply(call);
      expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
      expect((await couponOrders(app)).at(-1)).toMatchObject({ status: "failed", coupon_held: false });
    }
    // Neither order holds the use any longer.
    const taken = paypal.captureCount();
    const token = await approvedOrder();
    await returnFromPayPal(token);
    expect(paypal.captureCount() - taken).toBe(1);
    expect((await couponOrders(app)).at(-1)).toMatchObject(PAID);
  });

  it("is held by a pending payment, and used on completion", async () => {
    paypal.captureStatus("PENDING");
    const token = await approvedOrder();
    const taken = paypal.captureCount();
    expect((await returnFromPayPal(token)).toast).toContain("still checking");
    expect(await couponOrders(app)).toMatchObject([{ status: "pending", coupon_held: true }]);
    paypal.captureStatus("COMPLETED");
    await ageOpenOrders(app, 3);
    await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
    expect(paypal.captureCount() - taken).toBe(1);
    expect(await couponOrders(app)).toMatchObject([PAID]);
  });

  it("is released by a refund notification, which also ends the access", async () => {
    const token = await approvedOrder();
    await returnFromPayPal(token);
    const capture = paypal.captureOf(token);
    paypal.refund(capture);
    const response = await app.request(
      "/webhooks/paypal",
      notification({ id: "WH-1", event_type: "PAYMENT.CAPTURE.REFUNDED", resource: { id: capture } }),
    );
    expect(response.status).toBe(200);
    expect(await billingState(app, "basic")).toMatchObject({
      days: 0,
      payments: [{ refunded_at: expect.anything() }],
    });
    expect(await couponOrders(app)).toMatchObject([{ ...PAID, coupon_held: false }]);
  });

  it("is not used twice if the process crashed after the grant", async () => {
    const token = await approvedOrder();
    const taken = paypal.captureCount();
    await app.sql(`create function break_once() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$`);
    await app.sql(
      "create trigger break_once before insert on mails for each row execute function break_once()",
    );
    expect((await returnFromPayPal(token)).toast).toContain("you will not pay twice");
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
    await app.sql("drop trigger break_once on mails");
    await ageOpenOrders(app, 2);
    await expectPaidOnce(taken);
  });

  it("is captured once by a hundred concurrent requests", async () => {
    const token = await approvedOrder();
    const taken = paypal.captureCount();
    const headers = { Authorization: `Bearer ${await app.tokenOf("basic")}` };
    const userId = await memberId(app, "basic");
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const json = { orderId: token, userId, packageId: PREMIUM_ID };
        return (await app.request("/api/subscription/captureOrder", { method: "POST", headers, json }))
          .status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expectPaidOnce(taken);
  });
});
