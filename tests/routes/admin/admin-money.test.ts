import { withoutTable, withUnavailableTable } from "tests/support/database-failures";
import { memberId, offerPackages, PREMIUM_ID } from "tests/support/purchases";
import { spec } from "tests/support/spec";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of ["payments", "orders", "packages", "rate_limits"])
    await app.sql(`delete from ${table}`);
});

async function api(method: string, path: string, body?: unknown, person: Person = "admin") {
  const answer = await app.request(`/api/packages${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${await app.tokenOf(person)}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function form(path: string, body: Record<string, string> | URLSearchParams, person: Person = "admin") {
  return app.request(`/admin/packages${path}`, {
    method: "POST",
    cookies: await app.cookiesOf(person),
    body,
  });
}

const FILLED = {
  name: "Premium",
  tagline: "All of it",
  price: "29",
  expiresIn: "30",
  tier: "",
  version: "0",
};

describe("packages", () => {
  it("can be added by the form; blank benefit lines are dropped and the tier follows the name", async () => {
    const saved = await form("/new", { ...FILLED, benefits: " Briefs \r\n\r\nPicks\r\n   " });
    expect(saved.status).toBe(303);
    const [row] = await app.sql("select name, tier, price, expires_in, benefits from packages");
    expect(row).toEqual({
      name: "Premium",
      tier: "Premium",
      price: "29.00",
      expires_in: 30,
      benefits: ["Briefs", "Picks"],
    });
    expect(await (await app.request("/subscription")).text()).toContain("Picks");
  });

  it.each([
    [{ expiresIn: "" }, "A package with a price needs a number of days"],
    [{ expiresIn: "0" }, "Days must be a whole number from 1 to 3660"],
    [{ price: "29.999" }, "Price must be an amount such as 29 or 29.50"],
    [{ price: "-1" }, "Price must be an amount such as 29 or 29.50"],
    [{ tier: "Basic" }, "Basic is free: choose another tier, or set the price to 0"],
    [{ price: "0", tier: "Private" }, "Private needs a price above 0"],
    [{ name: "" }, "Name is required"],
  ])("with %j are rejected, and the form keeps its input", async (wrong, words) => {
    const answer = await form("/new", { ...FILLED, benefits: "Briefs\nPicks", ...wrong });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(words);
    expect(html).toContain("Briefs\nPicks");
    expect(await app.sql("select 1 from packages")).toHaveLength(0);
  });

  it("show a message after each change", spec("8 package added successfully package"), async () => {
    const toastOf = async (saved: Response) => {
      const cookies = saved.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
      const session = await app.cookiesOf("admin");
      return (await app.request("/admin/packages", { cookies: [session, ...cookies].join("; ") })).text();
    };
    expect(await toastOf(await form("/new", FILLED))).toContain("Package added successfully");
    const [{ id } = { id: "" }] = await app.sql<{ id: string }>("select id from packages");
    const saved = await form(`/${id}/edit`, { ...FILLED, version: "1", price: "30" });
    expect(await toastOf(saved)).toContain("Package updated successfully");
    expect(await toastOf(await form(`?delete=${id}`, {}))).toContain("Package deleted successfully");
  });

  it("can be added, changed and deleted through the API", async () => {
    const added = await api("POST", "", {
      name: "Private desk",
      price: 79.5,
      expiresIn: 30,
      benefits: [" A call "],
    });
    expect(added).toMatchObject({
      status: 201,
      body: { tier: "Private", price: 79.5, expiresIn: 30, benefits: ["A call"] },
    });
    const path = `/${added.body._id}`;
    expect(await api("PUT", path, { expiresIn: null })).toMatchObject({
      status: 422,
      body: { message: "A package with a price needs a number of days" },
    });
    expect(await api("PUT", path, { name: "Desk" })).toMatchObject({
      status: 200,
      body: { tier: "Private" },
    });
    expect(await api("PUT", path, { tier: null })).toMatchObject({ status: 200, body: { tier: "Premium" } });
    expect(await api("GET", "/admin")).toMatchObject({ status: 200, body: [{ name: "Desk" }] });
    expect(await api("DELETE", path)).toEqual({
      status: 200,
      body: { message: "Package deleted successfully" },
    });
    expect(await app.sql("select 1 from packages")).toHaveLength(0);
  });

  it.each([{ $gt: 0 }, ["29"], true, "1e2", "NaN"])("reject %j as a price", async (price) => {
    expect((await api("POST", "", { name: "Premium", price, expiresIn: 30 })).status).toBe(422);
  });

  it.each([
    [{ a: 1 }],
    "x\n".repeat(60),
    [["nested"]],
    ["x".repeat(301)],
  ])("reject %j as benefits", async (benefits) => {
    expect((await api("POST", "", { name: "Premium", price: 1, expiresIn: 1, benefits })).status).toBe(422);
  });

  it.each([
    ["visitor", 401],
    ["premium", 403],
    ["editor", 403],
  ] as const)("cannot be changed by %s", async (person, status) => {
    await offerPackages(app);
    const cookies = await app.cookiesOf(person);
    for (const [method, path] of [
      ["POST", "/api/packages"],
      ["PUT", `/api/packages/${PREMIUM_ID}`],
      ["DELETE", `/api/packages/${PREMIUM_ID}`],
    ] as const) {
      const answer = await app.request(path, {
        method,
        cookies,
        headers: { "Content-Type": "application/json" },
        ...(method === "DELETE" ? {} : { body: JSON.stringify({ name: "Mine", price: 0 }) }),
      });
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
    expect(await app.sql("select name from packages where name = 'Mine'")).toHaveLength(0);
    expect(await app.sql("select 1 from packages")).toHaveLength(3);
  });

  it("are archived instead of deleted if they have orders, and payments keep their history", async () => {
    await offerPackages(app);
    await pay("basic", { status: "COMPLETED", capture: "CAP1" });
    const gone = await form(`?delete=${PREMIUM_ID}`, {});
    expect(gone.status).toBe(303);
    const [row] = await app.sql<{ archived_at: Date | null }>(
      "select archived_at from packages where id = ?",
      [PREMIUM_ID],
    );
    expect(row?.archived_at).not.toBeNull();
    expect(await app.sql("select 1 from orders where package_id = ?", [PREMIUM_ID])).toHaveLength(1);
    const list = await app.request("/admin/packages", { cookies: await app.cookiesOf("admin") });
    expect(await list.text()).not.toContain(`${PREMIUM_ID}/edit`);
    expect(await (await app.request("/api/packages")).text()).not.toContain(PREMIUM_ID);
  });
});

async function pay(person: Person, { status, capture }: { status: string; capture: string | null }) {
  const member = await memberId(app, person);
  const order = `${crypto.randomUUID()}`;
  await app.sql(
    `insert into orders (id, member_id, package_id, plan_name, tier, amount, currency, days, provider_order_id, status,
                         captured_at) values (?, ?, ?, 'Premium', 'Premium', 29, 'USD', 30, ?, 'captured', now())`,
    [order, member, PREMIUM_ID, `ORDER${capture ?? "0"}`],
  );
  await app.sql(
    `insert into payments (order_id, member_id, plan, tier, amount, currency, status, payment_method,
       provider_capture_id, expires_at) values (?, ?, 'Premium', 'Premium', 29, 'USD', ?, 'PayPal',
       nullif(?, ''), now() + interval '30 days')`,
    [order, member, status, capture ?? ""],
  );
}

describe("/admin/payments", () => {
  const show = async (query = "", person: Person = "superadmin") =>
    app.request(`/admin/payments${query}`, { cookies: await app.cookiesOf(person) });

  beforeEach(async () => {
    await offerPackages(app);
    await pay("basic", { status: "COMPLETED", capture: "CAP1" });
    await pay("premium", { status: "COMPLETED", capture: "CAP2" });
    await pay("private", { status: "PENDING", capture: "CAP3" });
    await pay("lapsed", { status: "FAILED", capture: null });
  });

  it("is for superadmins only, list and CSV", async () => {
    for (const person of ["admin", "editor"] as const) {
      for (const path of ["", "/export.csv"]) {
        const answer = await show(path, person);
        expect(answer.status).toBe(403);
        const text = await answer.text();
        expect(text).toContain("Only superadmin can access this page.");
        expect(text).not.toContain("CAP1");
      }
    }
    expect((await show("", "premium")).status).toBe(302);
  });

  it("shows payments by status, with the provider's ids", async () => {
    const html = await (await show()).text();
    for (const words of ["$58.00", "2 payments", "$29.00", "CAP1", "ORDERCAP1", "basic@demo.test"]) {
      expect(html).toContain(words);
    }
  });

  it("shows revenue after refunds, as on the dashboard, and the member of each payment", async () => {
    await app.sql("update payments set refunded_at = now() where provider_capture_id = 'CAP2'");
    const html = (await (await show()).text()).replaceAll("<!-- -->", "");
    expect(html).toContain("2 payments, $29.00 net of refunds");
    expect(html).toContain("Of which refunded");
    expect(html).toContain(
      `<a href="/admin/manage-users/${await memberId(app, "premium")}">premium@demo.test</a>`,
    );
    const dashboard = await app.request("/admin", { cookies: await app.cookiesOf("superadmin") });
    const words = (await dashboard.text()).replaceAll("<!-- -->", "");
    expect(words).toMatch(
      /Payments<\/span> <span class="figure">\$29.00<span class="sr"> received, <\/span><\/span><span class="fine">2 completed, less 1 refund</,
    );
  });

  it("shows no captured amount for a failed payment", async () => {
    const html = await (await show("?status=FAILED")).text();
    expect(html).toContain("No capture");
    expect(html).not.toContain(">PayPal<");
  });

  it.each([
    ["?status=PENDING", ["private"]],
    ["?status=FAILED", ["lapsed"]],
    ["?q=PREMIUM@", ["premium"]],
    ["?q=cap1", ["basic"]],
    ["?q=ORDERCAP2", ["premium"]],
    ["?status=NONSENSE&sort=amount&page=x", ["basic", "premium", "private", "lapsed"]],
  ])("filters by %s", async (query, people) => {
    const html = await (await show(query)).text();
    for (const person of ["basic", "premium", "private", "lapsed"]) {
      expect(html.includes(`${person}@demo.test`), person).toBe(people.includes(person));
    }
  });

  it("totals revenue after refunds, sorts by date, and has no buttons", async () => {
    const html = (await (await show("?status=COMPLETED&size=10")).text()).replaceAll("<!-- -->", "");
    expect(html).toContain("<strong>2</strong> of 4 payments");
    expect(html).toContain(
      "/admin/payments?status=COMPLETED&amp;sort=paymentDate&amp;direction=desc&amp;size=10",
    );
    expect(html).not.toMatch(/>(Open|Edit|Delete)<|\/admin\/payments\/new/);
  });

  it("shows a message if there are no payments", spec("8 payments found"), async () => {
    expect(await (await show("?q=nobody")).text()).toContain("No payments found.");
  });

  it(
    "shows a message if payments cannot be read, and a 503 without a database",
    spec("8 only logged payment fetch"),
    async () => {
      const broken = await withoutTable(app, "payments", () => show(""));
      expect(broken.status).toBe(500);
      expect(await broken.text()).toContain("Failed to fetch payments");
      const away = await withUnavailableTable(app, "payments", () => show(""));
      expect([away.status, away.headers.get("Retry-After")]).toEqual([503, "5"]);
    },
  );

  it("exports the filtered list as CSV", async () => {
    const csv = await (await show("/export.csv?q=cap1")).text();
    const [head = "", ...lines] = csv.split("\r\n");
    expect(head.replace("\uFEFF", "")).toBe(
      "ID,Email,Name,Plan,Tier,Amount,Currency,Status,Payment method,PayPal capture,PayPal order,Date,Access from,Access until,Days from a referral,Refunded,Refunded in part,Receipt number,Net,VAT,Credit note,List price,Discount,Coupon,Gift for,Gift",
    );
    expect(lines).toHaveLength(2);
    expect(csv).toContain("basic@demo.test");
    expect(csv).toContain(",29.00,USD,COMPLETED,");
  });
});
