import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.sql(
    `insert into packages (id, name, tagline, tier, price, expires_in, benefits) values
      (gen_random_uuid(), 'Basic', 'Free for all', 'Basic', 0, null, '{"News"}'),
      (gen_random_uuid(), 'Premium', 'Everything', 'Premium', 29, 30, '{"Briefs","Picks"}'),
      (gen_random_uuid(), 'Private', 'A person', 'Private', 79.5, 30, '{}'),
      (gen_random_uuid(), 'Old', 'No longer sold', 'Premium', 9, 10, '{}')`,
  );
  await app.sql("update packages set archived_at = now() where name = 'Old'");
});
afterAll(() => app.stop());

const page = async (cookies = "") => (await app.request("/subscription", { cookies })).text();

describe("/subscription", () => {
  it(
    "shows what is on sale with its price and days, without archived packages",
    spec("2.3 subscription plan cards"),
    async () => {
      const html = await page();
      expect(html).toContain("$29");
      expect(html).toContain("$79.50");
      expect(html).toContain("Free for all");
      expect(html).not.toContain("No longer sold");
    },
  );

  it(
    "shows 'Redirecting...' on the button of the plan in progress, and nothing from Basic",
    spec("4 redirecting plan progress"),
    async () => {
      const html = await page();
      const button = /<button[^>]*data-busy=""[^>]*>(.*?)<\/button>/s.exec(html)?.[1] ?? "";
      expect(button.replace(/<[^>]*>/g, " ")).toMatch(/Select plan\s+Redirecting\.\.\./);
      expect(html).toMatch(/<button[^>]*disabled=""[^>]*>(<span[^>]*>)*Included/);
    },
  );

  it(
    "marks the member's plan as Active and does not offer it again",
    spec("4 plan buttons disabled basic"),
    async () => {
      const html = await page(await app.cookiesOf("premium"));
      expect(html).toContain("Active");
      expect(html).toContain("Current plan");
      expect(html.match(/Select plan/g)).toHaveLength(1);
      // Private begins at once and replaces the rest of Premium.
      expect(html.replaceAll("<!-- -->", "")).toContain("Starts today and replaces your 20 Premium days.");
      expect(await page()).not.toContain("replaces");
    },
  );

  it.each(["basic", "lapsed"] as const)(
    "marks Basic as Active for a %s member, and for no visitor",
    spec("4 plan buttons disabled basic"),
    async (person) => {
      const cardsOf = (html: string) =>
        [...html.matchAll(/<section class="package.*?<\/section>/gs)].map(([card]) => card);
      const [basic, ...others] = cardsOf(await page(await app.cookiesOf(person)));
      expect(basic).toContain("Active");
      expect(basic).toContain("package--active");
      expect(basic).toMatch(/<button[^>]*disabled=""[^>]*>(<span[^>]*>)*Current plan/);
      expect(basic).toContain("Comes with every account.");
      expect(others.join("")).not.toContain("Active");
      expect(await page()).not.toContain(">Active<");
      expect(cardsOf(await page(await app.cookiesOf("premium")))[0]).not.toContain("Active");
    },
  );

  it("does not offer Premium to a Private member", async () => {
    expect(await page(await app.cookiesOf("private"))).not.toContain("Select plan");
  });

  it(
    "sends a visitor who selects a plan to sign in, with a message and after 1.5 seconds",
    spec("8 please login proceed", "9 redirect delays 1 5"),
    async () => {
      const response = await app.request("/subscription", { method: "POST", body: { packageId: "any" } });
      expect(response.status).toBe(401);
      expect(response.headers.get("Refresh")).toBe("1.5;url=/login?next=/subscription");
      expect(await response.text()).toContain("Please login to proceed");
    },
  );
});

it("shows a message if nothing is for sale", spec("8 subscription plans found"), async () => {
  await app.sql("update packages set archived_at = now() where name <> 'Old'");
  const html = await page();
  await app.sql("update packages set archived_at = null where name <> 'Old'");
  expect(html).toContain("No subscription plans found.");
  expect(html).not.toContain("Select plan");
});

it("GET /api/packages returns prices in dollars and days as numbers", async () => {
  const packages = (await (await app.request("/api/packages")).json()) as Record<string, unknown>[];
  expect(packages).toHaveLength(3);
  expect(packages[2]).toMatchObject({
    name: "Private",
    price: 79.5,
    expiresIn: 30,
    benefits: [],
    tier: "Private",
  });
  expect(packages[0]?._id).toBe(packages[0]?.id);
});
