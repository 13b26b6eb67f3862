import { withFailingWrites, withoutColumn } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, followRedirect, get, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

/** Members of this test only: the accounts that sign in are members, too. */
beforeEach(() => database.rows("delete from members where email like 'm.%'"));

const member = (name: string, values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: `m.${name}@demo.test`,
    firstname: "Ada",
    lastname: name,
    ...values,
  });

/** The email addresses of a list, in its order. */
const listed = async (search: string) =>
  [...(await html(`/admin/manage-users?${search}`)).matchAll(/class="sub">(m\.[^<]+)@demo\.test</g)].map(
    ([, name]) => name,
  );

describe("/admin/manage-users", () => {
  it.each(["", "/new", "/export.csv"])(
    "%s is for superadmin and admin, and shows others a message",
    spec("2.4-7 manage users only superadmin"),
    async (path) => {
      const refused = await get(`/admin/manage-users${path}`, "editor");
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain("Only superadmin and admin can access this page.");
      for (const person of ["superadmin", "admin"] as const) {
        expect((await get(`/admin/manage-users${path}`, person)).status).toBe(200);
      }
    },
  );

  it(
    "lists number, initials or photo, name, address, tier and term, status, and registration source",
    spec("2.4-7 manage users add new", "2.4-7 status active green inactive"),
    async () => {
      const image = await insertRecord(database, "images", { widths: [320, 640] });
      await member("Shown", {
        subscription: "Premium",
        subscription_expires_at: "2126-08-14T12:00:00Z",
        profile_image_id: image,
        registered_by_admin: true,
      });
      const page = await html("/admin/manage-users?q=m.shown");
      const [row = ""] = /<tr id="row-.*?<\/tr>/s.exec(page) ?? [];
      for (const words of ["Ada Shown", "m.Shown@demo.test", "until 14 Aug 2126", "Active", ">Staff<"]) {
        expect(row).toContain(words);
      }
      expect(row).toContain(`/uploads/${image}/320.webp`);
      expect(row).toMatch(/<option selected="">Premium|<option[^>]*selected[^>]*>Premium/);
      await member("Plain", { status: "inactive" });
      const plain = await html("/admin/manage-users?q=m.plain");
      expect(plain).toMatch(/>AP<\/span>.*Inactive.*>Self</s);
    },
  );

  it("never contains a password or its hash", spec("2.4-7 user fields password write"), async () => {
    await member("Secret", { password_hash: "hash that nobody may ever see" });
    for (const path of [
      "/admin/manage-users",
      "/admin/manage-users.data",
      "/admin/manage-users/export.csv",
    ]) {
      expect(await html(`${path}?q=m.secret`)).not.toMatch(/hash that|password_?hash/i);
    }
    const { body } = await api("GET", "/api/admin/get-users");
    expect(JSON.stringify(body)).not.toMatch(/password|hash that/i);
  });

  it.each([
    ["q=m.one", ["One"]],
    ["q=ONE", ["One"]],
    ["q=ada+two", ["Two"]],
    ["q=two+ada", ["Two"]],
    ["q=ada+nobody", []],
    ["q=m.&tier=Basic", ["Over", "One"]],
    ["q=m.&tier=Premium", ["Soon", "Two"]],
    ["q=m.&tier=Private", []],
    ["q=m.&tier=ending", ["Soon"]],
    ["q=m.&tier=ended", ["Over"]],
    ["q=m.&status=inactive", ["Two"]],
    ["q=m.&from=2026-02-02&to=2026-02-02", ["Two"]],
    ["q=m.&sort=serialNumber&direction=asc", ["Soon", "Over", "Two", "One"]],
  ])("filters and sorts to %s", spec("2.4-7 list search 5 10"), async (search, expected) => {
    // By number; the newest member by date is first in the list.
    await member("Soon", {
      subscription: "Premium",
      subscription_expires_at: inDays(3),
      created_at: "2026-02-04T12:00:00Z",
    });
    await member("Over", {
      subscription: "Private",
      subscription_expires_at: inDays(-1),
      created_at: "2026-02-03T12:00:00Z",
    });
    await member("Two", {
      subscription: "Premium",
      status: "inactive",
      created_at: "2026-02-02T23:59:59Z",
    });
    await member("One", { created_at: "2026-02-01T12:00:00Z" });
    expect(await listed(search)).toEqual(expected.map((name) => `m.${name}`));
  });

  it("shows a message if there are no members, or if the list cannot be read", async () => {
    expect(await html("/admin/manage-users?q=nobody-has-this")).toContain("No data found.");
    await withoutColumn(app, "members", "serial_number", async () => {
      const broken = await get("/admin/manage-users");
      expect(await broken.text()).toContain("Failed to fetch members");
    });
  });

  it("exports the filtered list as CSV, with address and term in separate columns", async () => {
    await member("Sheet", { subscription: "Private" });
    const lines = (await html("/admin/manage-users/export.csv?q=m.sheet")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("ID,No.,Name,Email,Subscription,Term,Status,Registered by,Labels,Created");
    expect(lines[1]).toMatch(/,Ada Sheet,m\.Sheet@demo\.test,Private,no end date,Active,Self,/);
  });

  it("keeps its filters on the way to a member and back", async () => {
    const id = await member("Way");
    const list = await html("/admin/manage-users?q=m.way&size=10");
    expect(list).toContain(`href="/admin/manage-users/${id}?q=m.way&size=10"`);
    const page = await html(`/admin/manage-users/${id}?q=m.way&size=10`);
    expect(page).toContain('href="/admin/manage-users?q=m.way&size=10"');
    expect(page).toContain(`href="/admin/manage-users/${id}/edit?q=m.way&size=10"`);
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe("Add New User", () => {
  const GOOD = { firstname: "Ada", lastname: "New", email: "m.new@demo.test", password: "a good password" };
  const add = (values: Partial<typeof GOOD> = {}) =>
    post("/admin/manage-users/new?size=10", { ...GOOD, ...values });
  const known = () => database.rows("select * from members where email = 'm.new@demo.test'");

  it(
    "adds an active member who can sign in, with a change log entry",
    spec("2.4-7 manage users add new"),
    async () => {
      const added = await add();
      expect([added.status, added.headers.get("Location")]).toEqual([303, "/admin/manage-users?size=10"]);
      expect(await followRedirect(added)).toContain("Member added successfully");
      expect(await known()).toMatchObject([
        { status: "active", registered_by_admin: true, subscription: "Basic", firstname: "Ada" },
      ]);
      const signedIn = await app.request("/api/auth/user/login", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: GOOD.email, password: GOOD.password }),
      });
      expect(signedIn.status).toBe(200);
      const [line] = await database.rows("select * from changes where record_id = ?", [
        await memberIdOf("m.new"),
      ]);
      expect(line).toMatchObject({ staff_name: "admin tester", action: "added", resource: "manage-users" });
    },
  );

  it.each(["firstname", "lastname", "email", "password"])(
    "needs the %s",
    spec("2.4-7 add user all fields"),
    async (name) => {
      const refused = await add({ [name]: " " });
      expect(refused.status).toBe(422);
      const page = await refused.text();
      expect(page).toContain("All fields are required");
      expect(page).toContain(`href="#${name}"`);
      if (name !== "firstname") expect(page).toContain('value="Ada"');
      expect(page).not.toContain(GOOD.password);
      expect(await known()).toEqual([]);
    },
  );

  it.each([
    [{ password: "1234567" }, "Password must be at least 8 characters"],
    [{ password: "x".repeat(129) }, "Password must be at most 128 characters"],
    [{ email: "nobody" }, "Please enter a valid email"],
  ])("rejects %j", async (wrong, words) => {
    const refused = await add(wrong);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(words);
    expect(await known()).toEqual([]);
  });

  it("rejects an existing email address at its field, not case-sensitive", async () => {
    await add();
    const refused = await add({ email: "M.NEW@demo.test", firstname: "Other" });
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain("Failed to register user");
    expect(page).toContain("A member with this email already exists");
    expect(page).toContain('value="Other"');
    expect(await known()).toMatchObject([{ firstname: "Ada" }]);
  });

  it(
    "shows 'Failed to register user' if it fails, and keeps the input",
    spec("8 failed register user"),
    async () => {
      const broken = await withFailingWrites(app, "insert", "changes", () => add());
      expect(broken.status).toBe(500);
      const page = await broken.text();
      expect(page).toContain("Failed to register user");
      expect(page).toContain('value="m.new@demo.test"');
      expect(await known()).toEqual([]);
    },
  );
});

describe("GET /api/admin/get-users", () => {
  it(
    "returns members with their documented fields, newest first, in pages",
    spec("2.4-7 user fields password write", "2.4-7 get api admin get"),
    async () => {
      await member("First", { created_at: "2126-01-01T00:00:00Z" });
      await member("Last", { created_at: "2126-01-02T00:00:00Z", status: "pending" });
      const { status, headers, body } = await api("GET", "/api/admin/get-users?limit=1&page=2");
      expect(status).toBe(200);
      expect(Number(headers.get("X-Total-Count"))).toBeGreaterThan(2);
      expect(headers.get("Link")).toMatch(/^<\/api\/admin\/get-users\?limit=1&after=[\w-]+>; rel="next"$/);
      expect(body).toHaveLength(1);
      expect(body[0]).toMatchObject({
        firstname: "Ada",
        lastname: "First",
        email: "m.First@demo.test",
        role: "user",
        status: "active",
        subscription: "Basic",
        registeredByAdmin: false,
        profileImage: null,
        createdAt: "2126-01-01T00:00:00.000Z",
      });
      expect(body[0]._id).toBe(body[0].id);
      expect(Number.isInteger(body[0].serialNumber)).toBe(true);
      const all = await api("GET", "/api/admin/get-users");
      expect(all.body[0]).toMatchObject({ lastname: "Last", status: "pending" });
    },
  );

  it("returns the current tier", async () => {
    await member("Over", { subscription: "Premium", subscription_expires_at: inDays(-1) });
    const { body } = await api("GET", "/api/admin/get-users");
    const over = body.find(({ lastname }: { lastname: string }) => lastname === "Over");
    expect(over).toMatchObject({ subscription: "Basic" });
  });
});
