import type { StubReply } from "tests/support/fake-paypal";
import {
  ageOpenOrders,
  billingState,
  choosePackage,
  memberId,
  resetPurchases,
} from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { describe, expect, it } from "vitest";
import { reconcileOrders } from "~/features/billing/reconciliation/reconcile.server";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

type Unit = { amount: Record<string, unknown> } & Record<string, unknown>;

/** Falsifies the one purchase unit. */
const changeUnit =
  (change: (honest: Unit) => Unit): StubReply =>
  (order) => ({
    body: { ...order, purchase_units: (order.purchase_units as Unit[]).map(change) },
  });

const WRONG_ORDERS: [string, StubReply][] = [
  ["another amount", changeUnit((one) => ({ ...one, amount: { currency_code: "USD", value: "0.29" } }))],
  ["another currency", changeUnit((one) => ({ ...one, amount: { currency_code: "JPY", value: "29.00" } }))],
  [
    "another order of ours",
    changeUnit((one) => ({ ...one, custom_id: "10000000-0000-4000-8000-00000000dead" })),
  ],
  ["another payee", changeUnit((one) => ({ ...one, payee: { merchant_id: "SOMEBODY" } }))],
  ["no payee", changeUnit(({ payee: _, ...one }) => one as Unit)],
  ["an order we did not ask about", (order) => ({ body: { ...order, id: "OTHER" } })],
  [
    "two things at once",
    (order) => ({ body: { ...order, purchase_units: [order.purchase_units, order.purchase_units].flat() } }),
  ],
];

const BROKEN_REPLIES: [string, StubReply][] = [
  ["malformed JSON", () => ({ body: '{"id": ' })],
  ["JSON of another shape", () => ({ body: { id: 7, status: ["COMPLETED"] } })],
  ["an empty answer", () => ({ body: "" })],
  ["a server error", () => ({ status: 503, body: "down" })],
  ["too many requests", () => ({ status: 429, body: {} })],
  ["a connection cut off", () => "hang up"],
  ["two megabytes", (order) => ({ body: { ...order, padding: "x".repeat(2 * 1024 * 1024) } })],
];

describe("a wrong answer from the provider grants nothing:", () => {
  it.each(WRONG_ORDERS)("%s, before the capture", async (_name, lie) => {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    paypal.stubReply("order", lie);
    const taken = paypal.captureCount();
    expect((await returnFromPayPal(token)).toast).toContain("Failed to finalize subscription");
    expect(paypal.captureCount()).toBe(taken);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
  });

  it.each(WRONG_ORDERS)("%s, in the capture's response", async (_name, lie) => {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    paypal.stubReply("capture", lie);
    expect((await returnFromPayPal(token)).toast).toContain("Failed to finalize subscription");
    expect(await billingState(app, "basic")).toMatchObject({
      subscription: "Basic",
      payments: [],
      orders: [{ status: "failed" }],
    });
  });

  it("a capture of another amount within a correct order", async () => {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    const small = { id: "C1", status: "COMPLETED", amount: { currency_code: "USD", value: "0.01" } };
    paypal.stubReply(
      "capture",
      changeUnit((one) => ({ ...one, payments: { captures: [small] } })),
    );
    await returnFromPayPal(token);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
  });

  it("a capture that has paid for another order", async () => {
    const first = await choosePackage(app, "basic");
    paypal.approve(first);
    await returnFromPayPal(first);
    const replayed = {
      id: paypal.captureOf(first),
      status: "COMPLETED",
      amount: { currency_code: "USD", value: "29.00" },
    };
    const second = await choosePackage(app, "basic");
    paypal.approve(second);
    paypal.stubReply(
      "capture",
      changeUnit((one) => ({ ...one, payments: { captures: [replayed] } })),
    );
    expect((await returnFromPayPal(second)).toast).toContain("Failed to finalize subscription");
    const now = await billingState(app, "basic");
    expect(now).toMatchObject({ days: 30, payments: [{ status: "COMPLETED" }] });
    expect(now.orders.map(({ status }) => status)).toEqual(["captured", "failed"]);
  });
});

describe("a provider failure charges once and grants in the end:", () => {
  it.each(BROKEN_REPLIES)("%s, when the order is queried", async (_name, breakdown) => {
    await expectPaidAfterwards("order", breakdown, reconcileOrders);
  });

  it.each(BROKEN_REPLIES)("%s, after the capture", async (_name, breakdown) => {
    await expectPaidAfterwards("capture", breakdown, reconcileOrders);
  });

  it("a response that never comes", async () => {
    await expectPaidAfterwards("capture", () => "hang");
  });

  /** @param check starts the next check of open orders; without it the server's own is awaited */
  async function expectPaidAfterwards(
    call: "order" | "capture",
    breakdown: StubReply,
    check?: () => Promise<void>,
  ) {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    const taken = paypal.captureCount();
    paypal.stubReply(call, breakdown);
    expect((await returnFromPayPal(token)).toast).toContain("Failed to finalize subscription");
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
    paypal.stubReply(call);
    await ageOpenOrders(app, 3);
    await check?.();
    await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
    expect(await billingState(app, "basic")).toMatchObject({ days: 30, payments: [{ status: "COMPLETED" }] });
    expect(paypal.captureCount() - taken).toBe(1);
  }
});

describe("an order whose payment cannot be stored", () => {
  it("blocks no other order, and is retried", async () => {
    await resetPurchases(app, "premium", "Premium", 20);
    const mine = await choosePackage(app, "basic");
    const others = await choosePackage(app, "premium");
    for (const order of [mine, others]) paypal.approve(order);
    const one = await memberId(app, "basic");
    await app.sql(`create function refuses() returns trigger language plpgsql as $$
      begin if new.member_id = '${one}' then raise 'full'; end if; return new; end $$;
      create trigger refuses before insert on payments for each row execute function refuses()`);
    await ageOpenOrders(app, 20);
    await app.sql("update orders set updated_at = updated_at - interval '1 minute' where member_id = ?", [
      one,
    ]);
    await reconcileOrders();
    expect(await billingState(app, "premium")).toMatchObject({ days: 50 });
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
    await app.sql("drop trigger refuses on payments");
    await ageOpenOrders(app, 20);
    await reconcileOrders();
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  });
});
