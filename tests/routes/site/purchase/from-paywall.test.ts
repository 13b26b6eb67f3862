import { randomUUID } from "node:crypto";
import { PREMIUM_ID, PRIVATE_ID, resetPurchases } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadAnalytics } from "~/features/analytics/analytics.queries.server";
import { applyProviderRefunds } from "~/features/billing/payments/apply-refunds.server";
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

type Visit = { person?: Person; before?: string };

/** @param came the reader, and the previous address as the browser sends it */
const plans = async (search: string, { person = "basic", before }: Visit = {}) => {
  const cookies = await app.cookiesOf(person);
  const headers = before === undefined ? undefined : { Referer: before };
  const answer = await app.request(`/subscription${search}`, { cookies, headers });
  return { answer, html: await answer.text() };
};

/** The address of the plans with encoded parameters. */
const plansPath = (search: Record<string, string>) => `/subscription?${new URLSearchParams(search)}`;

describe("an order from a page's paywall", () => {
  it(
    "stores the page, and its revenue and refund count for that page to the cent",
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
      await applyProviderRefunds(paypal.captureOf(token));
      expect(await figures()).toEqual([{ ...paid, refunds: 1, refundedCents: 2900n }]);
    },
  );

  it("keeps the page through the sign-in page, with a coupon, and after a cancelled payment", async () => {
    const visitor = await app.request(`/subscription?from=${brief}&coupon=welcome20`, {
      method: "POST",
      body: { packageId: PREMIUM_ID },
    });
    const back = /^1\.5;url=\/login\?next=(.*)$/.exec(visitor.headers.get("Refresh") ?? "")?.[1];
    expect(decodeURIComponent(back ?? "")).toBe(plansPath({ coupon: "WELCOME20", from: brief }));
    const { html } = await plans(`?from=${brief}`);
    expect(html).toContain(`<input type="hidden" name="from" value="${brief}"/>`);
    expect((await plans(`?from=${brief}&coupon=nobodys`)).html).toContain(
      `href="${plansPath({ from: brief })}"`,
    );
    const token = await choose(brief);
    const cancelled = await returnFromPayPal(token, {
      query: "&cancelled=1",
    });
    expect(cancelled.location).toBe(plansPath({ from: brief }));
  });

  it("gets the page from the referrer, and each form on the page submits it", async () => {
    for (const person of ["visitor", "basic"] as const) {
      const { html } = await plans("", { person, before: `${app.url}${brief}?page=2` });
      expect(html).toContain(`action="${plansPath({ from: brief })}"`);
      expect(html).toContain(`<input type="hidden" name="from" value="${brief}"/>`);
    }
    await resetPurchases(app, "private", "Private", 20);
    for (const visit of [
      { before: `https://elsewhere.test${brief}` },
      { before: `${app.url}/news` },
      { before: "nonsense" },
      // Private members see no paywall.
      { before: app.url + brief, person: "private" as const },
    ])
      expect((await plans("", visit)).html).not.toContain("from=");
  });

  it("has the page of the last choice, for the same plan and for another one", async () => {
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

describe("a Premium member who chooses Private", () => {
  it("has a paywall's page only from pages for Private members", async () => {
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
    expect(html).toContain(`action="${plansPath({ from: brief })}"`);
    expect(await buy(brief)).toBe(brief);
  });
});

describe("an order without a paywall", () => {
  it.each([
    "//elsewhere.test",
    "https://elsewhere.test/videos",
    "/news",
    `/daily-brief/${randomUUID()}`,
    "/videos/1",
    "nonsense",
    "",
  ])("stores no page for %j", spec("beyond conversion lock payment page"), async (from) => {
    await choose(from);
    expect(await orders()).toEqual([{ locked_page: null, status: "created" }]);
  });

  it("redirects to no other site, and no page repeats the address", async () => {
    const elsewhere = "//elsewhere.test/videos";
    const token = await choose(elsewhere);
    const cancelled = await returnFromPayPal(token, { query: `&cancelled=1&from=${elsewhere}` });
    expect(cancelled.location).toBe("/subscription");
    const { html, answer } = await plans(`?from=${elsewhere}`);
    // The page's own forms return to the requested address, which is on our site.
    expect(html.replaceAll(/name="to" value="[^"]*"/g, "")).not.toContain("elsewhere.test");
    expect(answer.headers.get("Cache-Control")).not.toContain("public");
    const visitor = await app.request(`/subscription?from=${elsewhere}`, {
      method: "POST",
      body: { packageId: PREMIUM_ID },
    });
    expect(visitor.headers.get("Refresh")).toBe("1.5;url=/login?next=/subscription");
  });

  it("starts from the plans links in bar and menu, which send no referrer", async () => {
    for (const person of ["visitor", "basic"] as const) {
      const html = await (await app.request(brief, { cookies: await app.cookiesOf(person) })).text();
      for (const [way] of html.matchAll(/<a [^>]*href="\/subscription"[^>]*>(?=Subscribe|Plans)/g))
        expect(way).toContain('referrerPolicy="no-referrer"');
      // The links in the phone's drawer and in the menu.
      expect(html.split('referrerPolicy="no-referrer"')).toHaveLength(3);
    }
  });

  it("includes every gift: it opens nothing for its buyer", async () => {
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
