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
import { beforeEach, describe, expect, it } from "vitest";
import { reconcileOrders } from "~/features/billing/reconciliation/reconcile.server";
import { app, notify, openShop, paypal, refund, returnFromPayPal } from "./shop";

// The reconcile job runs only when a test runs it.
openShop({ PAYPAL_RECONCILE_SECONDS: "3600" });
beforeEach(() => app.sql("delete from mails"));

const issue =
  (status: number, name: string): StubReply =>
  () => ({ status, body: { name, details: [{ issue: name }] } });
const GONE = issue(404, "RESOURCE_NOT_FOUND");
const AWAY = issue(503, "INTERNAL_SERVICE_ERROR");

/** Replies normally the first time, and with the given reply afterwards. */
function afterTheFirst(later: StubReply): StubReply {
  let calls = 0;
  return (honest) => {
    calls += 1;
    return calls === 1 ? { body: honest } : later(honest);
  };
}

async function approvedOrder(packageId = PREMIUM_ID): Promise<string> {
  const token = await choosePackage(app, "basic", packageId);
  paypal.approve(token);
  return token;
}

const event = (type: string, token: string) =>
  notify({
    id: `WH-${type}-${token}`,
    event_type: type,
    resource: type.startsWith("CHECKOUT")
      ? { id: token }
      : { id: paypal.captureOf(token) || "C", supplementary_data: { related_ids: { order_id: token } } },
  });

const unpaid = (order: Record<string, unknown>) =>
  (order.purchase_units as object[]).map((unit) => ({ ...unit, payments: undefined }));

const approvedAndUnpaid: StubReply = (order) => ({
  body: { ...order, status: "APPROVED", purchase_units: unpaid(order) },
});

const statuses = async () => (await billingState(app, "basic")).orders.map(({ status }) => status);
const paidFor = async () => (await billingState(app, "basic")).payments.map(({ status }) => status);
const mails = async (template: string) =>
  app.sql<{ text: string }>("select text from mails where template = ? and to_address = 'basic@demo.test'", [
    template,
  ]);

const findings = async () => {
  const cookies = await app.cookiesOf("superadmin");
  const html = await (await app.request("/admin/payments/access", { cookies })).text();
  const kinds = [...html.matchAll(/name="kind" value="([^"]*)"/g)].map(([, kind]) => kind);
  // The demo members have access without a payment.
  return kinds.filter((kind) => kind !== "access without payment");
};

describe("the provider's later answers replace earlier conclusions", () => {
  it.each<[string, () => void]>([
    ["a 404 after it took the money", () => paypal.stubReply("capture", GONE)],
    [
      "a line that is cut after it took the money, and a 404 to the next look",
      () => {
        paypal.stubReply("capture", () => "hang up");
        paypal.stubReply("order", afterTheFirst(GONE));
      },
    ],
    [
      "a refusal after it took the money, and silence to the next look",
      () => {
        paypal.stubReply("capture", issue(422, "TRANSACTION_REFUSED"));
        paypal.stubReply("order", afterTheFirst(AWAY));
      },
    ],
    [
      "that it is at it already, after it took the money",
      () => {
        paypal.stubReply("capture", issue(409, "PREVIOUS_REQUEST_IN_PROGRESS"));
        paypal.stubReply("order", afterTheFirst(approvedAndUnpaid));
      },
    ],
    [
      "an answer without sense, after its line was cut",
      () => {
        paypal.stubReply("capture", () => "hang up");
        paypal.stubReply(
          "order",
          afterTheFirst(({ id }) => ({ body: { id: String(id), status: "COMPLETED" } })),
        );
      },
    ],
    [
      "that it had been captured, without a capture",
      () => paypal.stubReply("capture", (order) => ({ body: { ...order, purchase_units: unpaid(order) } })),
    ],
  ])("%s leaves the order unknown, and its notification opens the membership", async (_name, stubReply) => {
    const token = await approvedOrder();
    const taken = paypal.captureCount();
    stubReply();
    expect((await returnFromPayPal(token)).toast).toContain("PayPal has not answered");
    expect(await statuses()).toEqual(["unknown"]);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Basic", payments: [] });
    for (const call of ["capture", "order"] as const) paypal.stubReply(call);
    expect((await event("PAYMENT.CAPTURE.COMPLETED", token)).status).toBe(200);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
    expect(await statuses()).toEqual(["captured"]);
    expect(paypal.captureCount() - taken).toBe(1);
  });

  it("a refused capture counts as captured if the order shows its capture", async () => {
    const token = await approvedOrder();
    paypal.stubReply("capture", issue(422, "TRANSACTION_REFUSED"));
    expect((await returnFromPayPal(token)).toast).toContain("Subscription activated!");
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  });

  it("a 404 keeps pending money pending, and it clears later", async () => {
    paypal.captureStatus("PENDING");
    const token = await approvedOrder();
    paypal.stubReply("capture", GONE);
    paypal.stubReply("order", afterTheFirst(GONE));
    await returnFromPayPal(token);
    for (const call of ["capture", "order"] as const) paypal.stubReply(call);
    await event("PAYMENT.CAPTURE.PENDING", token);
    expect([await statuses(), await paidFor()]).toEqual([["pending"], ["PENDING"]]);
    paypal.stubReply("order", GONE);
    await event("PAYMENT.CAPTURE.PENDING", token);
    expect(await statuses()).toEqual(["pending"]);
    paypal.stubReply("order");
    paypal.captureStatus("COMPLETED");
    await event("PAYMENT.CAPTURE.COMPLETED", token);
    expect([await statuses(), await paidFor()]).toEqual([["captured"], ["COMPLETED"]]);
  });

  it("a 404 changes neither pending money nor a reported capture", async () => {
    paypal.captureStatus("PENDING");
    const token = await approvedOrder();
    await returnFromPayPal(token);
    paypal.stubReply("order", GONE);
    const back = await returnFromPayPal(token, { query: "&cancelled=1" });
    expect(back.toast).toContain("still checking this payment");
    paypal.stubReply("order");
    paypal.captureStatus("DENIED");
    await event("PAYMENT.CAPTURE.DENIED", token);
    paypal.changeCapture(token, "COMPLETED");
    paypal.stubReply("order", GONE);
    expect((await event("PAYMENT.CAPTURE.COMPLETED", token)).status).toBe(503);
    paypal.stubReply("order");
    await event("PAYMENT.CAPTURE.COMPLETED", token);
    expect(await statuses()).toEqual(["captured"]);
  });

  it("an order wrongly stored as approved returns to its buyer", async () => {
    const token = await choosePackage(app, "basic");
    await app.sql("update orders set status = 'approved'");
    await event("CHECKOUT.ORDER.APPROVED", token);
    expect(await statuses()).toEqual(["created"]);
  });

  it("a denied payment that completes after all grants the membership once", async () => {
    paypal.captureStatus("PENDING");
    const token = await approvedOrder();
    await returnFromPayPal(token);
    paypal.captureStatus("DENIED");
    await event("PAYMENT.CAPTURE.DENIED", token);
    expect([await statuses(), await paidFor()]).toEqual([["failed"], ["FAILED"]]);
    paypal.changeCapture(token, "COMPLETED");
    await event("PAYMENT.CAPTURE.COMPLETED", token);
    await event("PAYMENT.CAPTURE.COMPLETED", token);
    expect([await statuses(), await paidFor()]).toEqual([["captured"], ["COMPLETED"]]);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  });

  it("an unknown order is queried for 72 hours, then left to staff", async () => {
    paypal.stubReply("capture", GONE);
    await returnFromPayPal(await approvedOrder());
    await ageOpenOrders(app, 20);
    expect(await findings()).toEqual(["stuck"]);
    const queries = paypal.calls.order;
    await ageOpenOrders(app, 73 * 60);
    await reconcileOrders();
    expect(paypal.calls.order).toBe(queries);
    expect(await findings()).toEqual(["stuck"]);
    await app.sql(
      "update orders set created_at = now() - interval '71 hours', updated_at = now() - interval '10 hours'",
    );
    await app.sql("alter table orders disable trigger orders_updated_at");
    await app.sql("update orders set updated_at = now() - interval '10 hours'");
    await app.sql("alter table orders enable trigger orders_updated_at");
    await reconcileOrders();
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
    expect(await findings()).toEqual([]);
  });

  it("a capture of another amount grants nothing, and staff see it until it is refunded", async () => {
    const token = await approvedOrder();
    paypal.changeAmount(token, "28.00");
    await returnFromPayPal(token);
    // A mismatch found before the capture is not captured.
    expect([await statuses(), await findings()]).toEqual([["failed"], []]);
    const again = await approvedOrder();
    paypal.stubReply("capture", GONE);
    await returnFromPayPal(again);
    paypal.changeAmount(again, "28.00");
    await event("PAYMENT.CAPTURE.COMPLETED", again);
    expect([await statuses(), await findings()]).toEqual([["failed", "failed"], ["captured, not recorded"]]);
    await refund(again);
    expect(await findings()).toEqual([]);
  });
});

describe("a refused capture", () => {
  it.each([
    [
      "PAYEE_ACCOUNT_RESTRICTED",
      "our PayPal account could not accept the payment",
      ["refused to our account"],
    ],
    ["DUPLICATE_INVOICE_ID", "our PayPal account could not accept the payment", ["refused to our account"]],
    ["PAYER_ACCOUNT_RESTRICTED", "PayPal refused the payment. You have not been charged.", []],
    ["MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED", "PayPal refused the payment. You have not been charged.", []],
    ["COMPLIANCE_VIOLATION", "PayPal refused the payment. You have not been charged.", []],
    ["A_WORD_OF_NEXT_YEAR", "PayPal refused the payment. You have not been charged.", []],
  ])("ends the order after %s, and the plan can be chosen again", async (word, text, found) => {
    const token = await approvedOrder();
    paypal.stubReply("capture", refusal(word));
    const back = await returnFromPayPal(token);
    expect(back.toast).toContain(text);
    expect([await statuses(), await findings()]).toEqual([["failed"], found]);
    paypal.stubReply("capture");
    const next = await approvedOrder();
    expect(next).not.toBe(token);
    await returnFromPayPal(next);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
    await app.sql("delete from orders where status = 'failed'");
  });

  it.each([
    "PAYER_ACTION_REQUIRED",
    "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  ])("sends the buyer to PayPal again after %s, and the same order is then paid", async (word) => {
    const token = await approvedOrder();
    paypal.stubReply("capture", refusal(word));
    const back = await returnFromPayPal(token);
    expect([back.status, back.location]).toEqual([
      303,
      expect.stringContaining(`checkoutnow?token=${token}`),
    ]);
    expect(await statuses()).toEqual(["created"]);
    paypal.stubReply("capture");
    expect((await returnFromPayPal(token)).toast).toContain("Subscription activated!");
    expect(await statuses()).toEqual(["captured"]);
  });
});

describe("an order that is over, after a late notification,", () => {
  it("stays uncaptured if its replacement was paid", async () => {
    const first = await approvedOrder();
    paypal.stubReply("order", AWAY);
    await returnFromPayPal(first);
    paypal.stubReply("order");
    const second = await approvedOrder(PRIVATE_ID);
    await returnFromPayPal(second);
    const taken = paypal.captureCount();
    expect(await (await event("CHECKOUT.ORDER.APPROVED", first)).json()).toEqual({
      message: "The order is failed.",
    });
    expect((await returnFromPayPal(first)).toast).toContain("You have not been charged for this one");
    expect(paypal.captureCount()).toBe(taken);
    expect([await statuses(), await paidFor()]).toEqual([["cancelled", "captured"], ["COMPLETED"]]);
  });

  it("is not captured in addition to a newer order approved at the same time", async () => {
    const first = await choosePackage(app, "basic");
    const second = await choosePackage(app, "basic", PRIVATE_ID);
    for (const token of [first, second]) paypal.approve(token);
    const taken = paypal.captureCount();
    await Promise.all([
      returnFromPayPal(first),
      returnFromPayPal(second),
      event("CHECKOUT.ORDER.APPROVED", first),
    ]);
    await Promise.all([first, second].map((token) => event("CHECKOUT.ORDER.APPROVED", token)));
    expect(paypal.captureCount() - taken).toBe(1);
    expect(await paidFor()).toEqual(["COMPLETED"]);
  });

  it("is captured if its buyer approved it last and bought nothing since", async () => {
    const first = await choosePackage(app, "basic");
    await choosePackage(app, "basic", PRIVATE_ID);
    paypal.approve(first);
    expect((await returnFromPayPal(first)).toast).toContain("Subscription activated!");
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 30 });
  });

  it("stays uncaptured if its buyer cancelled it, until the buyer returns with it", async () => {
    const token = await approvedOrder();
    const taken = paypal.captureCount();
    expect((await returnFromPayPal(token, { query: "&cancelled=1" })).toast).toBe(
      "The purchase was cancelled. You have not been charged.",
    );
    await event("CHECKOUT.ORDER.APPROVED", token);
    await ageOpenOrders(app, 20);
    await reconcileOrders();
    expect([paypal.captureCount(), await statuses()]).toEqual([taken, ["cancelled"]]);
    expect((await returnFromPayPal(token)).toast).toContain("Subscription activated!");
  });

  it("grants money that came anyway, emails the buyer, and shows staff", async () => {
    const first = await approvedOrder();
    await choosePackage(app, "basic", PRIVATE_ID);
    const second = await approvedOrder(PRIVATE_ID);
    await returnFromPayPal(second);
    paypal.captureBehindOurBack(first);
    await event("PAYMENT.CAPTURE.COMPLETED", first);
    expect(await billingState(app, "basic")).toMatchObject({ subscription: "Private", days: 60 });
    expect(await findings()).toEqual(["paid twice"]);
    expect((await mails("payment-unwanted")).map(({ text }) => text).join()).toContain("$29.00");
  });

  it("shows only the cancellation until PayPal confirms that nothing was paid", async () => {
    const token = await approvedOrder();
    paypal.stubReply("order", AWAY);
    const back = await returnFromPayPal(token, { query: "&cancelled=1" });
    expect(back.toast).toBe(
      "The purchase was cancelled. PayPal has not yet confirmed that nothing was paid. We will keep checking.",
    );
    paypal.stubReply("order");
    await ageOpenOrders(app, 3);
    await reconcileOrders();
    expect(await statuses()).toEqual(["cancelled"]);
  });

  it("does not show a cancellation if the purchase is paid", async () => {
    const token = await approvedOrder();
    await returnFromPayPal(token);
    expect((await returnFromPayPal(token, { query: "&cancelled=1" })).toast).toContain(
      "Subscription activated!",
    );
  });
});

describe("a pending payment", () => {
  const pending = async () => {
    paypal.captureStatus("PENDING");
    const token = await approvedOrder();
    await returnFromPayPal(token);
    return token;
  };

  it("appears in the account and in one email, and blocks further purchases until confirmed", async () => {
    const token = await pending();
    await event("PAYMENT.CAPTURE.PENDING", token);
    expect(await mails("payment-pending")).toHaveLength(1);
    const cookies = await app.cookiesOf("basic");
    for (const page of ["/subscription", "/dashboard/subscription"])
      expect(await (await app.request(page, { cookies })).text()).toContain(
        "A payment of $29.00 for Premium is on its way",
      );
    for (const packageId of [PREMIUM_ID, PRIVATE_ID]) {
      const refused = await app.request("/subscription", { method: "POST", cookies, body: { packageId } });
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining("no need to pay again"),
      ]);
    }
    const api = await app.request("/api/subscription/upgrade", {
      method: "POST",
      headers: { Authorization: `Bearer ${await app.tokenOf("basic")}` },
      json: { userId: await memberId(app, "basic"), packageId: PREMIUM_ID },
    });
    expect(api.status).toBe(409);
    const all = await app.request("/subscription?again=1", {
      method: "POST",
      cookies,
      body: { packageId: PREMIUM_ID },
    });
    expect(all.status).toBe(303);
    const page = await (await app.request("/subscription?again=1", { cookies })).text();
    expect(page).toContain('action="/subscription?again=1"');
  });

  it("sends an email if it is denied", async () => {
    const token = await pending();
    paypal.captureStatus("DENIED");
    await event("PAYMENT.CAPTURE.DENIED", token);
    expect((await mails("payment-declined")).map(({ text }) => text).join()).toContain(
      "You have not been charged",
    );
  });

  it("grants nothing if it completes after the account was deleted, and staff see it", async () => {
    const token = await pending();
    const id = await memberId(app, "basic");
    await app.sql(
      "update members set email = 'deleted-' || id || '@invalid', status = 'inactive' where id = ?",
      [id],
    );
    paypal.captureStatus("COMPLETED");
    await event("PAYMENT.CAPTURE.COMPLETED", token);
    expect(await findings()).toEqual(["captured, not recorded"]);
    await app.sql("update members set email = 'basic@demo.test', status = 'active' where id = ?", [id]);
    expect(await billingState(app, "basic")).toMatchObject({
      subscription: "Basic",
      payments: [{ status: "PENDING" }],
    });
    await resetPurchases(app, "basic");
  });
});
