import { randomUUID } from "node:crypto";
import { PREMIUM_ID, PRIVATE_ID, resetPurchases } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadAnalytics } from "~/features/analytics/analytics.queries.server";
import { compareRefunds } from "~/features/billing/payments/refund.server";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

openShop();

let brief: string;
beforeEach(async () => {
  const [made] = await app.sql<{ id: string }>(
    `insert into daily_briefs (company_name, ticker, analysis, author)
     values ('Harbour Lines', 'HBR', 'It pays.', 'Ada Writer') returning id`,
  );
  brief = `/daily-brief/${made?.id}`;
});
afterEach(() =>
  app.sql(`begin; lock table orders, payments in exclusive mode; delete from payments; delete from gifts; delete from orders;
    delete from daily_briefs; commit`),
);

async function choose(from: string | undefined, packageId = PREMIUM_ID) {
  const path = from === undefined ? "/subscription" : `/subscription?from=${encodeURIComponent(from)}`;
  const answer = await app.request(path, {
    method: "POST",
    cookies: await app.cookiesOf("basic"),
    body: { packageId },
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
}

const orders = () =>
  app.sql<{ locked_page: string | null; status: string }>(
    "select locked_page, status from orders order by created_at, id",
  );

type Came = { person?: Person; before?: string };

/** @param came who asks for the plans, and from which address, as a browser says it */
const plans = async (search: string, { person = "basic", before }: Came = {}) => {
  const cookies = await app.cookiesOf(person);
  const headers = before === undefined ? undefined : { Referer: before };
  const answer = await app.request(`/subscription${search}`, { cookies, headers });
  return { answer, html: await answer.text() };
};

/** An address of the plans as URLs are written. */
const plansOf = (search: Record<string, string>) => `/subscription?${new URLSearchParams(search)}`;

describe("an order that is begun at the lock of a page", () => {
  it(
    "names it, and what came in belongs to that page to the cent, also when it goes back",
    spec("beyond conversion lock payment page"),
    async () => {
      const token = await choose(brief);
      paypal.approve(token);
      expect((await returnFromPayPal(token)).toast).toContain("Subscription activated!");
      expect(await orders()).toEqual([{ locked_page: brief, status: "captured" }]);
      const figures = async () =>
        (await loadAnalytics(7, { most: 50 })).locks?.revenue.map(({ day: _, ...line }) => line);
      const paid = { page: brief, currency: "USD", payments: 1, cents: 2900n };
      expect(await figures()).toEqual([{ ...paid, refunds: 0, refundedCents: 0n }]);
      paypal.refund(paypal.captureOf(token));
      await compareRefunds(paypal.captureOf(token));
      expect(await figures()).toEqual([{ ...paid, refunds: 1, refundedCents: 2900n }]);
    },
  );

  it("keeps it on the way through the sign-in page, with a coupon, and where the payment is cancelled", async () => {
    const visitor = await app.request(`/subscription?from=${brief}&coupon=welcome20`, {
      method: "POST",
      body: { packageId: PREMIUM_ID },
    });
    const back = /^1\.5;url=\/login\?next=(.*)$/.exec(visitor.headers.get("Refresh") ?? "")?.[1];
    expect(decodeURIComponent(back ?? "")).toBe(plansOf({ coupon: "WELCOME20", from: brief }));
    const { html } = await plans(`?from=${brief}`);
    expect(html).toContain(`<input type="hidden" name="from" value="${brief}"/>`);
    expect((await plans(`?from=${brief}&coupon=nobodys`)).html).toContain(
      `href="${plansOf({ from: brief })}"`,
    );
    const token = await choose(brief);
    const cancelled = await returnFromPayPal(token, {
      query: "&cancelled=1",
    });
    expect(cancelled.location).toBe(plansOf({ from: brief }));
  });

  it("is known by where the reader comes from, and chosen from there on in each of the page's forms", async () => {
    for (const person of ["visitor", "basic"] as const) {
      const { html } = await plans("", { person, before: `${app.url}${brief}?page=2` });
      expect(html).toContain(`action="${plansOf({ from: brief })}"`);
      expect(html).toContain(`<input type="hidden" name="from" value="${brief}"/>`);
    }
    await resetPurchases(app, "private", "Private", 20);
    for (const came of [
      { before: `https://elsewhere.test${brief}` },
      { before: `${app.url}/news` },
      { before: "nonsense" },
      // Private members see no lock anywhere.
      { before: app.url + brief, person: "private" as const },
    ])
      expect((await plans("", came)).html).not.toContain("from=");
  });

  it("is told of the last lock, where an open order is gone on with or another plan is chosen", async () => {
    await choose("/stock-picks");
    await choose(brief);
    expect(await orders()).toEqual([{ locked_page: brief, status: "created" }]);
    await choose(undefined);
    expect(await orders()).toEqual([{ locked_page: null, status: "created" }]);
    await choose("/videos", PRIVATE_ID);
    expect(await orders()).toEqual([
      { locked_page: null, status: "cancelled" },
      { locked_page: "/videos", status: "created" },
    ]);
  });
});

describe("a Premium member who goes on to Private", () => {
  it("comes from the lock of a page that is for Private members, and from no other", async () => {
    await resetPurchases(app, "premium", "Premium", 20);
    const cookies = await app.cookiesOf("premium");
    const buy = async (from: string) => {
      const body = { packageId: PRIVATE_ID };
      await app.request(`/subscription?from=${from}`, { method: "POST", cookies, body });
      return (await orders()).at(-1)?.locked_page;
    };
    expect(await buy(brief)).toBeNull();
    expect(await buy("/daily-brief")).toBeNull();
    await app.sql("update daily_briefs set audience = 'private'");
    const { html } = await plans("", { person: "premium", before: app.url + brief });
    expect(html).toContain(`action="${plansOf({ from: brief })}"`);
    expect(await buy(brief)).toBe(brief);
  });
});

describe("what is no lock", () => {
  it.each([
    "//elsewhere.test",
    "https://elsewhere.test/videos",
    "/news",
    `/daily-brief/${randomUUID()}`,
    "/videos/1",
    "nonsense",
    "",
  ])("is not believed: %j", spec("beyond conversion lock payment page"), async (from) => {
    await choose(from);
    expect(await orders()).toEqual([{ locked_page: null, status: "created" }]);
  });

  it("leads nowhere else, and is repeated by no page", async () => {
    const elsewhere = "//elsewhere.test/videos";
    const token = await choose(elsewhere);
    const cancelled = await returnFromPayPal(token, { query: `&cancelled=1&from=${elsewhere}` });
    expect(cancelled.location).toBe("/subscription");
    const { html, answer } = await plans(`?from=${elsewhere}`);
    // The frame's own forms come back to the address as it was asked for, which is one of ours.
    expect(html.replaceAll(/name="to" value="[^"]*"/g, "")).not.toContain("elsewhere.test");
    expect(answer.headers.get("Cache-Control")).not.toContain("public");
    const visitor = await app.request(`/subscription?from=${elsewhere}`, {
      method: "POST",
      body: { packageId: PREMIUM_ID },
    });
    expect(visitor.headers.get("Refresh")).toBe("1.5;url=/login?next=/subscription");
  });

  it("is the bar's or the menu's way to the plans", async () => {
    for (const person of ["visitor", "basic"] as const) {
      const html = await (await app.request(brief, { cookies: await app.cookiesOf(person) })).text();
      for (const [way] of html.matchAll(/<a [^>]*href="\/subscription"[^>]*>(?=Subscribe|Plans)/g))
        expect(way).toContain('referrerPolicy="no-referrer"');
      // Of a phone's drawer and of the menu.
      expect(html.split('referrerPolicy="no-referrer"')).toHaveLength(3);
    }
  });

  it("is a gift: it opens nothing to who buys it", async () => {
    const answer = await app.request(`/subscription/gift?from=${brief}`, {
      method: "POST",
      cookies: await app.cookiesOf("basic"),
      body: {
        ...{ packageId: PREMIUM_ID, recipientEmail: "aunt@demo.test", senderName: "Ada", message: "" },
        from: brief,
      },
    });
    expect(answer.status).toBe(303);
    expect(await orders()).toEqual([{ locked_page: null, status: "created" }]);
  });
});
