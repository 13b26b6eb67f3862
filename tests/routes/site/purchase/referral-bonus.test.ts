import { mailsTo, waitForMail } from "tests/support/mails";
import { billingState, choosePackage, memberId, resetPurchases } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

const DAY_MS = 86_400_000;

// A referral references its payment, which the next test's setup deletes.
afterEach(() => app.sql("delete from referrals"));
beforeEach(async () => {
  await app.sql("delete from mails");
  await resetPurchases(app, "lapsed", "Premium", -1);
  await app.sql("insert into referrals (referrer_id, friend_id, days) values (?, ?, 30)", [
    await memberId(app, "lapsed"),
    await memberId(app, "basic"),
  ]);
});

const page = async (path: string, cookies: string) =>
  (await (await app.request(path, { cookies })).text()).replaceAll("<!-- -->", "");

const pageOf = async (path: string, person: "basic" | "premium" | "lapsed" = "basic") =>
  page(path, await app.cookiesOf(person));

async function buy() {
  const token = await choosePackage(app, "basic");
  paypal.approve(token);
  await returnFromPayPal(token);
  const [payment] = (await billingState(app, "basic")).payments;
  return payment?.id ?? "";
}

const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

describe("the access end of an invited friend's first payment", () => {
  const NAMED = "30 days bought + 30 days from your referral";

  it(
    "includes and names the referral days on certificate, receipt, account and email",
    spec("4 referral s month referrer"),
    async () => {
      const id = await buy();
      expect(await billingState(app, "basic")).toMatchObject({ subscription: "Premium", days: 60 });
      for (const path of ["/subscription/success", `/dashboard/receipts/${id}`]) {
        const html = await pageOf(path);
        expect(html, path).toContain(NAMED);
        expect(html, path).toContain(inDays(60));
        expect(html, path).not.toContain(inDays(30));
      }
      const short = inDays(60).replace(/ (\w{3})\w* /, " $1 ");
      const table = /<table.*<\/table>/s.exec(await pageOf("/dashboard/subscription"))?.[0];
      expect(table).toContain(short);
      const { text } = await waitForMail("basic@demo.test", /receipt/);
      expect(text).toContain(NAMED);
      expect(text).toContain(`Access until: ${inDays(60)}`);
    },
  );

  it("is the same for staff in list, CSV and API, and is empty after a refund", async () => {
    const id = await buy();
    const short = inDays(60).replace(/ (\w{3})\w* /, " $1 ");
    const owner = await app.cookiesOf("superadmin");
    const row = async () =>
      (await page("/admin/payments", owner)).split(`id="row-${id}"`)[1]?.split("</tr>")[0];
    expect(await row()).toContain(short);
    expect(await row()).toContain("30 days from a referral");
    const csv = await page("/admin/payments/export.csv", owner);
    expect(csv.split("\r\n").find((line) => line.startsWith(id))).toContain(
      new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10),
    );
    const response = await app.request("/api/subscription/payments", { method: "POST", cookies: owner });
    const { payments } = (await response.json()) as {
      payments: { id: string; expiresAt: string; bonusDays: number }[];
    };
    const found = payments.find((payment) => payment.id === id);
    expect(found?.bonusDays).toBe(30);
    expect(found?.expiresAt.slice(0, 10)).toBe(new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10));
    await app.sql("update payments set refunded_at = now() where id = ?", [id]);
    expect(await row()).toContain("Ended by the refund");
    expect(await row()).not.toContain(short);
  });

  it("appears before the payment, too", spec("4 referral s month referrer"), async () => {
    const packages = await pageOf("/subscription");
    expect(packages).toContain("30 days from your referral");
    expect(packages).toContain(inDays(60).replace(/ (\w{3})\w* /, " $1 "));
  });

  it("names no referral days without a referral", async () => {
    await app.sql("delete from referrals");
    const id = await buy();
    for (const path of ["/subscription/success", `/dashboard/receipts/${id}`]) {
      const html = await pageOf(path);
      expect(html, path).toContain("30 days bought");
      expect(html, path).not.toContain("your referral");
      expect(html, path).toContain(inDays(30));
    }
    expect((await waitForMail("basic@demo.test", /receipt/)).text).not.toContain("your referral");
  });

  it("is the current end if staff have changed it", async () => {
    await buy();
    await app.sql("update members set subscription_expires_at = '2126-08-14T10:00Z' where email = ?", [
      "basic@demo.test",
    ]);
    expect(await pageOf("/subscription/success")).toContain("14 August 2126");
    await app.sql(
      "update members set subscription = 'Basic', subscription_expires_at = null where email = ?",
      ["basic@demo.test"],
    );
    expect(await pageOf("/subscription/success")).not.toContain("Access until");
  });
});

describe("the email to a referrer", () => {
  it(
    "comes once with the reward, and states the days and the end",
    spec("4 referral s month referrer"),
    async () => {
      await buy();
      const mail = await waitForMail("lapsed@demo.test", /30 days/);
      expect(mail.text).toContain("basic T.");
      expect(mail.text).toContain(`Access until: ${inDays(30)}`);
      expect(mail.text).not.toContain("basic@demo.test");
      const second = await choosePackage(app, "basic");
      paypal.approve(second);
      await returnFromPayPal(second);
      expect(await mailsTo("lapsed@demo.test", /30 days/)).toHaveLength(1);
    },
  );

  it("is not sent to an inactive account", async () => {
    await app.sql("update members set status = 'inactive' where email = 'lapsed@demo.test'");
    await buy();
    await app.sql("update members set status = 'active' where email = 'lapsed@demo.test'");
    expect(await app.sql("select 1 from mails where to_address = 'lapsed@demo.test'")).toEqual([]);
  });
});

describe("a visitor or member with a referral link", () => {
  const invited = async (path: string, ref = "CODE-LAPSED") => page(`${path}?ref=${ref}`, "");
  const OFFER = "you and your friend both get 30 days of membership free";

  it("sees the offer at once, and as long as the link is remembered", async () => {
    for (const path of ["/subscription", "/register"]) {
      expect(await invited(path), path).toContain(OFFER);
      expect(await page(path, "openbell_ref=CODE-LAPSED"), path).toContain(OFFER);
      expect(await page(path, ""), path).not.toContain(OFFER);
    }
  });

  it("sees no offer if the code is unknown or its member inactive", async () => {
    for (const ref of ["NOBODY-HERE", "CODE-INACTIVE"]) {
      for (const path of ["/subscription", "/register"])
        expect(await invited(path, ref), path).not.toContain(OFFER);
    }
  });

  it("sees no offer as a member without a referral, or after the reward", async () => {
    const cookies = `${await app.cookiesOf("premium")}; openbell_ref=CODE-LAPSED`;
    expect(await page("/subscription", cookies)).not.toContain("30 days of membership free");
    expect(await pageOf("/subscription")).toContain("you and the friend who invited you both get 30 days");
    await buy();
    expect(await pageOf("/subscription")).not.toContain("from your referral");
  });
});
