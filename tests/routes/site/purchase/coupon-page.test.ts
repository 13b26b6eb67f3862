import { addCoupon } from "tests/support/coupons";
import { offerPackages, PREMIUM_ID, PRIVATE_ID } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await offerPackages(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.sql("delete from coupons");
  await app.sql("delete from rate_limits");
});

async function plans(coupon?: string, cookies = "") {
  const path = `/subscription${coupon === undefined ? "" : `?coupon=${encodeURIComponent(coupon)}`}`;
  const answer = await app.request(path, { cookies });
  const html = (await answer.text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
  const cards = [...html.matchAll(/<section class="package.*?<\/section>/gs)].map(([card]) => card);
  return {
    answer,
    html,
    cards,
    words: cards.map((card) => card.replace(/<[^>]*>/g, "|").replace(/\|[|\s]*/g, "|")),
  };
}

describe("the page of plans with a coupon code", () => {
  it("keeps its prices for an unknown code and reports it", async () => {
    await addCoupon(app);
    const withoutCode = await plans();
    expect(withoutCode.html).toContain("Have a code?");
    expect(withoutCode.html).not.toContain('<details class="coupon" open');
    const wrong = await plans("nobodys");
    expect(wrong.words).toEqual(withoutCode.words);
    expect(wrong.html).toContain("This code is not valid, or is not valid at the moment.");
    expect(wrong.html).toMatch(/<input[^>]*value="NOBODYS"/);
    expect(wrong.html).toMatch(
      /<input[^>]*aria-invalid="true"[^>]*name="coupon"|name="coupon"[^>]*aria-invalid="true"/,
    );
  });

  it("shows both prices, in words, too, and submits the code with the order", async () => {
    await addCoupon(app, { through_day: "2199-12-31" });
    const { words, cards, html } = await plans(" welcome20 ");
    expect(words[1]).toContain("|Instead of |$29|now |$23.20|for 30 days|");
    expect(words[2]).toContain("|Instead of |$79.50|now |$63.60|");
    expect(words[0]).toContain("|Free|");
    expect(cards[1]).toContain('<input type="hidden" name="coupon" value="WELCOME20"/>');
    expect(html).toContain("WELCOME20 is included in the prices above, until");
    expect(html).toContain("31 Dec 2199");
  });

  it("names the plans without a discount, and sells them at the list price", async () => {
    await addCoupon(app, { package_ids: [PRIVATE_ID] });
    const { words, cards } = await plans("WELCOME20");
    expect(words[1]).toContain("|WELCOME20 cannot be used for this plan. |");
    expect(words[1]).toContain("|$29|");
    expect(cards[1]).not.toContain('name="coupon"');
    expect(words[2]).toContain("now |$63.60|");
  });

  it("reports a used-up code before anybody buys", async () => {
    const id = await addCoupon(app, { most_uses: 1 });
    const [member] = await app.sql<{ id: string }>(
      "select id from members where email = 'premium@demo.test'",
    );
    await app.sql(
      `insert into orders (member_id, plan_name, tier, amount, discount, coupon_id, coupon_code, coupon_held, currency, days)
       values (?, 'Premium', 'Premium', 23.20, 5.80, ?, 'WELCOME20', true, 'USD', 30)`,
      [member?.id ?? "", id],
    );
    const { html, cards } = await plans("WELCOME20");
    await app.sql("delete from orders");
    expect(html).toContain("WELCOME20 has reached its usage limit.");
    expect(cards[1]).not.toContain("<s>");
  });

  it("keeps the price of the reader's current plan", async () => {
    await addCoupon(app);
    const { words } = await plans("WELCOME20", await app.cookiesOf("premium"));
    expect(words[1]).not.toContain("Instead of");
    expect(words[2]).toContain("Instead of");
  });

  it("sends a visitor to the sign-in page and back to the code", async () => {
    const answer = await app.request("/subscription?coupon=welcome20", {
      method: "POST",
      body: { packageId: PREMIUM_ID, coupon: "WELCOME20" },
    });
    expect(answer.headers.get("Refresh")).toBe("1.5;url=/login?next=/subscription%3Fcoupon%3DWELCOME20");
  });
});

it("plans with a code are never cached publicly, valid or not", async () => {
  for (const code of ["nobodys", "other"]) {
    const { answer } = await plans(code);
    expect(answer.headers.get("Cache-Control")).not.toContain("public");
    expect(answer.headers.get("CDN-Cache-Control")).toBeNull();
  }
});

it("wrong codes are limited, valid ones are not", spec("beyond coupons per cent amount"), async () => {
  await addCoupon(app);
  for (let n = 0; n < 45; n += 1) expect((await plans("WELCOME20")).answer.status).toBe(200);
  for (let n = 0; n < 40; n += 1) expect((await plans(`GUESS-${n}`)).answer.status).toBe(200);
  const { answer, html, cards } = await plans("WELCOME20");
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(60);
  expect(html).toContain("Too many attempts.");
  expect(cards[1]).toContain("$29");
  expect(cards[1]).not.toContain("<s>");
  expect((await plans()).answer.status).toBe(200);
});

it("a failed lookup of the code shows an error and list prices", async () => {
  await app.sql("alter table coupons rename to coupons_away");
  const { answer, html, cards } = await plans("WELCOME20");
  await app.sql("alter table coupons_away rename to coupons");
  expect(answer.status).toBe(500);
  expect(html).toContain("We could not check the code. Please try again.");
  expect(cards).toHaveLength(3);
});
