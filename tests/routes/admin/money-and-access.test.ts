import { app, openShop, paypal, returnFromPayPal } from "tests/routes/site/purchase/shop";
import { withFailingWrites } from "tests/support/database-failures";
import { ageOpenOrders, choosePackage, memberId, PRIVATE_ID, resetPurchases } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

// No job may query an order that waits here.
openShop({ PAYPAL_RECONCILE_SECONDS: "3600" });

const PAGE = "/admin/payments/access";

let cookies = "";
beforeAll(async () => {
  cookies = await app.cookiesOf("superadmin");
});
beforeEach(async () => {
  for (const table of ["mails", "accepted_findings", "changes", "referrals", "payments", "orders"])
    await app.sql(`delete from ${table}`);
  await app.sql("update members set subscription = 'Basic', subscription_expires_at = null");
});

const page = async () => (await app.request(PAGE, { cookies })).text();

/** The rows of the page: what each form would fix, and the text next to it. */
async function lines(): Promise<{ kind: string; subject: string; fixes: string[] }[]> {
  const forms = (await page()).matchAll(
    /<form method="post" class="[^"]*">.*?name="kind" value="([^"]*)".*?name="subject" value="([^"]*)"(.*?)<\/form>/gs,
  );
  return [...forms].map(([, kind = "", subject = "", buttons = ""]) => ({
    kind,
    subject,
    fixes: [...buttons.matchAll(/name="fix" value="(\w+)"/g)].map(([, fix = ""]) => fix),
  }));
}

const kinds = async () => (await lines()).map(({ kind }) => kind);

const fixIssue = (body: Record<string, string>, as = cookies) =>
  app.request(PAGE, { method: "POST", cookies: as, body });

/** Fixes the only row with its n-th button. */
async function fixOnlyIssue(nth = 0) {
  const [line] = await lines();
  if (!line) throw new Error("There is nothing to fix");
  return fixIssue({ kind: line.kind, subject: line.subject, fix: line.fixes[nth] ?? "" });
}

async function buy(packageId?: string): Promise<void> {
  const token = await choosePackage(app, "basic", packageId);
  paypal.approve(token);
  await returnFromPayPal(token);
}

const restoredMails = () =>
  app.sql<{ to_address: string; text: string }>(
    "select to_address, text from mails where template = 'access-restored'",
  );

const basicNow = async () => {
  const [row] = await app.sql<{ subscription: string; subscription_expires_at: string | null }>(
    "select subscription, subscription_expires_at from members where email = 'basic@demo.test'",
  );
  return row;
};

describe("money and access", () => {
  it("shows a message without findings, and lists the checks", async () => {
    await buy();
    const html = await page();
    expect(html).toContain("No problems found.");
    expect(html).toContain("Paid, but without access");
    expect(await lines()).toEqual([]);
  });

  it(
    "lists members who paid without access, and restores the access until its own end, once",
    spec("beyond money access paid without"),
    async () => {
      await buy();
      const bought = await basicNow();
      await app.sql("update members set subscription = 'Basic', subscription_expires_at = null");
      expect(await kinds()).toEqual(["paid without access"]);
      const [line] = await lines();
      const both = await Promise.all([fixOnlyIssue(), fixOnlyIssue()]);
      expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
      expect(await basicNow()).toEqual(bought);
      expect(await lines()).toEqual([]);
      const logged = await app.sql("select action, detail from changes where resource = 'manage-users'");
      expect(logged).toMatchObject([{ action: "gave access to", detail: { from: "Basic", to: "Premium" } }]);
      const emails = await restoredMails();
      expect(emails).toEqual([{ to_address: "basic@demo.test", text: expect.stringContaining("Premium") }]);
      const late = await fixIssue({
        kind: "paid without access",
        subject: line?.subject ?? "",
        fix: "give",
      });
      expect([late.status, await late.text()]).toEqual([
        409,
        expect.stringContaining("this entry is already resolved"),
      ]);
    },
  );

  it("notifies a payer each time access is restored, and of nothing otherwise", async () => {
    await buy();
    for (const times of [1, 2]) {
      await app.sql("update members set subscription = 'Basic', subscription_expires_at = null");
      expect((await fixOnlyIssue()).status).toBe(303);
      expect(await restoredMails()).toHaveLength(times);
    }
    await app.sql("update members set subscription = 'Basic', subscription_expires_at = null");
    const failed = await withFailingWrites(app, "insert", "mails", () => fixOnlyIssue());
    expect(failed.status).toBe(500);
    expect((await basicNow())?.subscription).toBe("Basic");
    expect((await fixOnlyIssue(1)).status).toBe(303);
    expect(await restoredMails()).toHaveLength(2);
  });

  it("does not count Premium days that a Private upgrade replaced", async () => {
    await buy();
    await buy(PRIVATE_ID);
    await app.sql(
      `update payments set expires_at = now() - interval '1 day', access_from = now() - interval '9 days',
              payment_date = now() - interval '9 days' where tier = 'Private'`,
    );
    await app.sql(
      `update payments set access_from = now() - interval '10 days', payment_date = now() - interval '10 days'
        where tier = 'Premium'`,
    );
    await app.sql(
      "update members set subscription_expires_at = now() - interval '1 day' where subscription = 'Private'",
    );
    expect(await lines()).toEqual([]);
  });

  it("is not queried about refunded payments", async () => {
    await buy();
    await app.sql("update payments set refunded_at = now()");
    await app.sql("update members set subscription = 'Basic', subscription_expires_at = null");
    expect(await lines()).toEqual([]);
  });

  it("lists captured payments that are not recorded", spec("beyond money access paid without"), async () => {
    const token = await choosePackage(app, "basic");
    await app.sql(
      `update orders set status = 'failed', end_reason = 'mismatch', held_capture_id = 'C28', held_amount = 28, held_currency = 'USD',
              last_error = 'Captured, but 28.00 USD instead of 29.00 USD' where provider_order_id = ?`,
      [token],
    );
    expect(await page()).toContain("C28: Captured, but 28.00 USD instead of 29.00 USD");
    expect((await fixOnlyIssue(2)).status).toBe(303);
    expect(await lines()).toEqual([]);
  });

  it("lists a stuck order and queries PayPal for it", spec("beyond money access paid without"), async () => {
    const token = await choosePackage(app, "basic");
    paypal.approve(token);
    await app.sql("update orders set status = 'approved'");
    expect(await lines()).toEqual([]);
    await ageOpenOrders(app, 20);
    expect(await kinds()).toEqual(["stuck"]);
    paypal.stubReply("order", () => ({ status: 503, body: "busy" }));
    const busy = await fixOnlyIssue();
    expect([busy.status, await busy.text()]).toEqual([
      409,
      expect.stringContaining("PayPal is not responding, or another check is running."),
    ]);
    paypal.stubReply("order");
    await ageOpenOrders(app, 20);
    expect((await fixOnlyIssue()).status).toBe(303);
    expect(await lines()).toEqual([]);
    expect(await basicNow()).toMatchObject({ subscription: "Premium" });
  });

  it(
    "lists double payments until one is refunded or both are accepted",
    spec("beyond money access paid without"),
    async () => {
      await buy();
      await buy();
      expect(await kinds()).toEqual(["paid twice"]);
      await app.sql(
        "update payments set refunded_at = now() where payment_date = (select min(payment_date) from payments)",
      );
      expect(await lines()).toEqual([]);
      await app.sql("update payments set refunded_at = null, credit_note_number = null");
      expect((await fixOnlyIssue()).status).toBe(303);
      expect(await lines()).toEqual([]);
      expect(await app.sql("select kind, staff_name from accepted_findings")).toMatchObject([
        { kind: "paid twice" },
      ]);
    },
  );

  it.each<[string, () => Promise<unknown>, number]>([
    ["nothing", async () => {}, 1],
    [
      "staff, by the log",
      () =>
        app.sql(`insert into changes (staff_name, action, resource, record_id, record_title, detail)
          select 'Mara', 'switched', 'manage-users', id::text, 'A', '{"fields": ["subscription"]}' from members`),
      0,
    ],
    ["staff, who made the account", () => app.sql("update members set registered_by_admin = true"), 0],
    [
      "a referral whose days reach as far",
      () =>
        app.sql(`insert into referrals (referrer_id, friend_id, state, rewarded_at, days)
          select a.id, b.id, 'rewarded', now() - interval '20 days', 30 from members a, members b
           where a.email = 'basic@demo.test' and b.email = 'lapsed@demo.test'`),
      0,
    ],
    [
      "a referral whose days are over",
      () =>
        app.sql(`insert into referrals (referrer_id, friend_id, state, rewarded_at, days)
          select a.id, b.id, 'rewarded', now() - interval '25 days', 30 from members a, members b
           where a.email = 'basic@demo.test' and b.email = 'lapsed@demo.test'`),
      1,
    ],
  ])(
    "lists access without a payment, which %s explains",
    spec("beyond money access paid without"),
    async (_name, account, found) => {
      await app.sql(`update members set subscription = 'Premium', subscription_expires_at = now() + interval '9 days'
      where email = 'basic@demo.test'`);
      await account();
      expect(await kinds()).toEqual(Array(found).fill("access without payment"));
      await app.sql("update members set registered_by_admin = false");
    },
  );

  it("lists an accepted access again when it changes", async () => {
    await app.sql("update members set subscription = 'Private' where email = 'basic@demo.test'");
    expect((await fixOnlyIssue()).status).toBe(303);
    expect(await lines()).toEqual([]);
    await app.sql(
      "update members set subscription_expires_at = now() + interval '1 year' where email = 'basic@demo.test'",
    );
    expect(await kinds()).toEqual(["access without payment"]);
  });

  it("lists the first fifty, and shows that there are more", async () => {
    await resetPurchases(app, "basic");
    const id = await memberId(app, "basic");
    await app.sql(`insert into orders (member_id, plan_name, tier, amount, currency, days, status, end_reason, held_capture_id, held_amount, held_currency)
      select '${id}', 'Premium', 'Premium', 29, 'USD', 30, 'failed', 'mismatch', 'C1', 1, 'USD'
        from generate_series(1, 60)`);
    expect(await lines()).toHaveLength(50);
    expect(await page()).toContain("The first 50; there are more");
  });

  it.each<[string, Record<string, string>, number]>([
    ["nothing chosen", {}, 422],
    ["a kind of its own", { kind: "x", subject: "y", fix: "give" }, 422],
    ["a fix that its kind does not have", { kind: "stuck", subject: "y", fix: "accept" }, 422],
    ["a line that is not there", { kind: "paid twice", subject: "none", fix: "accept" }, 409],
    [
      "a subject that is none",
      { kind: "paid twice", subject: "'; drop table payments; --", fix: "accept" },
      422,
    ],
    ["a letter that no text holds", { kind: "paid twice", subject: "y\u0000", fix: "accept" }, 422],
    ["a text without an end date", { kind: "paid twice", subject: "y".repeat(300), fix: "accept" }, 422],
  ])("does nothing for %s", async (_name, body, status) => {
    const answer = await fixIssue(body);
    expect([answer.status, await answer.text()]).toEqual([
      status,
      expect.stringContaining("Money and access"),
    ]);
    expect(await app.sql("select 1 from accepted_findings")).toEqual([]);
  });

  it("asks for the password before a fix", spec("beyond money access paid without"), async () => {
    await app.sql("update members set subscription = 'Private' where email = 'basic@demo.test'");
    await app.sql("update sessions set password_confirmed_at = now() - interval '11 minutes'");
    const passwordCheck = await fixOnlyIssue();
    expect(passwordCheck.headers.get("Location")).toMatch(/^\/admin\/password-check\?held=/);
    expect(await kinds()).toEqual(["access without payment"]);
    await app.sql("update sessions set password_confirmed_at = now()");
  });
});
