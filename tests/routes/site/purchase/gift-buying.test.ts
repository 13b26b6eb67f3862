import { refusal, type StubReply } from "tests/support/fake-paypal";
import { mailsTo, waitForMail } from "tests/support/mails";
import {
  ageOpenOrders,
  billingState,
  choosePackage,
  memberId,
  PRIVATE_ID,
  resetPurchases,
} from "tests/support/purchases";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { beforeEach, describe, expect, it } from "vitest";
import { buyGift, chooseGift, filledIn, gifts, sendGift } from "./gift-shop";
import { app, notify, openShop, paypal, refund, returnFromPayPal } from "./shop";

openShop();
beforeEach(() => app.sql("delete from mails"));

const orders = async () => (await billingState(app, "basic")).orders.map(({ status }) => status);

describe("the gift form", () => {
  it("sends visitors to the sign-in page and back, with their chosen plan", async () => {
    const answer = await app.request(`/subscription/gift?package=${PRIVATE_ID}`);
    expect(answer.headers.get("Location")).toBe(
      `/login?next=${encodeURIComponent(`/subscription/gift?package=${PRIVATE_ID}`)}`,
    );
    const cookies = await app.cookiesOf("basic");
    const html = await (await app.request(`/subscription/gift?package=${PRIVATE_ID}`, { cookies })).text();
    expect(html).toMatch(
      new RegExp(`<option[^>]*value="${PRIVATE_ID}"[^>]*selected|<option selected[^>]*value="${PRIVATE_ID}"`),
    );
    expect(html).not.toContain("Basic:");
    expect(html).toContain('value="basic Tester"');
  });

  it(
    "keeps the values of a member whose session has ended",
    spec("beyond membership given bought address"),
    async () => {
      const answer = await app.request("/subscription/gift", { method: "POST", body: filledIn() });
      expect(answer.headers.get("Location")).toBe("/login?next=%2Fsubscription%2Fgift");
      const kept = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
      const cookies = [await app.cookiesOf("basic"), ...kept].join("; ");
      const html = await (await app.request("/subscription/gift", { cookies })).text();
      expect(html).toContain('value="aunt@demo.test"');
      expect(html).toContain("Read it slowly.");
      expect(await gifts()).toEqual([]);
    },
  );

  it.each([
    [{ recipientEmail: "nonsense" }, "Please enter a valid email"],
    [{ recipientEmail: "a@demo.test, b@demo.test" }, "Please enter a valid email"],
    [{ recipientEmail: "Basic@DEMO.test" }, "This is your own email."],
    [{ senderName: " " }, "Your name"],
    [{ message: "x".repeat(501) }, "Message must be at most 500 characters"],
    [{ message: "a\u0000b" }, "Message contains characters that are not allowed"],
    [{ packageId: "" }, "Choose a plan"],
  ])("rejects %j with a clear message and keeps the other values", async (words, text) => {
    const answer = await sendGift(words);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(text);
    if (!("senderName" in words)) expect(html).toContain('value="Basic Tester"');
    expect(await gifts()).toEqual([]);
  });

  it("rejects a plan that is not on sale", async () => {
    expect((await sendGift({ packageId: "20000000-0000-4000-8000-000000000009" })).status).toBe(404);
    expect(await gifts()).toEqual([]);
  });
});

describe("buying a gift", () => {
  it(
    "stores the recipient before the redirect, with a normalised address",
    spec("beyond membership given bought address"),
    async () => {
      const token = await chooseGift({ recipientEmail: " Aunt@DEMO.test " });
      const [gift] = await app.sql(
        "select o.provider_order_id, o.tier, o.days, g.recipient_email::text, g.sender_name, g.message, g.paid_at, g.token_hash from gifts g join orders o on o.id = g.order_id",
      );
      expect(gift).toEqual({
        provider_order_id: token,
        ...{ tier: "Premium", days: 30, recipient_email: "aunt@demo.test", sender_name: "Basic Tester" },
        message: "Happy birthday!\nRead it slowly.",
        ...{ paid_at: null, token_hash: null },
      });
    },
  );

  it(
    "grants no access, sends the link and a receipt, and leads to the gifts",
    spec("beyond membership given bought address"),
    async () => {
      const token = await chooseGift();
      paypal.approve(token);
      const back = await returnFromPayPal(token);
      expect(back).toMatchObject({
        location: "/dashboard/subscription",
        toast: "Thank you! Your gift is on its way by email.",
      });
      const now = await billingState(app, "basic");
      expect(now).toMatchObject({ subscription: "Basic", days: null, payments: [{ status: "COMPLETED" }] });
      const [payment] = await app.sql("select access_from, expires_at from payments");
      expect(payment).toEqual({ access_from: null, expires_at: null });
      const mail = await waitForMail("aunt@demo.test", /has given you/);
      expect(mail.subject).toBe("Basic Tester has given you Premium at Openbell");
      expect(mail.text).toContain("Happy birthday!\n\nRead it slowly.");
      const receipt = await waitForMail("basic@demo.test", /receipt/);
      expect(receipt.text).toContain("Gift: We sent its link");
      expect(receipt.text).not.toContain("Access until");
      // The database stores only the hash.
      const link = /\/gift\/([\w-]{43})/.exec(mail.text)?.[1] ?? "";
      const kept = await app.sql<{ kept: string }>(
        "select row_to_json(g)::text || (select string_agg(m.html || m.text, '') from mails m) as kept from gifts g",
      );
      expect(kept[0]?.kept).not.toContain(link);
    },
  );

  it("shows a notice in the account for half an hour, or until the claim", async () => {
    const account = async () =>
      (await app.request("/dashboard/subscription", { cookies: await app.cookiesOf("basic") })).text();
    expect(await account()).not.toContain("Your gift of");
    const token = await chooseGift();
    paypal.approve(token);
    await returnFromPayPal(token);
    for (let loads = 0; loads < 2; loads += 1) {
      const page = await account();
      expect(page).toContain("Your gift of Premium is paid");
      expect(page).toContain("<bdi>aunt@demo.test</bdi>");
      expect(page).toMatch(/href="\/dashboard\/gifts\/[\w-]+">Your gift/);
    }
    await app.sql("update gifts set paid_at = now() - interval '31 minutes'");
    expect(await account()).not.toContain("is paid");
  });

  it("is possible for members with Private or without an end", async () => {
    await buyGift({}, "private");
    expect(await gifts()).toMatchObject([{ paid: true, claimed: null }]);
    await resetPurchases(app, "private", "Private", 20);
  });

  it(
    "neither ends nor reuses the buyer's own orders",
    spec("beyond membership given bought address"),
    async () => {
      const own = await choosePackage(app, "basic");
      const gift = await chooseGift();
      const other = await chooseGift({ recipientEmail: "uncle@demo.test" });
      expect(new Set([own, gift, other]).size).toBe(3);
      expect(await choosePackage(app, "basic")).toBe(own);
      expect(await orders()).toEqual(["created", "created", "created"]);
      expect(await choosePackage(app, "basic", PRIVATE_ID)).not.toBe(own);
      expect((await orders()).toSorted()).toEqual(["cancelled", "created", "created", "created"]);
    },
  );

  it(
    "makes one order of two clicks, and two of two gifts",
    spec("beyond membership given bought address"),
    async () => {
      const [one, other] = await Promise.all([chooseGift(), chooseGift()]);
      expect(one).toBe(other);
      paypal.approve(one ?? "");
      await returnFromPayPal(one ?? "");
      expect(await chooseGift()).not.toBe(one);
      expect(await gifts()).toMatchObject([{ paid: true }, { paid: false }]);
    },
  );

  it("returns to the filled-in form if the buyer cancels", async () => {
    const token = await chooseGift();
    const back = await returnFromPayPal(token, { query: "&cancelled=1" });
    expect(back.toast).toContain("The purchase was cancelled.");
    expect(back.location).toMatch(/^\/subscription\/gift\?again=/);
    const cookies = await app.cookiesOf("basic");
    expect(await (await app.request(back.location ?? "", { cookies })).text()).toContain(
      'value="aunt@demo.test"',
    );
    // Another member gets an empty form.
    const foreign = await app.request(back.location ?? "", { cookies: await app.cookiesOf("premium") });
    expect(await foreign.text()).not.toContain("aunt@demo.test");
  });

  it(
    "earns no referral reward: that waits for the buyer's own payment",
    spec("beyond membership given bought address"),
    async () => {
      await app.sql("insert into referrals (referrer_id, friend_id, days) values (?, ?, 30)", [
        await memberId(app, "premium"),
        await memberId(app, "basic"),
      ]);
      await buyGift();
      expect(await app.sql("select state from referrals")).toEqual([{ state: "joined" }]);
      await app.sql("delete from referrals");
    },
  );
});

type Unit = { amount: Record<string, unknown> } & Record<string, unknown>;
const anotherAmount: StubReply = (order) => ({
  body: {
    ...order,
    purchase_units: (order.purchase_units as Unit[]).map((one) => ({
      ...one,
      amount: { currency_code: "USD", value: "0.29" },
    })),
  },
});

describe("a gift's payment", () => {
  const expectNothingGiven = async () => {
    expect(await gifts()).toMatchObject([{ paid: false, claimed: null }]);
    expect(await mailsTo("aunt@demo.test")).toEqual([]);
  };

  it.each(["order", "capture"] as const)(
    "gives nothing for another amount in the %s response",
    spec("beyond gift s payment goes"),
    async (call) => {
      const token = await chooseGift();
      paypal.approve(token);
      paypal.stubReply(call, anotherAmount);
      expect((await returnFromPayPal(token)).toast).toContain("Failed to finalize subscription");
      expect(await billingState(app, "basic")).toMatchObject({
        payments: [],
        orders: [{ status: "failed" }],
      });
      await expectNothingGiven();
    },
  );

  it(
    "gives nothing while pending, and one link on completion",
    spec("beyond gift s payment goes"),
    async () => {
      paypal.captureStatus("PENDING");
      const token = await chooseGift();
      paypal.approve(token);
      expect((await returnFromPayPal(token)).toast).toContain(
        "We will send your gift as soon as PayPal confirms it.",
      );
      expect((await billingState(app, "basic")).payments).toMatchObject([{ status: "PENDING" }]);
      await expectNothingGiven();
      paypal.captureStatus("COMPLETED");
      await ageOpenOrders(app, 3);
      await waitUntil(async () => (await gifts())[0]?.paid === true);
      await waitForMail("aunt@demo.test", /has given you/);
      expect(await mailsTo("aunt@demo.test")).toHaveLength(1);
    },
  );

  it(
    "is FAILED after a decline, and the filled-in form returns",
    spec("beyond gift s payment goes"),
    async () => {
      paypal.stubReply("capture", refusal("INSTRUMENT_DECLINED"));
      const token = await chooseGift();
      paypal.approve(token);
      const back = await returnFromPayPal(token);
      expect(back).toMatchObject({ toast: "Failed to finalize subscription" });
      expect(back.location).toMatch(/^\/subscription\/gift\?again=/);
      expect((await billingState(app, "basic")).payments).toMatchObject([{ status: "FAILED" }]);
      await expectNothingGiven();
    },
  );

  it(
    "gives nothing if it was refunded before it was recorded",
    spec("beyond gift s payment goes"),
    async () => {
      const token = await chooseGift();
      paypal.approve(token);
      paypal.captureStatus("REFUNDED");
      expect((await returnFromPayPal(token)).toast).toContain("Failed to finalize subscription");
      await expectNothingGiven();
    },
  );

  it(
    "gives nothing if interrupted after the link, and everything once on retry",
    spec("beyond gift s payment goes"),
    async () => {
      const token = await chooseGift();
      paypal.approve(token);
      await app.sql(
        "create or replace function break_once() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$",
      );
      await app.sql(
        "create trigger break_once before insert on mails for each row execute function break_once()",
      );
      await returnFromPayPal(token);
      expect(await billingState(app, "basic")).toMatchObject({ payments: [] });
      await app.sql("drop trigger break_once on mails");
      await expectNothingGiven();
      await ageOpenOrders(app, 2);
      await waitUntil(async () => (await gifts())[0]?.paid === true);
      await waitForMail("aunt@demo.test", /has given you/);
      expect(await mailsTo("aunt@demo.test")).toHaveLength(1);
      expect((await billingState(app, "basic")).payments).toMatchObject([{ status: "COMPLETED" }]);
    },
  );

  it(
    "gives one link and one receipt for repeated returns and notifications",
    spec("beyond gift s payment goes"),
    async () => {
      const token = await chooseGift();
      paypal.approve(token);
      const taken = paypal.captureCount();
      const event = { id: "WH-1", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: token } };
      await Promise.all([notify(event), notify(event), returnFromPayPal(token), returnFromPayPal(token)]);
      expect((await returnFromPayPal(token)).toast).toBe("Thank you! Your gift is on its way by email.");
      expect(paypal.captureCount() - taken).toBe(1);
      await waitForMail("aunt@demo.test", /has given you/);
      expect(await mailsTo("aunt@demo.test")).toHaveLength(1);
      expect(await mailsTo("basic@demo.test", /receipt/)).toHaveLength(1);
      expect((await billingState(app, "basic")).payments).toMatchObject([{ status: "COMPLETED" }]);
    },
  );

  it("takes the link back once after a refund", async () => {
    const { order } = await buyGift();
    expect((await refund(order)).status).toBe(200);
    const [first] = await app.sql("select version, taken_back_at from gifts");
    await refund(order);
    expect(await app.sql("select version, taken_back_at from gifts")).toEqual([first]);
    expect(await gifts()).toMatchObject([{ paid: true, taken_back: true }]);
  });
});
