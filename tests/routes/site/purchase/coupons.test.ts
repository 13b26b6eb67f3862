import { addCoupon, addMembers, couponOrders } from "tests/support/coupons";
import { waitForMail } from "tests/support/mails";
import { ageOpenOrders, billingState, memberId, PREMIUM_ID, PRIVATE_ID } from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

beforeEach(() => app.sql("delete from mails"));
afterEach(async () => {
  await app.sql(`begin; lock table orders, payments in exclusive mode;
    delete from payments; delete from orders; delete from coupons; commit`);
});

const choose = async (coupon: string, { person = "basic" as Person, packageId = PREMIUM_ID } = {}) =>
  app.request("/subscription", {
    method: "POST",
    cookies: await app.cookiesOf(person),
    body: { packageId, coupon },
  });

/** Chooses a plan and reaches the approval page. @returns the provider's order id */
async function reachApproval(...of: Parameters<typeof choose>): Promise<string> {
  const answer = await choose(...of);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
}

async function pay(token: string, as: "basic" | "premium" = "basic") {
  paypal.approve(token);
  return returnFromPayPal(token, { as, userId: await memberId(app, as) });
}

const wordsOf = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<[^>]*>/g, "|")
    .replace(/\|[|\s]*/g, "|")
    .replaceAll("&#x27;", "'");

const page = async (path: string, person?: Person) =>
  wordsOf(await (await app.request(path, { cookies: person && (await app.cookiesOf(person)) })).text());

describe("an order with a coupon", () => {
  it("is paid with the reduced price and keeps it when the coupon changes", async () => {
    await addCoupon(app);
    const token = await reachApproval(" welcome20 ");
    await app.sql("update coupons set percent = 50, active = false");
    expect((await pay(token)).toast).toContain("Subscription activated!");
    expect(await couponOrders(app)).toEqual([
      {
        ...{ status: "captured", amount: "23.20", discount: "5.80", coupon_code: "WELCOME20" },
        ...{ coupon_held: true, last_error: null },
      },
    ]);
    expect(await app.sql("select amount, status from payments")).toEqual([
      { amount: "23.20", status: "COMPLETED" },
    ]);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  });

  it("names the coupon on all pages with the payment, in the email, CSV and API", async () => {
    await addCoupon(app);
    await pay(await reachApproval("WELCOME20"));
    const [payment] = (await billingState(app, "basic")).payments;
    const line = "$29.00 less $5.80 with WELCOME20";
    for (const path of ["/subscription/success", "/dashboard/subscription"])
      expect(await page(path, "basic"), path).toContain(line);
    const receipt = await page(`/dashboard/receipts/${payment?.id}`, "basic");
    expect(receipt).toContain("|$29.00|Coupon WELCOME20|−$5.80|Total|$23.20|");
    expect((await waitForMail("basic@demo.test", /receipt/)).text).toContain(line);
    expect(await page("/admin/payments", "superadmin")).toContain(`$23.20|${line}`);
    const owner = await app.cookiesOf("superadmin");
    const csv = await (await app.request("/admin/payments/export.csv", { cookies: owner })).text();
    const [head = "", row = ""] = csv.split("\r\n");
    expect(head).toContain(",List price,Discount,Coupon,");
    expect(row).toContain(",29.00,5.80,WELCOME20,");
    const response = await app.request("/api/subscription/payments", { method: "POST", cookies: owner });
    expect(await response.json()).toMatchObject({
      payments: [{ amount: 23.2, discount: 5.8, coupon: "WELCOME20" }],
      totalAmount: 23.2,
    });
    const own = await app.request("/dashboard/export.json", { cookies: await app.cookiesOf("basic") });
    expect(await own.json()).toMatchObject({ orders: [{ couponCode: "WELCOME20", discount: "5.80" }] });
  });

  it("is reused by a second click, and replaced by a choice with another code or none", async () => {
    await addCoupon(app);
    await addCoupon(app, { code: "FIVE", percent: null, amount: 5 });
    const first = await reachApproval("WELCOME20");
    expect(await reachApproval("welcome20")).toBe(first);
    expect(await reachApproval("FIVE")).not.toBe(first);
    const bare = await reachApproval("");
    expect(bare).not.toBe(first);
    expect(
      (await couponOrders(app)).map(({ status, amount, coupon_held }) => [status, amount, coupon_held]),
    ).toEqual([
      ["cancelled", "23.20", false],
      ["cancelled", "24.00", false],
      ["created", "29.00", false],
    ]);
  });
});

describe("a coupon code that cannot be used", () => {
  it.each<[string, Parameters<typeof addCoupon>[1], string]>([
    ["does not exist", undefined, "This code is not valid, or is not valid at the moment."],
    ["has ended", { through_day: "2020-01-01" }, "This code is not valid, or is not valid at the moment."],
    ["has not begun", { from_day: "2199-01-01" }, "This code is not valid, or is not valid at the moment."],
    ["is off", { active: false }, "This code is not valid, or is not valid at the moment."],
    ["was deleted", { archived_at: "2026-01-01" }, "This code is not valid, or is not valid at the moment."],
    ["is for another plan", { package_ids: [PRIVATE_ID] }, "WELCOME20 cannot be used for this plan."],
    [
      "leaves nothing to pay",
      { percent: null, amount: 29 },
      "WELCOME20 is worth at least the price of this plan, so you can’t use it here.",
    ],
    [
      "is in another currency",
      { percent: null, amount: 5, currency: "EUR" },
      "WELCOME20 is for prices in a different currency.",
    ],
  ])("begins no order if it %s, and shows the reason", async (_why, values, message) => {
    if (values) await addCoupon(app, values);
    const answer = await choose("WELCOME20");
    expect(answer.status).toBe(409);
    expect(wordsOf(await answer.text())).toContain(message);
    expect(await couponOrders(app)).toEqual([]);
  });

  it("gets a 409 with the same message from the API, and buys nothing at another price", async () => {
    const call = async (coupon: unknown) =>
      app.request("/api/subscription/upgrade", {
        method: "POST",
        headers: { Authorization: `Bearer ${await app.tokenOf("basic")}` },
        json: { userId: await memberId(app, "basic"), packageId: PREMIUM_ID, coupon },
      });
    const refused = await call("NOBODYS");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { message: "This code is not valid, or is not valid at the moment." },
    ]);
    expect((await call(["NOBODYS"])).status).toBe(422);
    expect(await couponOrders(app)).toEqual([]);
    await addCoupon(app);
    expect((await call("welcome20")).status).toBe(200);
    expect(await couponOrders(app)).toMatchObject([{ amount: "23.20" }]);
    expect((await call(null)).status).toBe(200);
    expect(await couponOrders(app)).toMatchObject([{ status: "cancelled" }, { amount: "29.00" }]);
  });
});

describe("the use limit", () => {
  const paid = async (coupon: string) => pay(await reachApproval(coupon));

  it("allows one use per member, and another after a refund", async () => {
    await addCoupon(app);
    await paid("WELCOME20");
    const again = await choose("WELCOME20");
    expect(again.status).toBe(409);
    expect(wordsOf(await again.text())).toContain("You have already used WELCOME20.");
    await app.sql("update payments set refunded_at = now()");
    expect((await choose("WELCOME20")).status).toBe(303);
  });

  it("frees a refunded use for one more buyer", async () => {
    await addCoupon(app, { most_uses: 1 });
    await paid("WELCOME20");
    const other = async () => (await choose("WELCOME20", { person: "lapsed" })).status;
    expect(await other()).toBe(409);
    await app.sql("update payments set refunded_at = now()");
    expect((await couponOrders(app)).map(({ coupon_held }) => coupon_held)).toEqual([false]);
    expect(await other()).toBe(303);
    expect((await choose("WELCOME20")).status).toBe(409);
  });

  it("frees one use per refund, however often it is reported and the order saved", async () => {
    await addCoupon(app, { most_uses: 2, once_per_member: false });
    await paid("WELCOME20");
    await paid("WELCOME20");
    await app.sql(
      "update payments set refunded_at = now() where id = (select min(id::text)::uuid from payments)",
    );
    await app.sql("update payments set refunded_at = now() where refunded_at is not null");
    await app.sql("update orders set status = status, version = version + 1");
    const usesHeld = (await couponOrders(app)).map(({ coupon_held }) => coupon_held);
    expect(usesHeld.toSorted()).toEqual([false, true]);
    expect((await choose("WELCOME20", { person: "lapsed" })).status).toBe(303);
    expect((await choose("WELCOME20")).status).toBe(409);
  });

  it("ignores orders without a coupon", async () => {
    await addCoupon(app, { most_uses: 1 });
    await paid("");
    await app.sql("update payments set refunded_at = now()");
    expect(await couponOrders(app)).toMatchObject([{ coupon_code: null, coupon_held: false }]);
  });

  it("requires a first purchase if the coupon is for one", async () => {
    await addCoupon(app, { first_purchase: true, once_per_member: false });
    await pay(await reachApproval(""));
    const again = await choose("WELCOME20");
    expect(wordsOf(await again.text())).toContain("WELCOME20 is for first purchases only.");
  });

  it("does not count a gift as its buyer's purchase", async () => {
    await addCoupon(app, { first_purchase: true });
    await app.sql("update members set subscription = 'Basic' where email = 'basic@demo.test'");
    await pay(await reachApproval(""));
    await app.sql(`insert into gifts (order_id, buyer_id, tier, sender_name)
      select id, member_id, tier, 'Basic' from orders`);
    expect((await choose("WELCOME20")).status).toBe(303);
    await app.sql("delete from gifts");
  });

  it(
    "counts an open order, until it is cancelled, fails or expires",
    spec("beyond coupons per cent amount"),
    async () => {
      await addCoupon(app, { most_uses: 1 });
      const other = async () => (await choose("WELCOME20", { person: "lapsed" })).status;
      const cancelled = await reachApproval("WELCOME20");
      expect(await other()).toBe(409);
      await returnFromPayPal(cancelled, { query: "&cancelled=1" });
      expect(await other()).toBe(303);
      await app.sql("delete from orders");

      paypal.captureStatus("DECLINED");
      await pay(await reachApproval("WELCOME20"));
      expect((await couponOrders(app))[0]).toMatchObject({ status: "failed", coupon_held: false });
      expect(await other()).toBe(303);
      await app.sql("delete from payments");
      await app.sql("delete from orders");

      await reachApproval("WELCOME20");
      await ageOpenOrders(app, 250);
      await waitUntil(async () => (await couponOrders(app))[0]?.status === "cancelled");
      expect(await other()).toBe(303);
    },
  );

  it("moves the last use to the member's newer choice", async () => {
    await addCoupon(app, { most_uses: 1 });
    await reachApproval("WELCOME20");
    await reachApproval("WELCOME20", { packageId: PRIVATE_ID });
    expect(
      (await couponOrders(app)).map(({ status, amount, coupon_held }) => [status, amount, coupon_held]),
    ).toEqual([
      ["cancelled", "23.20", false],
      ["created", "63.60", true],
    ]);
  });

  it(
    "gives the last use to exactly one of a hundred concurrent buyers, and refuses the others",
    spec("beyond coupons per cent amount"),
    async () => {
      await addCoupon(app, { most_uses: 1 });
      const members = await addMembers(app, 100);
      const answers = await Promise.all(
        members.map(async ({ id, token }) => {
          const answer = await app.request("/api/subscription/upgrade", {
            method: "POST",
            headers: { Authorization: `Bearer ${token}` },
            json: { userId: id, packageId: PREMIUM_ID, coupon: "WELCOME20" },
          });
          return [answer.status, ((await answer.json()) as { message?: string }).message];
        }),
      );
      expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
      expect(answers.filter(([status]) => status !== 200)).toEqual(
        Array.from({ length: 99 }, () => [409, "WELCOME20 has reached its usage limit."]),
      );
      expect(await couponOrders(app)).toMatchObject([
        { status: "created", amount: "23.20", coupon_held: true },
      ]);
    },
  );
});

describe("an approval after another choice", () => {
  it("uses the coupon again and is paid with the agreed price", async () => {
    await addCoupon(app, { most_uses: 1 });
    const first = await reachApproval("WELCOME20");
    await reachApproval("");
    expect((await pay(first)).toast).toContain("Subscription activated!");
    expect((await couponOrders(app))[0]).toMatchObject({
      status: "captured",
      amount: "23.20",
      coupon_held: true,
    });
  });

  it.each([
    [
      "the last use is somebody else’s",
      async () => void (await reachApproval("WELCOME20", { person: "lapsed" })),
    ],
    ["it has been switched off", async () => void (await app.sql("update coupons set active = false"))],
  ])(
    "captures nothing if %s, and shows the reason",
    spec("beyond coupons per cent amount"),
    async (_when, meanwhile) => {
      await addCoupon(app, { most_uses: 1 });
      const first = await reachApproval("WELCOME20");
      await reachApproval("");
      await meanwhile();
      const taken = paypal.captureCount();
      expect((await pay(first)).toast).toContain(
        "the coupon can no longer be used. You have not been charged.",
      );
      expect(paypal.captureCount()).toBe(taken);
      expect((await couponOrders(app))[0]).toMatchObject({ status: "failed", coupon_held: false });
      expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
    },
  );

  it("captures only one order if both of a member's are approved", async () => {
    await addCoupon(app);
    const premium = await reachApproval("WELCOME20");
    const privately = await reachApproval("WELCOME20", { packageId: PRIVATE_ID });
    const taken = paypal.captureCount();
    paypal.approve(premium);
    paypal.approve(privately);
    const userId = await memberId(app, "basic");
    await Promise.all([premium, privately].map((token) => returnFromPayPal(token, { userId })));
    expect(paypal.captureCount() - taken).toBe(1);
    // The second choice ended the first. If the first is captured first, the second loses its coupon; else
    // the first stays over.
    const [ended, paid] = (await couponOrders(app)).map(({ status }) => status).sort(capturedLast);
    expect(paid).toBe("captured");
    expect(["cancelled", "failed"]).toContain(ended);
  });
});

const capturedLast = (one: string, other: string) =>
  Number(one === "captured") - Number(other === "captured");

it("ten concurrent clicks with one coupon are one order", async () => {
  await addCoupon(app, { most_uses: 3 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => choose("WELCOME20")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(await couponOrders(app)).toHaveLength(1);
});
