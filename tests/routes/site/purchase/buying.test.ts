import { refusal, type StubReply } from "tests/support/fake-paypal";
import {
  ageOpenOrders,
  billingState,
  choosePackage,
  memberId,
  PREMIUM_ID,
  PRIVATE_ID,
  resetPurchases,
} from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

async function api(path: string, body: Record<string, unknown>, person: "basic" | "premium" = "basic") {
  const headers = { Authorization: `Bearer ${await app.tokenOf(person)}` };
  return app.request(`/api/subscription/${path}`, { method: "POST", headers, json: body });
}

describe("choosing a plan", () => {
  it("stores the agreed terms before the redirect to the approval page", async () => {
    const token = await choosePackage(app, "basic");
    const [order] = await app.sql<Record<string, unknown>>(
      "select status, tier, amount, currency, days, package_id, provider_order_id from orders",
    );
    expect(order).toEqual({
      status: "created",
      tier: "Premium",
      amount: "29.00",
      currency: "USD",
      days: 30,
      package_id: PREMIUM_ID,
      provider_order_id: token,
    });
  });

  it("is refused for a package not on sale, and for Premium while Private runs", async () => {
    const cookies = await app.cookiesOf("basic");
    for (const packageId of ["nonsense", "20000000-0000-4000-8000-000000000009", ""]) {
      const answer = await app.request("/subscription", { method: "POST", cookies, body: { packageId } });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("Failed to initiate subscription");
    }
    const answer = await app.request("/subscription", {
      method: "POST",
      cookies: await app.cookiesOf("private"),
      body: { packageId: PREMIUM_ID },
    });
    expect(answer.status).toBe(409);
    expect(await app.sql("select 1 from orders")).toHaveLength(0);
  });

  it.each<[string, StubReply, string]>([
    ["a broken provider", () => ({ status: 500, body: "<html>" }), "Failed to initiate subscription"],
    ["malformed JSON", () => ({ body: "{nope" }), "Failed to initiate subscription"],
    ["an answer without an id", () => ({ body: { status: "CREATED" } }), "Failed to initiate subscription"],
    ["a connection cut off", () => "hang up", "Failed to initiate subscription"],
    ["no approval link", (order) => ({ body: { ...order, links: [] } }), "Failed to get PayPal approval URL"],
    [
      "an approval page of somebody else's",
      (order) => ({ body: { ...order, links: [{ rel: "approve", href: "https://evil.example/pay" }] } }),
      "Failed to get PayPal approval URL",
    ],
  ])(
    "shows the error and ends the order after %s",
    spec("8 failed initiate subscription failed"),
    async (_name, twist, text) => {
      paypal.stubReply("create", twist);
      const cookies = await app.cookiesOf("basic");
      const answer = await app.request("/subscription", {
        method: "POST",
        cookies,
        body: { packageId: PREMIUM_ID },
      });
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(await answer.text()).toContain(text);
      expect((await billingState(app, "basic")).orders.map(({ status }) => status)).toEqual(["failed"]);
    },
  );
});

describe("returning from the approval page", () => {
  it("shows the end of access and the receipt on the page of plans for half an hour", async () => {
    const plans = async () =>
      (await app.request("/subscription", { cookies: await app.cookiesOf("basic") })).text();
    expect(await plans()).not.toContain("has come in");
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    await returnFromPayPal(token);
    const [payment] = (await billingState(app, "basic")).payments;
    for (let loads = 0; loads < 2; loads += 1) {
      const page = await plans();
      expect(page).toContain("We have received your payment for Premium");
      expect(page).toMatch(/You have access until <time/);
      expect(page).toContain('href="/subscription/success">your certificate');
      expect(page).toContain(`href="/dashboard/receipts/${payment?.id}"`);
    }
    await app.sql("update payments set payment_date = now() - interval '31 minutes'");
    expect(await plans()).not.toContain("has come in");
  });

  it(
    "captures once, activates the membership, and clears the query string",
    spec("2.3 return token userid packageid", "4 member payment status"),
    async () => {
      const token = await choosePackage(app, "basic");
      paypal.approve(token);
      const taken = paypal.captureCount();
      const back = await returnFromPayPal(token);
      expect(back).toMatchObject({ status: 303, location: "/subscription" });
      expect(back.toast).toContain("Subscription activated!");
      await returnFromPayPal(token);
      const now = await billingState(app, "basic");
      expect(now).toMatchObject({ subscription: "Premium", days: 30 });
      expect(now.payments.map(({ status }) => status)).toEqual(["COMPLETED"]);
      expect(paypal.captureCount() - taken).toBe(1);
      const mails = await app.sql("select 1 from mails where cause = ?", [`receipt:${now.payments[0]?.id}`]);
      expect(mails).toHaveLength(1);
    },
  );

  it("adds days to the same tier, and replaces Premium by Private", async () => {
    await resetPurchases(app, "basic", "Premium", 10);
    for (const packageId of [PREMIUM_ID, PRIVATE_ID]) {
      const token = await choosePackage(app, "basic", packageId);
      paypal.approve(token);
      await returnFromPayPal(token);
      expect(await billingState(app, "basic")).toMatchObject(
        packageId === PREMIUM_ID
          ? { subscription: "Premium", days: 40 }
          : { subscription: "Private", days: 30 },
      );
    }
  });

  it("grants the agreed terms even if the package has changed", async () => {
    const token = await choosePackage(app, "basic");
    await app.sql("update packages set expires_in = 3000, tier = 'Private' where id = ?", [PREMIUM_ID]);
    paypal.approve(token);
    await returnFromPayPal(token);
    await app.sql("update packages set expires_in = 30, tier = 'Premium' where id = ?", [PREMIUM_ID]);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  });

  it("is refused for another member's userId, and finds no order of another member", async () => {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    expect((await returnFromPayPal(token, { as: "premium" })).status).toBe(403);
    const foreign = await returnFromPayPal(token, { as: "premium", userId: await memberId(app, "premium") });
    expect(foreign.toast).toContain("Failed to finalize subscription");
    const signedOut = await app.request(`/subscription?userId=x&token=${token}`);
    expect(signedOut.headers.get("Location")).toMatch(/^\/login\?next=%2Fsubscription%3F/);
    expect((await billingState(app, "basic")).payments).toEqual([]);
  });

  it("cancels the order with a message if the buyer cancelled", async () => {
    const token = await choosePackage(app, "basic");
    const back = await returnFromPayPal(token, { query: "&cancelled=1" });
    expect(back.location).toBe("/subscription");
    expect(back.toast).toContain("The purchase was cancelled.");
    expect((await billingState(app, "basic")).orders[0]?.status).toBe("cancelled");
  });

  it("captures nothing if the order was not approved", spec("8 failed finalize subscription"), async () => {
    const token = await choosePackage(app, "basic");
    const back = await returnFromPayPal(token);
    expect(back.toast).toContain("Failed to finalize subscription");
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
  });

  it("grants nothing while the payment is pending, and grants once on completion", async () => {
    paypal.captureStatus("PENDING");
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    expect((await returnFromPayPal(token)).toast).toContain("still checking");
    const waiting = await billingState(app, "basic");
    expect(waiting).toMatchObject({ subscription: "Basic" });
    expect(waiting.payments.map(({ status }) => status)).toEqual(["PENDING"]);
    paypal.captureStatus("COMPLETED");
    await ageOpenOrders(app, 3);
    await waitUntil(async () => (await billingState(app, "basic")).subscription === "Premium");
    expect((await billingState(app, "basic")).payments.map(({ status }) => status)).toEqual(["COMPLETED"]);
  });

  it("records a declined payment as FAILED", spec("4 member payment status"), async () => {
    paypal.stubReply("capture", refusal("INSTRUMENT_DECLINED"));
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    expect((await returnFromPayPal(token)).toast).toBe("Failed to finalize subscription");
    const now = await billingState(app, "basic");
    expect(now.orders).toEqual([{ status: "failed", last_error: "INSTRUMENT_DECLINED" }]);
    expect(now.payments.map(({ status }) => status)).toEqual(["FAILED"]);
  });
});

describe("the purchase API", () => {
  it(
    "returns the approval page, captures, and returns the updated member",
    spec("4 purchase select order redirect"),
    async () => {
      const userId = await memberId(app, "basic");
      const upgrade = await api("upgrade", { userId, packageId: PREMIUM_ID });
      const { approvalUrl } = (await upgrade.json()) as { approvalUrl: string };
      const orderId = new URL(approvalUrl).searchParams.get("token") ?? "";
      expect((await api("captureOrder", { orderId, userId, packageId: PREMIUM_ID })).status).toBe(409);
      paypal.approve(orderId);
      const captured = await api("captureOrder", { orderId, userId, packageId: PREMIUM_ID });
      expect(captured.status).toBe(200);
      expect(await captured.json()).toMatchObject({
        message: "Subscription activated!",
        user: { _id: userId, subscription: "Premium" },
      });
    },
  );

  it("refuses purchases for another member", async () => {
    const orderId = await choosePackage(app, "basic");
    paypal.approve(orderId);
    const userId = await memberId(app, "basic");
    const own = await memberId(app, "premium");
    expect((await api("upgrade", { userId, packageId: PREMIUM_ID }, "premium")).status).toBe(403);
    expect((await api("captureOrder", { orderId, userId, packageId: PREMIUM_ID }, "premium")).status).toBe(
      403,
    );
    const foreign = await api("captureOrder", { orderId, userId: own, packageId: PREMIUM_ID }, "premium");
    expect(foreign.status).toBe(404);
    expect(await foreign.json()).toEqual({ message: "Failed to finalize subscription" });
    expect((await billingState(app, "basic")).payments).toEqual([]);
  });

  it.each([{ $ne: null }, ["a"], 7, null, "", "x".repeat(200)])("rejects %j as an id", async (odd) => {
    const userId = await memberId(app, "basic");
    expect((await api("upgrade", { userId: odd, packageId: PREMIUM_ID })).status).toBe(422);
    expect((await api("captureOrder", { orderId: odd, userId, packageId: PREMIUM_ID })).status).toBe(422);
  });

  it("lists all payments for the superadmin only", async () => {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    await returnFromPayPal(token);
    const ask = async (person: "admin" | "superadmin" | "basic" | "visitor") =>
      app.request("/api/subscription/payments", { method: "POST", cookies: await app.cookiesOf(person) });
    expect((await ask("visitor")).status).toBe(401);
    expect((await ask("basic")).status).toBe(403);
    expect((await ask("admin")).status).toBe(403);
    const answer = (await (await ask("superadmin")).json()) as { payments: unknown[]; totalAmount: number };
    expect(answer.totalAmount).toBe(29);
    expect(answer.payments).toMatchObject([
      {
        plan: "Premium",
        amount: 29,
        currency: "USD",
        status: "COMPLETED",
        user: { email: "basic@demo.test" },
      },
    ]);
  });
});
