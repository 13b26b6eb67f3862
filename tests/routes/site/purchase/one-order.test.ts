import {
  billingState,
  choosePackage,
  memberId,
  PREMIUM_ID,
  PRIVATE_ID,
  resetPurchases,
} from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

const click = async (packageId = PREMIUM_ID) =>
  app.request("/subscription", {
    method: "POST",
    cookies: await app.cookiesOf("basic"),
    body: { packageId },
  });

const orders = async () => (await billingState(app, "basic")).orders;

it(
  "choosing a plan again reuses the order, by page and API, and calls the provider once",
  spec("4 plan buttons disabled while"),
  async () => {
    const created = paypal.calls.create;
    const first = await choosePackage(app, "basic");
    expect(await choosePackage(app, "basic")).toBe(first);
    const api = await app.request("/api/subscription/upgrade", {
      method: "POST",
      headers: { Authorization: `Bearer ${await app.tokenOf("basic")}` },
      json: { userId: await memberId(app, "basic"), packageId: PREMIUM_ID },
    });
    expect(((await api.json()) as { approvalUrl: string }).approvalUrl).toContain(`token=${first}`);
    expect(paypal.calls.create - created).toBe(1);
    expect(await orders()).toHaveLength(1);
  },
);

it("ten concurrent clicks are one order", async () => {
  const created = paypal.calls.create;
  const answers = await Promise.all(Array.from({ length: 10 }, () => click()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(new Set(answers.map(({ headers }) => headers.get("Location"))).size).toBe(1);
  expect(paypal.calls.create - created).toBe(1);
  expect(await orders()).toHaveLength(1);
});

it("choosing another plan leaves one order open, and a later approval of the first captures nothing", async () => {
  const premium = await choosePackage(app, "basic");
  const privately = await choosePackage(app, "basic", PRIVATE_ID);
  expect(await orders()).toEqual([
    { status: "cancelled", last_error: "Another choice was made" },
    { status: "created", last_error: null },
  ]);
  paypal.approve(privately);
  await returnFromPayPal(privately);
  expect(await billingState(app, "basic")).toMatchObject({ subscription: "Private", days: 30 });
  const taken = paypal.captureCount();
  paypal.approve(premium);
  await returnFromPayPal(premium);
  expect(paypal.captureCount()).toBe(taken);
  expect((await billingState(app, "basic")).payments).toHaveLength(1);
});

it("choosing an approved order's plan finishes that order", async () => {
  const token = await choosePackage(app, "basic");
  paypal.approve(token);
  const again = await click();
  const back = new URL(again.headers.get("Location") ?? "");
  expect([back.pathname, back.searchParams.get("token")]).toEqual(["/subscription", token]);
  await app.request(back.pathname + back.search, { cookies: await app.cookiesOf("basic") });
  expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  expect(await orders()).toHaveLength(1);
});

it("a new order follows a capture, a cancellation, a new price, or an order gone at the provider", async () => {
  const paid = await choosePackage(app, "basic");
  paypal.approve(paid);
  await returnFromPayPal(paid);
  const second = await choosePackage(app, "basic");
  expect(second).not.toBe(paid);
  await returnFromPayPal(second, { query: "&cancelled=1" });
  const third = await choosePackage(app, "basic");
  expect(third).not.toBe(second);
  await app.sql("update packages set price = 31 where id = ?", [PREMIUM_ID]);
  const fourth = await choosePackage(app, "basic");
  await app.sql("update packages set price = 29 where id = ?", [PREMIUM_ID]);
  expect(fourth).not.toBe(third);

  await resetPurchases(app, "basic");
  const staleOrder = await choosePackage(app, "basic");
  paypal.stubReply("order", () => ({ status: 404, body: { details: [{ issue: "RESOURCE_NOT_FOUND" }] } }));
  expect(await choosePackage(app, "basic")).not.toBe(staleOrder);
  paypal.stubReply("order", (order) => ({ body: { ...order, status: "VOIDED" } }));
  await choosePackage(app, "basic");
  expect((await orders()).map(({ status }) => status)).toEqual(["cancelled", "cancelled", "created"]);
});

it("a provider without an answer keeps the order for the next click", async () => {
  const token = await choosePackage(app, "basic");
  paypal.stubReply("order", () => ({ status: 500, body: "" }));
  expect((await click()).status).toBe(503);
  paypal.stubReply("order");
  expect(await choosePackage(app, "basic")).toBe(token);
});
