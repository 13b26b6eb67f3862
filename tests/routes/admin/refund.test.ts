import { app, buy, currentAccess, notify, openShop, paypal } from "tests/routes/site/purchase/shop";
import { refusal } from "tests/support/fake-paypal";
import { billingState } from "tests/support/purchases";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

openShop({ PAYPAL_RECONCILE_SECONDS: "3600" });

let cookies = "";
beforeAll(async () => {
  cookies = await app.cookiesOf("superadmin");
});
beforeEach(async () => {
  for (const table of ["mails", "changes"]) await app.sql(`delete from ${table}`);
  await app.sql("update sessions set password_confirmed_at = now()");
});

const versionOf = async (id: string) => {
  const [row] = await app.sql<{ version: number }>("select version from payments where id = ?", [id]);
  return row?.version ?? 0;
};

async function bought() {
  const order = await buy();
  const id = (await billingState(app, "basic")).payments.at(-1)?.id ?? "";
  return { order, id, version: await versionOf(id) };
}

const send = ({ id, version }: { id: string; version: number }, body: Record<string, string>, as = cookies) =>
  app.request(`/admin/payments/${id}/refund`, {
    method: "POST",
    cookies: as,
    body: { reason: "They asked for it", version: String(version), ...body },
  });

const refundsOf = ({ id }: { id: string }) =>
  app.sql<{ amount: string; state: string; reason: string | null; staff_name: string | null }>(
    "select amount, state, reason, staff_name from refunds where payment_id = ? order by created_at",
    [id],
  );

const page = async (path: string, as = cookies) => (await app.request(path, { cookies: as })).text();

describe("a refund by staff", () => {
  it("ends the access if it is the full amount, with a credit note and an email", async () => {
    const payment = await bought();
    const link = `/admin/payments/${payment.id}/refund`;
    expect(await page("/admin/payments")).toContain(link);
    expect(await page(link)).toContain('value="29.00"');
    const answer = await send(payment, { amount: "29.00" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/payments"]);
    expect(await currentAccess()).toMatchObject({ days: 0 });
    expect(await page("/admin/payments")).not.toContain(link);
    expect(paypal.refundsOf(payment.order)).toMatchObject([{ amount: { value: "29.00" } }]);
    expect(await refundsOf(payment)).toMatchObject([
      { amount: "29.00", state: "done", reason: "They asked for it", staff_name: "superadmin tester" },
    ]);
    expect(await app.sql("select 1 from mails where template = 'credit-note'")).toHaveLength(1);
    expect(await app.sql("select action from changes where resource = 'payments'")).toMatchObject([
      { action: "refunded $29.00 to" },
    ]);
  });

  it("keeps the access if it is a part, and changes amounts and totals", async () => {
    await send(await bought(), { amount: "10" });
    expect(await currentAccess()).toEqual({ subscription: "Premium", days: 30 });
    const list = await page("/admin/payments");
    expect(list).toContain("of which $10.00 refunded");
    expect(list).toContain("$19.00 net of refunds");
    const own = await page("/dashboard/subscription", await app.cookiesOf("basic"));
    expect(own).toContain("of which $10.00 refunded");
  });

  it("sent twice counts once; a second part is another refund", async () => {
    const payment = await bought();
    await Promise.all([send(payment, { amount: "10" }), send(payment, { amount: "10" })]);
    await send(payment, { amount: "10" });
    expect(paypal.refundsOf(payment.order)).toHaveLength(1);
    await send({ ...payment, version: await versionOf(payment.id) }, { amount: "19" });
    expect(paypal.refundsOf(payment.order)).toHaveLength(2);
    expect(await currentAccess()).toMatchObject({ days: 0 });
  });

  it.each([
    ["more than is left", { amount: "29.01" }, "You can refund at most $29.00"],
    ["nothing", { amount: "0" }, "Amount must be more than 0"],
    ["no figure", { amount: "ten" }, "Amount must be"],
    ["no reason", { amount: "5", reason: "" }, "Why is required"],
  ])("of %s is refused, and nothing is sent to PayPal", async (_name, body, text) => {
    const payment = await bought();
    const answer = await send(payment, body);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(text)]);
    expect(paypal.refundsOf(payment.order)).toEqual([]);
  });

  it("waits for PayPal’s reply: the same form sent again is the same refund", async () => {
    const payment = await bought();
    paypal.stubReply("refund", () => "hang up");
    const silent = await send(payment, { amount: "10" });
    expect([silent.status, await silent.text()]).toEqual([
      503,
      expect.stringContaining("PayPal has not answered"),
    ]);
    expect(await refundsOf(payment)).toMatchObject([{ state: "asked" }]);
    paypal.stubReply("refund");
    expect((await send(payment, { amount: "10" })).status).toBe(303);
    expect(paypal.refundsOf(payment.order)).toHaveLength(1);
    expect(await refundsOf(payment)).toMatchObject([{ state: "done", amount: "10.00" }]);
  });

  it("refused by PayPal can be repeated from a newly opened form", async () => {
    const payment = await bought();
    paypal.stubReply("refund", refusal("TRANSACTION_REFUSED"));
    const refused = await send(payment, { amount: "10" });
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("PayPal refused the refund"),
    ]);
    paypal.stubReply("refund");
    const version = await versionOf(payment.id);
    expect((await send({ ...payment, version }, { amount: "10" })).status).toBe(303);
    expect(await app.sql("select action from changes where resource = 'payments'")).toHaveLength(1);
  });

  it("waits with another amount until PayPal has answered the previous one", async () => {
    const payment = await bought();
    paypal.stubReply("refund", () => "hang up");
    await send(payment, { amount: "29" });
    paypal.stubReply("refund");
    for (const version of [payment.version, 99]) {
      const other = await send({ ...payment, version }, { amount: "10" });
      expect([other.status, await other.text()]).toEqual([
        422,
        expect.stringContaining("A refund of $29.00 is still open"),
      ]);
    }
    expect((await send({ ...payment, version: 99 }, { amount: "29" })).status).toBe(303);
    expect(paypal.refundsOf(payment.order)).toHaveLength(1);
  });

  it("pending at a bank does not count yet", async () => {
    const payment = await bought();
    paypal.stubReply("refund", (answer) => ({ status: 201, body: { ...answer, status: "PENDING" } }));
    paypal.stubReply("payment", (answer) => ({ body: { ...answer, status: "COMPLETED" } }));
    await send(payment, { amount: "10" });
    expect(await page("/admin/payments")).not.toContain("of which $10.00 refunded");
    expect(await refundsOf(payment)).toMatchObject([{ state: "asked" }]);
  });

  it("needs write access to payments and the password", async () => {
    const payment = await bought();
    expect((await send(payment, { amount: "5" }, await app.cookiesOf("admin"))).status).toBe(403);
    await app.sql("update sessions set password_confirmed_at = now() - interval '11 minutes'");
    const passwordCheck = await send(payment, { amount: "5" });
    expect(passwordCheck.headers.get("Location")).toMatch(/^\/admin\/password-check\?held=/);
    expect(paypal.refundsOf(payment.order)).toEqual([]);
  });
});

describe("a refund made at PayPal", () => {
  it("in part counts once, with PayPal's amount, however often the webhook arrives", async () => {
    const { order, id } = await bought();
    const captureLink = `https://api.paypal.com/v2/payments/captures/${paypal.captureOf(order)}`;
    const tell = (refundId: string) =>
      notify({
        id: `WH-${refundId}`,
        event_type: "PAYMENT.CAPTURE.REFUNDED",
        resource: { id: refundId, links: [{ rel: "up", href: captureLink }] },
      });
    const refundId = paypal.refundPart(order, "12.50");
    for (let times = 0; times < 3; times += 1) await tell(refundId);
    expect(await app.sql("select refunded_amount from payments where id = ?", [id])).toEqual([
      { refunded_amount: "12.50" },
    ]);
    expect(await currentAccess()).toEqual({ subscription: "Premium", days: 30 });
    expect((await tell("NONE")).status).toBe(503);
  });

  it("in a dispute that is won restores the access and notifies the payer", async () => {
    const { order, id } = await bought();
    const related = { order_id: order, capture_id: paypal.captureOf(order) };
    const tell = (type: string) =>
      notify({
        id: `WH-${type}`,
        event_type: type,
        resource: { id: related.capture_id, supplementary_data: { related_ids: related } },
      });
    paypal.changeCapture(order, "REVERSED");
    await tell("PAYMENT.CAPTURE.REVERSED");
    expect(await currentAccess()).toMatchObject({ days: 0 });
    paypal.changeCapture(order, "COMPLETED");
    await tell("PAYMENT.CAPTURE.COMPLETED");
    await tell("PAYMENT.CAPTURE.COMPLETED");
    expect(await currentAccess()).toEqual({ subscription: "Premium", days: 30 });
    expect(await app.sql("select 1 from mails where template = 'payment-returned'")).toHaveLength(1);
    expect(await app.sql("select refunded_at from payments where id = ?", [id])).toEqual([
      { refunded_at: null },
    ]);
  });
});
