import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();
beforeEach(() => database.empty("coupons", "orders", "packages", "payments", "changes"));

const FORM = {
  code: " autumn-20 ",
  purpose: "Readers of the autumn letter",
  percent: "20",
  amount: "",
  packages: "",
  fromDay: "2026-11-01",
  throughDay: "2199-12-31",
  mostUses: "10",
  oncePerMember: "on",
  active: "on",
  currency: "",
};

const send = (fields: Record<string, string> = {}, path = "/admin/coupons/new") =>
  post(path, { ...FORM, ...fields }, "superadmin");

const savedCoupon = () => database.rows<Record<string, unknown>>("select * from coupons order by created_at");

describe("a coupon", () => {
  it("is added by its form, with its code in capitals", spec("beyond coupons per cent amount"), async () => {
    expect(await followRedirect(await send(), "superadmin")).toContain("Coupon added successfully");
    expect(await savedCoupon()).toMatchObject([
      {
        ...{ code: "AUTUMN-20", percent: 20, amount: null, currency: "USD", package_ids: [], most_uses: 10 },
        ...{ once_per_member: true, first_purchase: false, active: true, archived_at: null },
      },
    ]);
    const list = await html("/admin/coupons", "superadmin");
    for (const text of [
      "AUTUMN-20",
      "Readers of the autumn letter",
      "20 %",
      "All plans",
      "0 of 10",
      "Running",
    ])
      expect(list).toContain(text);
  });

  it.each([
    [{ code: "" }, "Code is required"],
    [{ code: "A B" }, "Code must be 3 to 40 letters A to Z, digits and hyphens"],
    [{ purpose: "" }, "Purpose is required"],
    [{ percent: "100" }, "Per cent must be a whole number from 1 to 99"],
    [{ percent: "12.5" }, "Per cent must be a whole number from 1 to 99"],
    [{ percent: "" }, "Enter a percentage or an amount"],
    [{ amount: "5" }, "Enter a percentage or an amount, not both"],
    [{ percent: "", amount: "0" }, "Amount must be above 0, such as 5 or 5.50"],
    [{ percent: "", amount: "5.005" }, "Amount must be above 0, such as 5 or 5.50"],
    [
      { percent: "", amount: "5.50", currency: "JPY" },
      "Amount must be above 0 and whole: JPY has no decimals",
    ],
    [{ percent: "", amount: "99999999999" }, "Amount must be above 0"],
    [{ mostUses: "0" }, "Usage limit must be a whole number from 1 to 1000000"],
    [{ throughDay: "2026-10-31" }, "“Last day” must not be before “First day”"],
    [{ fromDay: "soon" }, "First day must be a date such as 2027-08-14"],
    [{ packages: "nonsense" }, "Choose only plans with a price"],
    [{ packages: "10000000-0000-4000-8000-000000000009" }, "Choose only plans with a price"],
  ])("with %j is rejected, and the form keeps its input", async (wrong, message) => {
    const answer = await send(wrong);
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(message);
    expect(page).toContain("purpose" in wrong ? "2199-12-31" : FORM.purpose);
    expect(await savedCoupon()).toEqual([]);
  });

  it("has a unique code, which a deletion frees", async () => {
    const id = await insertRecord(database, "coupons", { code: "AUTUMN-20" });
    const answer = await send();
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Another coupon has this code");
    await database.rows("update coupons set archived_at = now() where id = ?", [id]);
    expect((await send()).status).toBe(303);
  });

  it("applies to the ticked plans; its form also names archived plans", async () => {
    const premium = await insertRecord(database, "packages", { name: "Premium" });
    const basic = await insertRecord(database, "packages", { name: "Basic", tier: "Basic", price: "0" });
    expect((await send({ packages: basic })).status).toBe(422);
    expect((await send({ packages: premium })).status).toBe(303);
    const [{ id } = {}] = await savedCoupon();
    const form = await html(`/admin/coupons/${id}/edit`, "superadmin");
    expect(form).toMatch(
      new RegExp(`type="checkbox"[^>]*value="${premium}"[^>]*checked|checked[^>]*value="${premium}"`),
    );
    expect(form).toContain("Premium, $29 for 30 days");
    expect(form).not.toContain("Basic, ");
    expect(await html("/admin/coupons", "superadmin")).toContain("Premium");
    // Without a ticked plan the coupon would apply to every plan.
    await post(`/admin/packages?delete=${premium}`, {});
    expect(
      await database.rows("select archived_at is not null as archived from packages where id = ?", [premium]),
    ).toEqual([{ archived: true }]);
    expect(await html(`/admin/coupons/${id}/edit`, "superadmin")).toContain("A plan no longer on sale");
    // No ticked plan means all plans again.
    expect((await send({ version: "1" }, `/admin/coupons/${id}/edit`)).status).toBe(303);
    expect((await savedCoupon())[0]).toMatchObject({ package_ids: [], version: 2 });
  });

  it("shows its uses, revenue and discounts", async () => {
    const id = await insertRecord(database, "coupons", { code: "AUTUMN-20", most_uses: 3 });
    const member = await insertRecord(database, "members");
    for (const [n, [status, held, refunded]] of [
      ["captured", true, null],
      ["captured", true, "2026-11-02"],
      ["created", true, null],
      ["cancelled", false, null],
    ].entries() as ArrayIterator<[number, [string, boolean, string | null]]>) {
      const [order] = await database.rows<{ id: string }>(
        `insert into orders (member_id, plan_name, tier, amount, discount, coupon_id, coupon_code, coupon_held, currency, days,
                             status, captured_at)
         values (?, 'Premium', 'Premium', 23.20, 5.80, ?, 'AUTUMN-20', ?, 'USD', 30, ?, now()) returning id`,
        [member, id, held, status],
      );
      if (n < 2)
        await insertRecord(database, "payments", {
          ...{ member_id: member, order_id: order?.id, amount: "23.20", refunded_at: refunded },
        });
    }
    const list = await html("/admin/coupons", "superadmin");
    for (const text of ["3 of 3", "Used up", "$23.20", "$5.80 off"]) expect(list).toContain(text);
    const csv = await (await get("/admin/coupons/export.csv", "superadmin")).text();
    expect(csv).toContain("3 of 3");
    expect(
      await followRedirect(await post(`/admin/coupons?delete=${id}`, {}, "superadmin"), "superadmin"),
    ).toContain("Coupon deleted successfully");
    expect(await savedCoupon()).toMatchObject([{ archived_at: expect.anything() }]);
    expect(await html("/admin/coupons", "superadmin")).not.toContain("AUTUMN-20");
    expect(await database.rows("select 1 from orders where coupon_id is not null")).toHaveLength(4);
  });

  it("without uses is deleted completely", async () => {
    const id = await insertRecord(database, "coupons");
    await post(`/admin/coupons?delete=${id}`, {}, "superadmin");
    expect(await savedCoupon()).toEqual([]);
  });
});

describe("access to coupons", () => {
  it("starts at packages and “go to”, for superadmins", async () => {
    const to = 'href="/admin/coupons"';
    expect(await html("/admin/packages", "superadmin")).toContain(to);
    expect(await html("/admin/packages", "admin")).not.toContain(to);
    expect(await html("/admin/go?q=coup", "superadmin")).toContain(to);
    expect(await html("/admin/go?q=coup", "admin")).not.toContain(to);
    expect((await get("/admin/coupons", "admin")).status).toBe(403);
  });

  it("is closed to everybody else: no list and no code", spec("beyond coupons per cent amount"), async () => {
    const id = await insertRecord(database, "coupons", { code: "SECRET-CODE" });
    for (const path of ["/api/coupons", `/api/coupons/${id}`])
      expect((await get(path, "superadmin")).status, path).toBe(404);
    for (const path of ["/api/coupons/admin", `/api/coupons/admin/${id}`]) {
      const answer = await app.request(path, { cookies: await app.cookiesOf("premium") });
      expect(answer.status, path).toBe(403);
      expect(await answer.text()).not.toContain("SECRET");
    }
  });

  it("returns JSON for the superadmin", async () => {
    const made = await api(
      "POST",
      "/api/coupons/admin",
      { code: "api-5", purpose: "By a program", amount: 5 },
      "superadmin",
    );
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        code: "API-5",
        percent: null,
        amount: 5,
        packages: [],
        uses: 0,
        state: "running",
        oncePerMember: true,
      },
    ]);
    const path = `/api/coupons/admin/${made.body.id}`;
    expect((await api("PUT", path, { active: false }, "superadmin")).body).toMatchObject({
      state: "off",
      amount: 5,
    });
    expect((await api("DELETE", path, undefined, "superadmin")).body).toEqual({
      message: "Coupon deleted successfully",
    });
  });
});
