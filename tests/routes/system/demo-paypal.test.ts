import { billingState, memberId, offerPackages, PREMIUM_ID, resetPurchases } from "tests/support/purchases";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let app: TestApp;
let demo: Instance;
beforeAll(async () => {
  app = await startTestApp();
  await offerPackages(app);
  demo = await startInstance(app.databaseUrl, { DEMO: "1" });
});
afterAll(async () => {
  await demo.stop();
  await app.stop();
});
beforeEach(() => resetPurchases(app, "basic"));

async function visit(path: string, form?: Record<string, string>) {
  const answer = await fetch(new URL(path, demo.url), {
    redirect: "manual",
    method: form ? "POST" : "GET",
    headers: { Cookie: await app.cookiesOf("basic") },
    body: form && new URLSearchParams(form),
  });
  return { status: answer.status, next: answer.headers.get("Location") ?? "", text: await answer.text() };
}

const choose = async () => (await visit("/subscription", { packageId: PREMIUM_ID })).next;

async function bearer(): Promise<string> {
  const answer = await fetch(`${demo.url}/demo/paypal/v1/oauth2/token`, {
    method: "POST",
    headers: {
      Authorization: `Basic ${Buffer.from("demo-merchant:demo-merchant-secret").toString("base64")}`,
    },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}

const hasAccess = async () => (await billingState(app, "basic")).subscription === "Premium";

describe("a purchase at the simulator", () => {
  it("passes its approval page and returns", spec("2.3 subscription success your last"), async () => {
    const approval = await choose();
    expect(approval).toMatch(new RegExp(`^${demo.url}/demo/paypal/checkoutnow\\?token=`));
    const page = await visit(approval);
    for (const words of ["Approve", "Cancel", "Premium, 30 days", "$29.00", "No money moves."])
      expect(page.text).toContain(words);
    expect(page.text).toContain("<title>Approve your payment (simulated) | Openbell</title>");
    const approved = await visit(approval, { decision: "approve" });
    expect(approved).toMatchObject({ status: 303 });
    expect(approved.next).toMatch(new RegExp(`^${demo.url}/subscription\\?userId=.*&packageId=.*&token=`));
    expect(await visit(approved.next)).toMatchObject({ status: 303, next: "/subscription" });
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
    const paid = "select payer_id from payments where member_id = ?";
    expect(await app.sql(paid, [await memberId(app, "basic")])).toEqual([
      { payer_id: expect.stringMatching(/^[0-9A-F]{13}$/) },
    ]);
    const success = await visit("/subscription/success?payment=somebody-elses");
    for (const words of ["<h1>Your last payment</h1>", "Premium", "$29.00", "Access until"])
      expect(success.text).toContain(words);
  });

  it("can be cancelled there", async () => {
    const approval = await choose();
    const cancelled = await visit(approval, { decision: "cancel" });
    expect(await visit(cancelled.next)).toMatchObject({ status: 303, next: "/subscription" });
    expect((await billingState(app, "basic")).orders[0]?.status).toBe("cancelled");
  });

  it("is granted by its notification if the page is closed after the approval", async () => {
    await visit(await choose(), { decision: "approve" });
    await waitUntil(hasAccess);
  });

  it("can stay pending or be declined", async () => {
    const pending = await visit(await choose(), { decision: "approve", ending: "stays pending" });
    await visit(pending.next);
    expect(await billingState(app, "basic")).toMatchObject({
      subscription: "Basic",
      payments: [{ status: "PENDING" }],
    });
    await resetPurchases(app, "basic");
    const declined = await visit(await choose(), { decision: "approve", ending: "is declined" });
    await visit(declined.next);
    expect(await billingState(app, "basic")).toMatchObject({
      subscription: "Basic",
      payments: [{ status: "FAILED" }],
    });
  });

  it("is revoked by a refund", async () => {
    await visit((await visit(await choose(), { decision: "approve" })).next);
    const [payment] = await app.sql<{ provider_capture_id: string }>(
      "select provider_capture_id from payments",
    );
    await fetch(`${demo.url}/demo/paypal/v2/payments/captures/${payment?.provider_capture_id}/refund`, {
      method: "POST",
      headers: { Authorization: await bearer() },
    });
    await waitUntil(async () => (await billingState(app, "basic")).payments[0]?.refunded_at !== null);
    expect(await billingState(app, "basic")).toMatchObject({ days: 0, payments: [{ status: "COMPLETED" }] });
  });
});

it("the server ignores notifications that the simulator did not sign", async () => {
  const approval = await choose();
  const id = new URL(approval).searchParams.get("token");
  const forged = await fetch(`${demo.url}/webhooks/paypal`, {
    method: "POST",
    headers: {
      "PayPal-Transmission-Id": "t",
      "PayPal-Transmission-Time": "t",
      "PayPal-Cert-Url": "c",
      "PayPal-Auth-Algo": "a",
      "PayPal-Transmission-Sig": "0".repeat(64),
    },
    body: JSON.stringify({ id: "WH", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id } }),
  });
  expect(forged.status).toBe(403);
});

it("the simulator knows the purchases in the demo's content", async () => {
  const id = await memberId(app, "basic");
  await app.sql(
    `with bought as (
       insert into orders (member_id, plan_name, tier, amount, currency, days, provider_order_id, status)
       values (?, 'Premium', 'Premium', 29, 'USD', 30, 'TOLDORDER', 'approved') returning id)
     insert into payments (order_id, member_id, plan, tier, amount, currency, status, payment_method,
                           provider_capture_id)
     select id, ?, 'Premium', 'Premium', 29, 'USD', 'PENDING', 'PayPal', 'TOLDCAPTURE' from bought`,
    [id, id],
  );
  const back = await visit(`/subscription?userId=${id}&packageId=${PREMIUM_ID}&token=TOLDORDER`);
  expect(back).toMatchObject({ status: 303 });
  expect(await billingState(app, "basic")).toMatchObject({
    subscription: "Basic",
    payments: [{ status: "PENDING" }],
  });
});

describe("the simulator", () => {
  const CALLS: [string, string][] = [
    ["POST", "v1/oauth2/token"] as [string, string],
    ["POST", "v1/notifications/verify-webhook-signature"],
    ["POST", "v2/checkout/orders"],
    ["GET", "v2/checkout/orders/X"],
    ["POST", "v2/checkout/orders/X/capture"],
    ["GET", "v2/payments/captures/X"],
    ["POST", "v2/payments/captures/X/refund"],
  ];

  it.each(CALLS)("answers %s %s only to its merchant", async (method, path) => {
    const answer = await fetch(`${demo.url}/demo/paypal/${path}`, { method });
    expect(answer.status).toBe(401);
  });

  it.each([
    ...CALLS,
    ["GET", "checkoutnow?token=X"],
    ["POST", "checkoutnow?token=X"],
  ])("does not exist outside the demo: %s %s", async (method, path) => {
    expect((await app.request(`/demo/paypal/${path}`, { method })).status).toBe(404);
  });

  it.each([
    "é".repeat(64),
    "é".repeat(32),
    `${"0".repeat(63)}é`,
  ])("refuses the forged token %j of the right length", async (token) => {
    const answer = await fetch(`${demo.url}/demo/paypal/v2/checkout/orders/X`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });

  it("does not know real orders", async () => {
    expect((await visit("/demo/paypal/checkoutnow?token=X")).status).toBe(404);
    const Authorization = await bearer();
    const answer = await fetch(`${demo.url}/demo/paypal/v2/checkout/orders/X`, {
      headers: { Authorization },
    });
    expect(answer.status).toBe(404);
  });
});

it("without PayPal settings purchases are disabled", async () => {
  const answer = await app.request("/subscription", {
    method: "POST",
    cookies: await app.cookiesOf("basic"),
    body: { packageId: PREMIUM_ID },
  });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("Failed to initiate subscription");
  expect((await app.request("/webhooks/paypal", { method: "POST", body: "{}" })).status).toBe(404);
});
