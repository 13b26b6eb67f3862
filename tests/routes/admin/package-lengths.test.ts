import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const PREMIUM_ID = "10000000-0000-4000-8000-000000000001";
const TWICE_ID = "10000000-0000-4000-8000-000000000002";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.sql("delete from packages");
  await app.sql(`insert into packages (id, name, tagline, tier, price, expires_in, benefits) values
    ('${PREMIUM_ID}', 'Premium', 'All of it', 'Premium', 29, 30, '{Briefs,Alerts}')`);
});

const read = async (path: string) =>
  (await (await app.request(path, { cookies: await app.cookiesOf("admin") })).text())
    .replaceAll("<!-- -->", "")
    .replaceAll("&amp;", "&");
const post = async (path: string, body: Record<string, string>) => {
  const answer = await app.request(path, { method: "POST", cookies: await app.cookiesOf("admin"), body });
  return { status: answer.status, html: await answer.text() };
};
const api = async (method: string, path: string, body: unknown) => {
  const answer = await app.request(`/api/packages${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${await app.tokenOf("admin")}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const valueIn = (html: string, name: string) => {
  const [input = ""] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1] ?? "";
};
const stored = () => app.sql("select name, tier, price, expires_in from packages order by expires_in, name");

const YEAR = {
  name: "Premium",
  tagline: "All of it",
  price: "290",
  expiresIn: "365",
  tier: "Premium",
  version: "0",
};
const REFUSAL = "(Premium) for 30 days is already on sale: check that you want a second one";

describe("adding a length to a plan", () => {
  it(
    "starts with the plan's values except price and days",
    spec("beyond plans several lengths one"),
    async () => {
      const edit = await read(`/admin/packages/${PREMIUM_ID}/edit?q=pre`);
      const [, to = ""] = /href="([^"]*)"[^>]*>Add another term</.exec(edit) ?? [];
      expect(to).toBe(`/admin/packages/new?q=pre&copy=${PREMIUM_ID}&length=on`);
      const form = await read(to);
      expect(form).toContain("Another length of Premium");
      expect(form).not.toContain("A copy of");
      expect(["name", "tagline", "price", "expiresIn"].map((name) => valueIn(form, name))).toEqual([
        ...["Premium", "All of it", "", ""],
      ]);
      expect(form).toContain("Briefs\nAlerts");
      expect(form).toMatch(
        /<option[^>]*value="Premium"[^>]*selected|<option[^>]*selected[^>]*value="Premium"/,
      );
      expect(form).toContain("On sale: 30 days for $29.");
    },
  );

  it("puts the new length on the plan's card", async () => {
    const { status } = await post(`/admin/packages/new?copy=${PREMIUM_ID}&length=on`, YEAR);
    expect(status).toBe(303);
    expect(await stored()).toMatchObject([{ expires_in: 30 }, { expires_in: 365, price: "290.00" }]);
    const plans = await (await app.request("/subscription")).text();
    expect(plans.match(/<section class="package/g)).toHaveLength(1);
    expect(await read(`/admin/packages/new?copy=${PREMIUM_ID}&length=on`)).toContain(
      "On sale: 30 days for $29, 365 days for $290.",
    );
  });

  it("is not offered for a free package without days", async () => {
    await app.sql("update packages set tier = 'Basic', price = 0, expires_in = null");
    expect(await read(`/admin/packages/${PREMIUM_ID}/edit`)).not.toContain("Add another term");
  });

  it("returns 404 if the package is missing", async () => {
    const answer = await app.request(`/admin/packages/new?copy=${TWICE_ID}&length=on`, {
      cookies: await app.cookiesOf("admin"),
    });
    expect(answer.status).toBe(404);
  });
});

const texts = () => app.sql("select expires_in, tagline, benefits from packages order by expires_in");
const cards = async () =>
  (
    (await (await app.request("/subscription")).text()).match(/<section class="package.*?<\/section>/gs) ?? []
  ).map((card) => card.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "));

describe("the texts of a plan", () => {
  const PLAN = { tagline: "All of it", benefits: ["Briefs", "Alerts"] };

  it.each([
    7, 365,
  ])("are inherited by a length of %i days that is added without texts, by form and API", async (days) => {
    const bare = {
      name: "Premium",
      price: "9",
      expiresIn: String(days),
      tier: "Premium",
      tagline: "",
      benefits: "",
    };
    expect((await post("/admin/packages/new", bare)).status).toBe(303);
    const added = await api("POST", "", { name: "premium", price: 9, expiresIn: 90 });
    expect(added).toMatchObject({ status: 201, body: PLAN });
    for (const row of await texts()) expect(row).toMatchObject(PLAN);
    const [card] = await cards();
    expect(card).toContain("All of it");
    expect(card).toContain("Briefs");
  });

  it("are shown if the shortest length was saved without them before lengths shared texts", async () => {
    await app.sql(
      "insert into packages (id, name, tier, price, expires_in) values (gen_random_uuid(), 'Premium', 'Premium', 9, 7)",
    );
    const [card] = await cards();
    expect(card).toContain("All of it");
    expect(card).toContain("Alerts");
  });

  it("change for all lengths when one is edited, with a log entry for each", async () => {
    await api("POST", "", { name: "Premium", price: 290, expiresIn: 365 });
    await app.sql("delete from changes");
    const form = {
      ...YEAR,
      tagline: "All of it, still",
      benefits: "Briefs",
      price: "29",
      expiresIn: "30",
      version: "1",
    };
    expect((await post(`/admin/packages/${PREMIUM_ID}/edit`, form)).status).toBe(303);
    const changed = { tagline: "All of it, still", benefits: ["Briefs"] };
    expect(await texts()).toMatchObject([changed, changed]);
    expect(
      await app.sql(
        "select action, detail from changes where resource = 'packages' order by record_id = '10000000-0000-4000-8000-000000000001'",
      ),
    ).toEqual([
      { action: "edited", detail: { fields: ["tagline", "benefits"] } },
      { action: "edited", detail: { fields: ["tagline", "price", "benefits"] } },
    ]);
  });
});

describe("a length that the plan already sells", () => {
  it.each([
    ["the same", {}],
    ["another casing", { name: "PREMIUM" }],
    ["space around it", { name: "  premium " }],
    ["a tier from the name", { tier: "" }],
  ])("needs confirmation at its days, and the input stays: %s", async (_, more) => {
    const { status, html } = await post("/admin/packages/new", {
      ...YEAR,
      expiresIn: "30",
      price: "31.5",
      ...more,
    });
    expect(status).toBe(422);
    expect(html).toContain(REFUSAL);
    expect(valueIn(html, "price")).toBe("31.5");
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ["another name", { name: "Premium desk" }],
    ["another tier", { tier: "Private" }],
    ["other days", { expiresIn: "31" }],
  ])("needs no confirmation with %s", async (_, more) => {
    expect((await post("/admin/packages/new", { ...YEAR, expiresIn: "30", ...more })).status).toBe(303);
  });

  it("needs no confirmation once the other is archived", async () => {
    await app.sql("update packages set archived_at = now()");
    expect((await post("/admin/packages/new", { ...YEAR, expiresIn: "30" })).status).toBe(303);
  });

  it(
    "is saved once confirmed, and by the API without confirmation, on a card of its own",
    spec("beyond plans several lengths one"),
    async () => {
      const again = { ...YEAR, expiresIn: "30", price: "31.5" };
      expect((await post("/admin/packages/new", { ...again, confirmed: "on" })).status).toBe(303);
      expect((await api("POST", "", { name: "Premium", price: 9, expiresIn: 30 })).status).toBe(201);
      expect(await stored()).toHaveLength(3);
      const plans = await (await app.request("/subscription")).text();
      expect(plans.match(/<section class="package/g)).toHaveLength(3);
    },
  );

  it(
    "needs no confirmation for an existing package until its length changes",
    spec("beyond plans several lengths one"),
    async () => {
      await app.sql(`insert into packages (id, name, tier, price, expires_in) values
      ('${TWICE_ID}', ' premium', 'Premium', 25, 30), (gen_random_uuid(), 'Premium', 'Premium', 80, 90)`);
      const form = { ...YEAR, name: "premium", expiresIn: "30", price: "26", version: "1" };
      expect((await post(`/admin/packages/${TWICE_ID}/edit`, form)).status).toBe(303);
      const other = { ...form, expiresIn: "90", version: "2" };
      expect((await post(`/admin/packages/${TWICE_ID}/edit`, other)).status).toBe(422);
      expect((await post(`/admin/packages/${TWICE_ID}/edit`, { ...other, confirmed: "on" })).status).toBe(
        303,
      );
    },
  );
});
