import { type ApiDescription, loadApiDescription } from "tests/support/api-description";
import { type FakePayPal, startFakePayPal } from "tests/support/fake-paypal";
import { billingState, memberId, offerPackages, PREMIUM_ID, resetPurchases } from "tests/support/purchases";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

let paypal: FakePayPal;
let app: TestApp;
let description: ApiDescription;
let token: string;
beforeAll(async () => {
  paypal = await startFakePayPal();
  app = await startTestApp(paypal.env);
  await offerPackages(app);
  description = await loadApiDescription(app);
  token = await app.tokenOf("basic");
});
afterAll(async () => {
  await app.stop();
  await paypal.close();
});
beforeEach(async () => {
  paypal.captureStatus("COMPLETED");
  await resetPurchases(app, "basic");
});

/** Runs an operation from its description, and validates the response. */
async function call(name: "startPurchase" | "capturePurchase", more: Record<string, unknown> = {}) {
  const operation = description.operations.find(({ operationId }) => operationId === name);
  const response = await app.request(operation?.path ?? "", {
    method: operation?.method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ userId: await memberId(app, "basic"), packageId: PREMIUM_ID, ...more }),
  });
  const body = (await response.json()) as Record<string, string>;
  const { schema = {} } = operation?.responses[response.status]?.content?.["application/json"] ?? {};
  expect(Object.keys(operation?.responses ?? {})).toContain(String(response.status));
  expect(description.schemaErrors(schema, body)).toBeUndefined();
  return { status: response.status, said: body, wait: response.headers.get("Retry-After") };
}

const orderOf = ({ said }: { said: Record<string, string> }) =>
  new URL(said.approvalUrl ?? "").searchParams.get("token") ?? "";

it("a purchase matches its description, from start to end", async () => {
  const orderId = orderOf(await call("startPurchase"));
  expect((await call("capturePurchase", { orderId })).status).toBe(409);
  paypal.approve(orderId);
  expect((await call("capturePurchase", { orderId })).status).toBe(200);
  expect((await call("capturePurchase", { orderId })).status).toBe(200);
  expect((await call("capturePurchase", { orderId: "another" })).status).toBe(404);
  expect((await call("startPurchase", { packageId: "none" })).status).toBe(404);
});

it("a purchase under review and a refused one match their description", async () => {
  for (const [state, status] of [
    ["PENDING", 202],
    ["DECLINED", 402],
  ] as const) {
    await resetPurchases(app, "basic");
    const orderId = orderOf(await call("startPurchase"));
    paypal.approve(orderId);
    paypal.captureStatus(state);
    expect((await call("capturePurchase", { orderId })).status, state).toBe(status);
  }
});

it("a buyer who retries too soon gets Retry-After, on the page as well", async () => {
  for (let time = 0; time < 30; time += 1) {
    expect((await call("startPurchase", { packageId: "none" })).status).toBe(404);
  }
  const refused = await call("startPurchase");
  expect(refused.status).toBe(429);
  expect(Number(refused.wait)).toBeGreaterThan(60);
  const page = await app.request("/subscription", {
    method: "POST",
    cookies: await app.cookiesOf("basic"),
    body: { packageId: PREMIUM_ID },
  });
  expect(page.status).toBe(429);
  expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(60);
});

it("a HEAD of the return page captures nothing", async () => {
  const orderId = orderOf(await call("startPurchase"));
  paypal.approve(orderId);
  const path = `/subscription?userId=${await memberId(app, "basic")}&packageId=${PREMIUM_ID}&token=${orderId}`;
  const cookies = await app.cookiesOf("basic");
  expect((await app.request(path, { method: "HEAD", cookies })).status).toBe(200);
  expect(await billingState(app, "basic")).toMatchObject({ payments: [], orders: [{ status: "created" }] });
  expect((await app.request(path, { cookies })).status).toBe(303);
  expect((await billingState(app, "basic")).payments).toHaveLength(1);
});
