import { addCoupon } from "tests/support/coupons";
import { choosePackage, memberId, PREMIUM_ID, PRIVATE_ID, resetPurchases } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { filledIn } from "./gift-shop";
import { app, openShop, paypal, returnFromPayPal } from "./shop";

const YEAR_ID = "10000000-0000-4000-8000-000000000365";
const QUARTER_ID = "10000000-0000-4000-8000-000000000090";
const GONE_ID = "10000000-0000-4000-8000-000000000404";

openShop();
beforeEach(async () => {
  await app.sql("delete from coupons");
  await app.sql(
    `delete from packages where id not in ('${PREMIUM_ID}', '${PRIVATE_ID}') and tier <> 'Basic'`,
  );
  await app.sql(`insert into packages (id, name, tagline, tier, price, expires_in, benefits) values
    ('${YEAR_ID}', ' PREMIUM ', 'A year of it', 'Premium', 290, 365, '{}'),
    ('${QUARTER_ID}', 'Premium', 'A quarter of it', 'Premium', 87, 90, '{}')`);
});

const plain = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

async function plans(search = "", person: Person = "visitor", body?: Record<string, string>) {
  const cookies = person === "visitor" ? "" : await app.cookiesOf(person);
  const answer = await app.request(`/subscription${search}`, {
    method: body ? "POST" : "GET",
    cookies,
    body,
  });
  const html = plain(await answer.text());
  const cards = [...html.matchAll(/<section class="package.*?<\/section>/gs)].map(([card]) => card);
  const premium = cards.find((card) => card.includes(">Premium</h2>")) ?? "";
  return { answer, html, cards, premium, lengths: lengthsIn(premium), ticked: tickedIn(premium) };
}

/** The text of each length. */
const lengthsIn = (card: string) =>
  [...card.matchAll(/<label class="check length">(.*?)<\/label>/gs)].map(([, label = ""]) =>
    label
      .replace(/<[^>]*>/g, "")
      .replace(/\s+/g, " ")
      .trim(),
  );

const tickedIn = (html: string) =>
  [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)]
    .filter(([input]) => input.includes("checked"))
    .map(([input]) => /value="([^"]*)"/.exec(input)?.[1]);

const orders = () =>
  app.sql(
    "select package_id, amount, days, coupon_code, o.status from orders o join members m on m.id = member_id where email = 'basic@demo.test'",
  );

const select = (length: string, more: Record<string, string> = {}) => ({
  plan: "1",
  "length-1": length,
  ...more,
});

describe("the card of a plan with several lengths", () => {
  it(
    "shows each length with its price, its price per 30 days, its saving and its end",
    spec("beyond plans several lengths one"),
    async () => {
      const { cards, premium, lengths, ticked } = await plans();
      expect(cards).toHaveLength(3);
      expect(lengths).toEqual([
        expect.stringMatching(/^30 days, \$29, \$29 per 30 days, until \d+ \w+/),
        expect.stringMatching(/^90 days, \$87, \$29 per 30 days, until \d+ \w+/),
        expect.stringMatching(/^365 days, \$290, \$23\.84 per 30 days, saves 17%, until \d+ \w+/),
      ]);
      expect(premium.replace(/<[^>]*>/g, "|").replace(/\|[|\s]*/g, "|")).toContain("|From|$29|for 30 days|");
      expect(ticked).toEqual([PREMIUM_ID]);
      expect(premium).toMatch(/<legend[^>]*>How long<\/legend>/);
    },
  );

  it(
    "does not change the card of a plan with one length",
    spec("beyond plans several lengths one"),
    async () => {
      const { cards, html } = await plans();
      expect(cards[2]).toContain(`<input type="hidden" name="packageId" value="${PRIVATE_ID}"/>`);
      expect(cards[2]).not.toContain("radio");
      await app.sql(`delete from packages where id in ('${YEAR_ID}', '${QUARTER_ID}')`);
      const single = await plans();
      expect(single.premium).toContain(`<input type="hidden" name="packageId" value="${PREMIUM_ID}"/>`);
      expect(single.html).not.toContain("plans-form");
      expect(html).toContain("plans-form");
    },
  );

  it("is separate for another name, another currency and a duplicate length", async () => {
    await app.sql(`insert into packages (name, tier, price, expires_in, currency) values
      ('Premium desk', 'Premium', 300, 365, 'USD'), ('Premium', 'Premium', 20, 365, 'EUR'), ('Premium', 'Premium', 33, 30, 'USD')`);
    const { cards } = await plans();
    expect(cards).toHaveLength(6);
    expect(cards.filter((card) => card.includes("radio"))).toHaveLength(1);
    expect(cards.find((card) => card.includes("20 EUR"))).not.toContain("saves");
    expect(cards.find((card) => card.includes("radio"))).not.toContain("EUR");
  });

  it("is separate for each free package", async () => {
    await app.sql("insert into packages (name, tier, price, expires_in) values ('Basic', 'Basic', 0, null)");
    onTestFinished(
      async () =>
        void (await app.sql(
          "delete from packages where ctid in (select max(ctid) from packages where name = 'Basic')",
        )),
    );
    const { cards } = await plans();
    expect(cards).toHaveLength(4);
    expect(cards.filter((card) => card.includes("Free"))).toHaveLength(2);
  });
});

describe("choosing a length", () => {
  it("buys that package", async () => {
    const { answer } = await plans("", "basic", select(YEAR_ID));
    expect(answer.status).toBe(303);
    expect(await orders()).toMatchObject([{ package_id: YEAR_ID, amount: "290.00", days: 365 }]);
    const token = new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
    paypal.approve(token);
    expect(await returnFromPayPal(token)).toMatchObject({
      location: "/subscription",
      toast: "Subscription activated!",
    });
    const [member] = await app.sql(
      "select subscription, round(extract(epoch from subscription_expires_at - now()) / 86400)::int as days from members where email = 'basic@demo.test'",
    );
    expect(member).toEqual({ subscription: "Premium", days: 365 });
  });

  it("survives the sign-in page", spec("beyond plans several lengths one"), async () => {
    const { answer, ticked } = await plans("?coupon=none", "visitor", select(YEAR_ID));
    expect(answer.status).toBe(401);
    expect(ticked).toEqual([YEAR_ID]);
    const refresh = answer.headers.get("Refresh") ?? "";
    expect(refresh).toBe(
      `1.5;url=/login?next=/subscription${encodeURIComponent(`?coupon=NONE&package=${YEAR_ID}`)}`,
    );
    const next = new URL(refresh.slice(8), "http://site.test").searchParams.get("next") ?? "";
    expect((await plans(next.slice("/subscription".length), "basic")).ticked).toEqual([YEAR_ID]);
  });

  it("survives a purchase that cannot begin", async () => {
    paypal.stubReply("create", () => ({ status: 500, body: "" }));
    const { answer, ticked, html } = await plans("", "basic", select(QUARTER_ID));
    expect(answer.status).toBe(503);
    expect(html).toContain("Failed to initiate subscription");
    expect(ticked).toEqual([QUARTER_ID]);
  });

  it.each<[Record<string, string>, string]>([
    [{ plan: "1" }, PREMIUM_ID],
    [{ plan: "1", "length-1": "nonsense" }, PREMIUM_ID],
    [{ plan: "1", "length-1": `${GONE_ID} CODE` }, PREMIUM_ID],
    // The selection of a plan whose button was not pressed stays.
    [{ plan: "9", "length-1": YEAR_ID }, YEAR_ID],
  ])("is refused clearly if it names no package on sale: %j", async (body, kept) => {
    const { answer, html, ticked } = await plans("", "basic", body);
    expect(answer.status).toBe(404);
    expect(html).toContain(
      "This plan is no longer on sale. You have not been charged. Please choose another.",
    );
    expect(ticked).toEqual([kept]);
    expect(await orders()).toEqual([]);
  });

  it(
    "keeps the coupon and other choices if the package has left the sale",
    spec("beyond plans several lengths one"),
    async () => {
      await addCoupon(app);
      await app.sql(`update packages set archived_at = now() where id = '${YEAR_ID}'`);
      const sent = await plans("?coupon=WELCOME20", "basic", select(`${YEAR_ID} WELCOME20`));
      expect(sent.answer.status).toBe(404);
      expect(sent.html).toContain("This plan is no longer on sale.");
      expect(sent.html).toContain("WELCOME20 is included in the prices above");
      expect(sent.ticked).toEqual([`${PREMIUM_ID} WELCOME20`]);
      // A link, or the return from the sign-in page, shows the message, too.
      const come = await plans(`?package=${YEAR_ID}`, "basic");
      expect(come.answer.status).toBe(200);
      expect(come.html).toContain("This plan is no longer on sale.");
    },
  );
});

describe("a coupon on a plan with several lengths", () => {
  it(
    "is applied with one form, which keeps the choice",
    spec("beyond plans several lengths one"),
    async () => {
      await addCoupon(app);
      const { html, premium } = await plans();
      expect(html).toContain('<form id="plans-form" method="get" action="/subscription">');
      expect(premium).toMatch(
        /<input[^>]*type="radio"[^>]*form="plans-form"|<input[^>]*form="plans-form"[^>]*type="radio"/,
      );
      expect(html).toMatch(
        /<input[^>]*form="plans-form"[^>]*name="coupon"|<input[^>]*name="coupon"[^>]*form="plans-form"/,
      );
      const applied = await plans(`?length-1=${YEAR_ID}&coupon=welcome20`, "basic");
      expect(applied.ticked).toEqual([`${YEAR_ID} WELCOME20`]);
      expect(applied.lengths[2]).toMatch(
        /^365 days, instead of \$290 now \$232, \$19\.07 per 30 days, saves 17%/,
      );
      expect(applied.premium).toContain('formaction="/subscription?coupon=WELCOME20"');
      expect(applied.html).toContain(`href="/subscription?package=${YEAR_ID}"`);
      // Applying the code again gives the same result, whatever code came with the length.
      expect((await plans(`?length-1=${YEAR_ID}+OTHER&coupon=welcome20`)).ticked).toEqual([
        `${YEAR_ID} WELCOME20`,
      ]);
    },
  );

  it("for one length reduces that one and its saving, and the others show why they are not reduced", async () => {
    await addCoupon(app, { package_ids: [YEAR_ID] });
    const { lengths, ticked } = await plans("?coupon=WELCOME20", "basic");
    expect(lengths[0]).toContain("WELCOME20 cannot be used for this plan.");
    expect(lengths[2]).toMatch(/now \$232, \$19\.07 per 30 days, saves 34%/);
    expect(lengths[2]).not.toContain("cannot be used for");
    expect(ticked).toEqual([PREMIUM_ID]);
    // A length without a discount is sold at its displayed list price.
    const sent = await plans("?coupon=WELCOME20", "basic", select(PREMIUM_ID, { coupon: "WELCOME20" }));
    expect(sent.answer.status).toBe(303);
    expect(await orders()).toMatchObject([{ amount: "29.00", coupon_code: null }]);
  });

  it("for no length is refused once per plan", async () => {
    await addCoupon(app, { package_ids: [PRIVATE_ID] });
    const { premium } = await plans("?coupon=WELCOME20", "basic");
    expect(premium.match(/WELCOME20 cannot be used for this plan\./g)).toHaveLength(1);
  });

  it("never charges more than the chosen price once it has expired", async () => {
    await addCoupon(app, { active: false });
    const { answer, html, ticked } = await plans(
      "?coupon=WELCOME20",
      "basic",
      select(`${YEAR_ID} WELCOME20`),
    );
    expect(answer.status).toBe(409);
    expect(html).toContain("This code is not valid, or is not valid at the moment.");
    expect(ticked).toEqual([YEAR_ID]);
    expect(await orders()).toEqual([]);
  });
});

describe("the return from a cancelled approval", () => {
  const chosen = async (body: Record<string, string>) => {
    const { answer } = await plans("", "basic", body);
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
  };
  const cancel = (token: string) => returnFromPayPal(token, { query: "&cancelled=1&coupon=FORGED" });

  it(
    "keeps coupon code and length, and the page checks both again",
    spec("beyond plans several lengths one"),
    async () => {
      await addCoupon(app);
      const back = await cancel(await chosen(select(`${YEAR_ID} WELCOME20`)));
      expect(back.location).toBe(`/subscription?coupon=WELCOME20&package=${YEAR_ID}`);
      expect(back.toast).toContain("The purchase was cancelled. You have not been charged.");
      expect((await plans(`?coupon=WELCOME20&package=${YEAR_ID}`, "basic")).ticked).toEqual([
        `${YEAR_ID} WELCOME20`,
      ]);
      await app.sql("update coupons set active = false");
      const later = await plans(`?coupon=WELCOME20&package=${YEAR_ID}`, "basic");
      expect(later.html).toContain("This code is not valid, or is not valid at the moment.");
      expect(later.ticked).toEqual([YEAR_ID]);
      expect(later.premium).not.toContain("<s>");
    },
  );

  it("keeps the code of a plan with one length", async () => {
    await addCoupon(app);
    const back = await cancel(await chosen({ packageId: PRIVATE_ID, coupon: "welcome20" }));
    expect(back.location).toBe("/subscription?coupon=WELCOME20");
  });

  it("has a plain address if only a plan was chosen", async () => {
    expect((await cancel(await chosen({ packageId: PRIVATE_ID }))).location).toBe("/subscription");
  });

  it("reports a package that left the sale", async () => {
    const token = await choosePackage(app, "basic", YEAR_ID);
    await app.sql(`update packages set archived_at = now() where id = '${YEAR_ID}'`);
    const back = await cancel(token);
    expect(back.location).toBe(`/subscription?package=${YEAR_ID}`);
    expect((await plans(`?package=${YEAR_ID}`, "basic")).html).toContain("This plan is no longer on sale.");
  });

  it("does not show another member's choice", async () => {
    await addCoupon(app);
    const token = await chosen(select(`${YEAR_ID} WELCOME20`));
    const userId = await memberId(app, "premium");
    const back = await returnFromPayPal(token, { as: "premium", userId, query: "&cancelled=1" });
    expect(back.location).toBe("/subscription");
    expect(await orders()).toMatchObject([{ status: "created" }]);
  });

  it("keeps both if the approval failed", async () => {
    await addCoupon(app);
    const back = await returnFromPayPal(await chosen(select(`${YEAR_ID} WELCOME20`)));
    expect(back.location).toBe(`/subscription?coupon=WELCOME20&package=${YEAR_ID}`);
    expect(back.toast).toContain("the payment was not approved");
  });
});

describe("a member with the plan", () => {
  beforeEach(() => resetPurchases(app, "premium", "Premium", 20));

  const account = async (search = "") =>
    plain(
      await (
        await app.request(`/dashboard/subscription${search}`, { cookies: await app.cookiesOf("premium") })
      ).text(),
    );

  it(
    "sees its lengths on the page of plans, and adds days in the account",
    spec("beyond plans several lengths one"),
    async () => {
      const { premium } = await plans(`?package=${YEAR_ID}`, "premium");
      expect(premium).not.toContain("radio");
      expect(premium).toMatch(/<button[^>]*disabled=""[^>]*>(<span[^>]*>)*Current plan/);
      expect(premium).toContain("$23.84 per 30 days");
      expect(premium).toContain(`href="/dashboard/subscription?package=${YEAR_ID}"`);
      const page = await account(`?package=${YEAR_ID}`);
      expect(lengthsIn(page)).toHaveLength(3);
      expect(tickedIn(page)).toEqual([YEAR_ID]);
      expect(tickedIn(await account())).toEqual([PREMIUM_ID]);
    },
  );

  it.each([
    ["the package", YEAR_ID, ""],
    ["one of its days, where that package has left the sale", GONE_ID, "a package that is gone"],
  ])("finds their last bought length preselected: %s", async (_, bought, gone) => {
    await resetPurchases(app, "basic");
    if (gone)
      await app.sql(`insert into packages (id, name, tier, price, expires_in, archived_at)
        values ('${GONE_ID}', 'Premium', 'Premium', 250, 365, now())`);
    for (const person of ["premium", "basic"] as const) {
      const id = await memberId(app, person);
      await app.sql(`with o as (insert into orders (id, member_id, package_id, plan_name, tier, amount, currency, days, status, captured_at)
        values (gen_random_uuid(), '${id}', '${bought}', 'Premium', 'Premium', 290, 'USD', 365, 'captured', now()) returning id)
        insert into payments (id, member_id, order_id, plan, tier, amount, currency, status, payment_method, payment_date)
        select gen_random_uuid(), '${id}', o.id, 'Premium', 'Premium', 290, 'USD', 'COMPLETED', 'paypal', now() from o`);
    }
    expect(tickedIn(await account())).toEqual([YEAR_ID]);
    expect(tickedIn(await account(`?package=${QUARTER_ID}`))).toEqual([QUARTER_ID]);
    // A member whose days have ended chooses on the page of plans.
    expect((await plans("", "basic")).ticked).toEqual([YEAR_ID]);
    expect((await plans(`?package=${PREMIUM_ID}`, "basic")).ticked).toEqual([PREMIUM_ID]);
    await app.sql("update payments set status = 'FAILED', receipt_number = null");
    expect((await plans("", "basic")).ticked).toEqual([PREMIUM_ID]);
  });

  it("adds days of another length to the rest", async () => {
    const cookies = await app.cookiesOf("premium");
    const page = await account();
    expect(page).toContain('<form method="post" action="/subscription"');
    expect(page).toMatch(/name="packageId"/);
    const answer = await app.request("/subscription", {
      method: "POST",
      cookies,
      body: { packageId: QUARTER_ID },
    });
    const token = new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
    paypal.approve(token);
    await returnFromPayPal(token, { as: "premium", userId: await memberId(app, "premium") });
    const [member] = await app.sql(
      "select round(extract(epoch from subscription_expires_at - now()) / 86400)::int as days from members where email = 'premium@demo.test'",
    );
    expect(member).toEqual({ days: 110 });
  });

  it("sees one button if the plan has one length", async () => {
    await app.sql(`delete from packages where id in ('${YEAR_ID}', '${QUARTER_ID}')`);
    const page = await account();
    expect(page).toContain("Add 30 days for $29");
    expect(page).not.toContain("radio");
  });

  it("gets the chosen length back after a failed purchase", async () => {
    paypal.stubReply("create", () => ({ status: 500, body: "" }));
    const { premium } = await plans("", "premium", { packageId: YEAR_ID });
    expect(premium).toContain(`href="/dashboard/subscription?package=${YEAR_ID}"`);
  });
});

describe("the gift form", () => {
  const give = async (search: string, body?: Record<string, string>) => {
    const cookies = await app.cookiesOf("basic");
    const answer = await app.request(`/subscription/gift${search}`, {
      method: body ? "POST" : "GET",
      cookies,
      body,
    });
    const html = plain(await answer.text());
    const options = [...html.matchAll(/<option([^>]*)>([^<]*)<\/option>/g)];
    return {
      ...{ status: answer.status, html, options: options.map(([, , words]) => words) },
      chosen: options.find(([, marks = ""]) => marks.includes("selected"))?.[2],
    };
  };

  it("lists all lengths of a plan together", async () => {
    const { options, chosen } = await give(`?package=${YEAR_ID}`);
    expect(options).toEqual([
      "Premium: 30 days for $29",
      "Premium: 90 days for $87",
      " PREMIUM : 365 days for $290",
      "Private: 30 days for $79.50",
    ]);
    expect(chosen).toContain("365 days");
  });

  it(
    "preselects no other length if the chosen one left the sale",
    spec("beyond plans several lengths one"),
    async () => {
      await app.sql(`update packages set archived_at = now() where id = '${YEAR_ID}'`);
      for (const giftForm of [
        await give(`?package=${YEAR_ID}`),
        await give("", filledIn({ packageId: YEAR_ID })),
      ]) {
        expect(giftForm.options[0]).toBe("Choose a plan");
        expect(giftForm.chosen ?? "Choose a plan").toBe("Choose a plan");
      }
      const sent = await give("", filledIn({ packageId: YEAR_ID }));
      expect(sent.status).toBe(404);
      expect(sent.html).toContain("This plan is no longer on sale. You have not been charged.");
      expect(sent.html).toContain('value="aunt@demo.test"');
      expect(await orders()).toEqual([]);
    },
  );
});

it("GET /api/packages lists each length as its own package", async () => {
  const packages = (await (await app.request("/api/packages")).json()) as { id: string; expiresIn: number }[];
  expect(packages.map(({ expiresIn }) => expiresIn)).toEqual([null, 30, 30, 90, 365]);
});
