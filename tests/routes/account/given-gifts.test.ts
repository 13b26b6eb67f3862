import { waitForMail } from "tests/support/mails";
import { memberId, PREMIUM_ID } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import {
  buyGift,
  chooseGift,
  claim,
  gifts,
  held,
  linkTo,
  openGift,
  openGiftShop,
  refusal,
} from "../site/purchase/gift-shop";
import { app, paypal, refund, returnFromPayPal } from "../site/purchase/shop";

openGiftShop();

const sendAgain = async (id: string | undefined, recipientEmail: string, person: Person = "basic") =>
  app.request(`/dashboard/gifts/${id}`, {
    method: "POST",
    cookies: await app.cookiesOf(person),
    body: { recipientEmail },
  });

describe("the buyer's account", () => {
  const page = async (path: string, person: Person = "basic") =>
    (await app.request(path, { cookies: await app.cookiesOf(person) })).text();
  it("lists each paid gift with its state, and no unpaid one", spec("beyond gift s buyer sees"), async () => {
    await chooseGift({ recipientEmail: "nobody@demo.test" });
    const { token } = await buyGift({ recipientEmail: "aunt@demo.test" });
    const waiting = await page("/dashboard/subscription");
    expect(waiting).toContain("Gifts you gave");
    expect(waiting).toContain("Not claimed yet");
    expect(waiting).toMatch(
      /<td data-label="Plan"[^>]*>Premium, a gift<span class="sub">for aunt@demo\.test<\/span>/,
    );
    expect(waiting).not.toContain("nobody@demo.test");
    await claim(token, "lapsed");
    expect(await page("/dashboard/subscription")).toContain("Claimed");
    expect(await page("/dashboard/subscription", "lapsed")).not.toContain("Gifts you gave");
  });

  it(
    "resends the link to a corrected address and voids the older link",
    spec("beyond gift s buyer sees"),
    async () => {
      const { token } = await buyGift({ recipientEmail: "ant@demo.test" });
      const [gift] = await gifts();
      expect((await sendAgain(gift?.id, "nonsense")).status).toBe(422);
      expect((await sendAgain(gift?.id, "basic@demo.test")).status).toBe(422);
      const answer = await sendAgain(gift?.id, "Aunt@demo.test");
      expect(answer.headers.get("Location")).toBe(`/dashboard/gifts/${gift?.id}`);
      const fresh = await linkTo("aunt@demo.test");
      expect(fresh).not.toBe(token);
      expect((await openGift(token)).status).toBe(404);
      expect((await claim(token, "lapsed")).status).toBe(404);
      expect((await claim(fresh, "lapsed")).status).toBe(303);
      expect((await sendAgain(gift?.id, "aunt@demo.test")).status).toBe(409);
    },
  );

  it("resends a link at most three times a day", async () => {
    await buyGift({ recipientEmail: "aunt@demo.test" });
    const [gift] = await gifts();
    for (let times = 0; times < 3; times += 1)
      expect((await sendAgain(gift?.id, "aunt@demo.test")).status).toBe(303);
    expect((await sendAgain(gift?.id, "aunt@demo.test")).status).toBe(429);
    await waitForMail("aunt@demo.test", /has given you/, 4);
  });

  it("shows gifts to their buyer only", async () => {
    await buyGift();
    const [gift] = await gifts();
    for (const id of [gift?.id, "nonsense"]) {
      const cookies = await app.cookiesOf("premium");
      expect((await app.request(`/dashboard/gifts/${id}`, { cookies })).status).toBe(404);
      expect((await sendAgain(id, "thief@demo.test", "premium")).status).toBe(404);
    }
  });
});

describe("gifts on other pages", () => {
  it(
    "payments, the member's page and the receipt show the gift and its state",
    spec("beyond gift s buyer sees"),
    async () => {
      const { token } = await buyGift({ recipientEmail: "aunt@demo.test" });
      await claim(token, "lapsed");
      const cookies = await app.cookiesOf("superadmin");
      const read = async (path: string) => (await app.request(path, { cookies })).text();
      const payments = await read("/admin/payments");
      expect(payments).toContain("A gift for aunt@demo.test");
      expect(payments).toContain("Claimed");
      expect(await read(`/admin/manage-users/${await memberId(app, "basic")}`)).toContain(
        "1 given, 0 claimed",
      );
      expect(await read(`/admin/manage-users/${await memberId(app, "lapsed")}`)).toContain(
        "0 given, 1 claimed",
      );
      const [payment] = await app.sql<{ id: string }>("select id from payments where member_id = ?", [
        await memberId(app, "basic"),
      ]);
      const receipt = await app.request(`/dashboard/receipts/${payment?.id}`, {
        cookies: await app.cookiesOf("basic"),
      });
      expect(await receipt.text()).toContain("A gift for aunt@demo.test");
    },
  );

  it("staff without the payments permission see neither given gifts nor recipients", async () => {
    const { token } = await buyGift({ recipientEmail: "aunt@demo.test" });
    await claim(token, "lapsed");
    const path = `/admin/manage-users/${await memberId(app, "basic")}`;
    for (const address of [path, `${path}.data`]) {
      const answer = await app.request(address, { cookies: await app.cookiesOf("admin") });
      const html = (await answer.text()).replaceAll("/admin/mails?q=", "");
      expect([address, answer.status]).toEqual([address, 200]);
      expect(html).not.toContain("aunt@demo.test");
      expect(html).not.toContain("Read it slowly.");
    }
  });

  it("staff can resend a gift's email only while its link works", async () => {
    const { token } = await buyGift({ recipientEmail: "lapsed@demo.test" });
    const [mail] = await app.sql<{ id: string }>("select id from mails where template = 'gift'");
    const path = `/admin/manage-users/${await memberId(app, "lapsed")}/mails`;
    const cookies = await app.cookiesOf("superadmin");
    const again = () => app.request(path, { method: "POST", cookies, body: { mail: mail?.id ?? "" } });
    expect((await again()).status).toBe(303);
    expect(await linkTo("lapsed@demo.test", 2)).toBe(token);
    await claim(token, "lapsed");
    const refused = await again();
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("Nothing was sent: the gift’s link no longer works."),
    ]);
  });

  it("the API's capture reports that it was a gift", async () => {
    const orderId = await chooseGift();
    paypal.approve(orderId);
    const answer = await app.request("/api/subscription/captureOrder", {
      method: "POST",
      cookies: await app.cookiesOf("basic"),
      json: { orderId, userId: await memberId(app, "basic"), packageId: PREMIUM_ID },
    });
    expect(await answer.json()).toMatchObject({
      message: "Your gift is on its way by email.",
      user: { subscription: "Basic" },
    });
  });

  it("two gifts with deleted addresses are not reported as a double payment", async () => {
    await buyGift();
    await buyGift();
    await app.sql("update gifts set recipient_email = null");
    const cookies = await app.cookiesOf("superadmin");
    const html = await (await app.request("/admin/payments/access", { cookies })).text();
    expect(html).not.toContain("basic@demo.test");
  });

  it(
    "money and access finds no mismatch for giver or claimer",
    spec("beyond gift s buyer sees"),
    async () => {
      const { token } = await buyGift();
      await claim(token, "lapsed");
      await buyGift({ recipientEmail: "uncle@demo.test" });
      const cookies = await app.cookiesOf("superadmin");
      const html = await (await app.request("/admin/payments/access", { cookies })).text();
      for (const address of ["basic@demo.test", "lapsed@demo.test"]) expect(html).not.toContain(address);
    },
  );

  it("the export has given and claimed gifts, each side with its own text", async () => {
    const { token } = await buyGift({ recipientEmail: "aunt@demo.test" });
    await claim(token, "lapsed");
    const read = async (person: Person) =>
      (await (
        await app.request("/dashboard/export.json", { cookies: await app.cookiesOf(person) })
      ).json()) as {
        gifts: Record<string, unknown>[];
      };
    expect((await read("basic")).gifts).toMatchObject([
      { side: "you gave", sentTo: "aunt@demo.test", plan: "Premium" },
    ]);
    const claimed = (await read("lapsed")).gifts;
    expect(claimed).toMatchObject([{ side: "you claimed", sentTo: null, senderName: "Basic Tester" }]);
    expect(JSON.stringify(claimed)).not.toContain("token");
  });
});

describe("a deleted account", () => {
  const leave = async (person: Person | "uncle") => {
    await app.sql("update members set deletion_requested_at = now() - interval '31 days' where email = ?", [
      `${person}@demo.test`,
    ]);
    expect(await deleteDueMembers()).toBe(1);
  };

  it("gets no email about a gift paid later; the gift can be sent to another person", async () => {
    await app.sql(
      "insert into members (email, firstname, lastname, referral_code) values ('uncle@demo.test', 'Un', 'Cle', 'UNCLE234')",
    );
    const order = await chooseGift({ recipientEmail: "uncle@demo.test" });
    await leave("uncle");
    paypal.approve(order);
    await returnFromPayPal(order);
    const [gift] = await gifts();
    expect(gift).toMatchObject({ paid: true });
    expect(await app.sql("select 1 from mails where template = 'gift'")).toEqual([]);
    expect((await sendAgain(gift?.id ?? "", "aunt@demo.test")).status).toBe(303);
    expect(await linkTo("aunt@demo.test")).toMatch(/^[\w-]{43}$/);
  });

  it("is removed from given and received gifts, whose links keep working", async () => {
    await buyGift({ recipientEmail: "lapsed@demo.test" });
    const { order, token: claimed } = await buyGift({ recipientEmail: "uncle@demo.test" });
    await claim(claimed, "lapsed");
    await leave("lapsed");
    expect(await app.sql("select recipient_email from gifts")).toEqual([
      { recipient_email: null },
      { recipient_email: null },
    ]);
    expect((await openGift(claimed, "premium")).status).toBe(200);
    expect((await refusal(claimed, "premium")).html).toContain("This gift has already been claimed.");
    expect((await refund(order)).status).toBe(200);
    const [gift] = await gifts();
    const renewed = await sendAgain(gift?.id, "aunt@demo.test");
    expect(renewed.status).toBe(303);
    const token = await linkTo("aunt@demo.test");
    const mails = (what: string) => app.sql<{ text: string }>(`select text from mails where ${what}`);
    expect(JSON.stringify(await mails("template = 'receipt'"))).not.toMatch(/uncle@|aunt@/);
    expect((await mails("text ~ 'Read it slowly'")).length).toBeGreaterThan(1);
    await leave("basic");
    expect(await mails("html || text || subject ~ 'Basic Tester|Read it slowly|aunt@'")).toEqual([]);
    const html = await (await openGift(token, "premium")).text();
    expect(html).toContain("From Somebody");
    expect(html).not.toContain("Read it slowly.");
    expect((await claim(token, "premium")).status).toBe(303);
    expect(await held("premium")).toEqual({ subscription: "Premium", days: 50 });
  });
});
