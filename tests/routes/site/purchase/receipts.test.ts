import { mailsTo, waitForMail } from "tests/support/mails";
import { ageOpenOrders, billingState, choosePackage, notification } from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop({ SITE_SELLER: "Openbell Publishing Ltd" });
beforeEach(async () => {
  for (const table of ["mails", "receipt_counters", "changes"]) await app.sql(`delete from ${table}`);
});

const textOf = async (path: string, person: Person) => {
  const answer = await app.request(path, { cookies: await app.cookiesOf(person) });
  const words = (await answer.text()).replace(/<!-- -->/g, "").replace(/<[^>]*>/g, "|");
  return { status: answer.status, text: words.replace(/\|+/g, "|") };
};

async function buy(): Promise<string> {
  const token = await choosePackage(app, "basic");
  paypal.approve(token);
  await returnFromPayPal(token);
  return token;
}

const paymentId = async () => (await billingState(app, "basic")).payments[0]?.id ?? "";

/** The provider reports a refunded capture twice. */
async function giveBack(captureId: string): Promise<void> {
  paypal.refund(captureId);
  for (const type of ["REFUNDED", "REVERSED"])
    await app.request(
      "/webhooks/paypal",
      notification({ id: "WH-2", event_type: `PAYMENT.CAPTURE.${type}`, resource: { id: captureId } }),
    );
}

async function setVat(vatRate: string, vatName = ""): Promise<Response> {
  const seller = { company: "Openbell Publishing Ltd", address: "4 Corn Row", taxId: "", vatRate, vatName };
  return app.request("/admin/settings/seller", {
    method: "POST",
    cookies: await app.cookiesOf("superadmin"),
    body: seller,
  });
}

const numbers = () =>
  app.sql<{ receipt: number | null; note: number | null }>(
    "select receipt_number as receipt, credit_note_number as note from payments order by created_at",
  );

describe("a receipt", () => {
  it("shows the same number everywhere", spec("beyond receipts credit notes numbered"), async () => {
    await buy();
    const id = await paymentId();
    for (const [path, person] of [
      ["/subscription/success", "basic"],
      ["/dashboard/subscription", "basic"],
      [`/dashboard/receipts/${id}`, "basic"],
      ["/admin/payments", "superadmin"],
      [`/admin/payments/${id}/receipt`, "superadmin"],
      ["/admin/payments/export.csv", "superadmin"],
    ] as const)
      expect((await textOf(path, person)).text, path).toContain("R-000001");
    expect((await waitForMail("basic@demo.test", /receipt/)).text).toContain("Receipt number: R-000001");
    const [member] = await app.sql<{ id: string }>("select id from members where email = 'basic@demo.test'");
    expect((await textOf(`/admin/manage-users/${member?.id}`, "superadmin")).text).toContain("R-000001");
  });

  it("gets its number when pending money completes, but not when it is declined", async () => {
    paypal.captureStatus("PENDING");
    await buy();
    expect(await numbers()).toEqual([{ receipt: null, note: null }]);
    expect((await textOf(`/admin/payments/${await paymentId()}/receipt`, "superadmin")).status).toBe(404);
    paypal.captureStatus("COMPLETED");
    await ageOpenOrders(app, 3);
    await waitUntil(async () => (await numbers())[0]?.receipt === 1);
    paypal.captureStatus("DECLINED");
    await buy();
    expect(await numbers()).toEqual([
      { receipt: 1, note: null },
      { receipt: null, note: null },
    ]);
  });

  it(
    "is not made for money refunded before it was recorded, and neither is a credit note",
    spec("beyond receipts credit notes numbered"),
    async () => {
      paypal.captureStatus("REFUNDED");
      await buy();
      expect((await billingState(app, "basic")).payments.map(({ status }) => status)).toEqual(["FAILED"]);
      expect(await numbers()).toEqual([{ receipt: null, note: null }]);
    },
  );
});

describe("a credit note", () => {
  it(
    "has its own number, names the corrected receipt, and is emailed once",
    spec("beyond credit note refund payer"),
    async () => {
      const token = await buy();
      const id = await paymentId();
      const paths = [`/dashboard/receipts/${id}/credit-note`, `/admin/payments/${id}/credit-note`] as const;
      expect((await textOf(paths[0], "basic")).status).toBe(404);
      expect((await textOf(paths[1], "superadmin")).status).toBe(404);
      await giveBack(paypal.captureOf(token));
      expect(await numbers()).toEqual([{ receipt: 1, note: 1 }]);
      for (const [path, person] of [
        [paths[0], "basic"],
        [paths[1], "superadmin"],
      ] as const) {
        const { text } = await textOf(path, person);
        expect(text).toContain("Credit note number |C-000001");
        expect(text).toContain("Corrects receipt|R-000001");
        expect(text).toContain("Refunded|$29.00");
        expect(text).toContain("Sold by|Openbell Publishing Ltd");
      }
      expect((await textOf(paths[0], "premium")).status).toBe(404);
      expect((await textOf("/dashboard/subscription", "basic")).text).toContain("C-000001");
      const { text } = await waitForMail("basic@demo.test", /was refunded/);
      expect(text).toContain("Credit note number: C-000001");
      expect(text).toContain(`/dashboard/receipts/${id}/credit-note`);
      expect(await mailsTo("basic@demo.test", /was refunded/)).toHaveLength(1);
    },
  );
});

describe("the tax in a price", () => {
  it(
    "appears on receipts of its period, with a matching net, in email and spreadsheet, too",
    spec("beyond optional line vat day"),
    async () => {
      const untaxed = await buy();
      expect((await setVat("20")).status).toBe(303);
      const taxed = await buy();
      expect((await setVat("7.7", "MwSt")).status).toBe(303);
      const [first, second] = (await billingState(app, "basic")).payments;
      await giveBack(paypal.captureOf(taxed));
      expect((await setVat("")).status).toBe(303);
      expect((await textOf(`/dashboard/receipts/${first?.id}`, "basic")).text).not.toContain("Net|");
      for (const [path, word] of [
        [`/dashboard/receipts/${second?.id}`, "Total"],
        [`/dashboard/receipts/${second?.id}/credit-note`, "Refunded"],
      ] as const)
        expect((await textOf(path, "basic")).text).toContain(`Net|$24.17|VAT 20%|$4.83|${word}|$29.00`);
      const { text } = await waitForMail("basic@demo.test", /receipt/, 2);
      expect(text).toMatch(/Net: \$24\.17\s+VAT 20%: \$4\.83/);
      const cookies = await app.cookiesOf("superadmin");
      const csv = await (await app.request("/admin/payments/export.csv", { cookies })).text();
      const [head = [], ...rows] = csv
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(","));
      const column = head.indexOf("Receipt number");
      expect([head, ...rows].map((cells) => cells.slice(column, column + 4))).toEqual([
        ["Receipt number", "Net", "VAT", "Credit note"],
        ["R-000002", "24.17", "4.83", "C-000001"],
        ["R-000001", "", "", ""],
      ]);
      expect(untaxed).not.toBe(taxed);
    },
  );

  it.each([
    ["100", "VAT rate must be a percentage from 0 to 99.99"],
    ["-1", "VAT rate must be a percentage from 0 to 99.99"],
    ["7.777", "VAT rate must be a percentage from 0 to 99.99"],
    ["twenty", "VAT rate must be a percentage from 0 to 99.99"],
    ["", "VAT rate is required if the tax has a name"],
  ])(
    "at the rate %j is rejected, and the form keeps its values",
    spec("beyond optional line vat day"),
    async (rate, message) => {
      const answer = await setVat(rate, "GST");
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).toContain(message);
      expect(page).toMatch(/name="vatName"[^>]*value="GST"|value="GST"[^>]*name="vatName"/);
    },
  );
});
