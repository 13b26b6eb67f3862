import { withFailingWrites } from "tests/support/database-failures";
import { app, database } from "tests/support/running-app";
import { type Instance, startInstance } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { PASSWORD, type Person } from "tests/support/test-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

let secondServer: Instance;
beforeAll(async () => {
  secondServer = await startInstance(app.databaseUrl, { PUBLIC_URL: "http://localhost:3000" });
});
afterAll(() => secondServer?.stop());
beforeEach(() => database.rows("delete from changes"));

const NEW = "a brand new password";
const GOOD = { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW };

const hashOf = async (person: Person) => {
  const [row] = await database.rows<{ hash: string }>(
    "select password_hash as hash from staff where email = ?",
    [`${person}@demo.test`],
  );
  return row?.hash ?? "";
};

/** Whether a cookie still opens the back-office, on each of two servers. */
const canOpen = async (cookies: string) => [
  (await app.request("/admin/profile-settings", { cookies })).status === 200,
  (
    await fetch(new URL("/admin/profile-settings", secondServer.url), {
      redirect: "manual",
      headers: { Cookie: cookies },
    })
  ).status === 200,
];

describe.each([
  ["/admin/settings/password", "superadmin"],
  ["/admin/profile-settings/password", "editor"],
] as const)("changing one's own password at %s", (path, person) => {
  it("ends every other session on every server and keeps the current one", async () => {
    const hash = await hashOf(person);
    const other = await app.cookiesOf(person);
    expect(await canOpen(other)).toEqual([true, true]);
    const done = await post(path, GOOD, person);
    expect([done.status, done.headers.get("Location")]).toEqual([303, path]);
    expect(await followRedirect(done, person)).toContain(
      "Password changed. Your other devices were signed out.",
    );
    expect(await canOpen(other)).toEqual([false, false]);
    expect((await get(path, person)).status).toBe(200);
    expect(await app.cookiesOf(person)).toBe("");
    const [line] = await database.rows("select resource, action, detail from changes");
    expect(line).toEqual({
      resource: "profile-settings",
      action: "edited",
      detail: { fields: ["password"] },
    });
    await database.rows("update staff set password_hash = ? where email = ?", [hash, `${person}@demo.test`]);
  });

  it.each(["currentPassword", "newPassword", "confirmPassword"])(
    "needs %s",
    spec("2.4-7 change password all fields"),
    async (name) => {
      const hash = await hashOf(person);
      const refused = await post(path, { ...GOOD, [name]: "" }, person);
      expect(refused.status).toBe(422);
      const page = await refused.text();
      expect(page).toContain("All fields are required");
      for (const word of [PASSWORD, NEW]) expect(page).not.toContain(word);
      expect(await hashOf(person)).toBe(hash);
    },
  );

  it.each([
    [{ confirmPassword: "something else" }, "New password and confirmation do not match"],
    [{ newPassword: "short", confirmPassword: "short" }, "Password must be at least 8 characters"],
    [{ currentPassword: "not the password" }, "This is not your current password"],
  ])("rejects %j", async (wrong, words) => {
    const hash = await hashOf(person);
    const refused = await post(path, { ...GOOD, ...wrong }, person);
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain(words);
    if ("currentPassword" in wrong) expect(page).toContain("Failed to change password");
    expect(await hashOf(person)).toBe(hash);
  });

  it("blocks guessing after a few attempts, even with the right password last", async () => {
    const hash = await hashOf(person);
    for (let time = 0; time < 10; time += 1) {
      expect((await post(path, { ...GOOD, currentPassword: `guess ${time}` }, person)).status).toBe(422);
    }
    const stopped = await post(path, GOOD, person);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect(await stopped.text()).toContain("Too many attempts");
    expect(await hashOf(person)).toBe(hash);
  });

  it(
    "shows 'Failed to change password' if the database fails",
    spec("8 failed change password"),
    async () => {
      const broken = await withFailingWrites(app, "update", "staff", () => post(path, GOOD, person));
      expect(broken.status).toBe(500);
      expect(await broken.text()).toContain("Failed to change password");
    },
  );
});

describe("PUT /api/auth/admin/changeSuperAdminPassword", () => {
  const put = (body: unknown, person: Person = "superadmin") =>
    api("PUT", "/api/auth/admin/changeSuperAdminPassword", body, person);

  it("needs both documented fields", spec("2.4-7 changesuperadminpassword"), async () => {
    const hash = await hashOf("superadmin");
    for (const body of [{}, { currentPassword: PASSWORD }, { newPassword: NEW }]) {
      expect(await put(body)).toMatchObject({ status: 422, body: { message: "All fields are required" } });
    }
    expect(await put({ currentPassword: "wrong one", newPassword: NEW })).toMatchObject({
      status: 422,
      body: { message: "This is not your current password" },
    });
    expect(await put({ currentPassword: PASSWORD, newPassword: NEW }, "admin")).toMatchObject({
      status: 403,
      body: { message: "Only superadmin can access this page." },
    });
    expect(await hashOf("superadmin")).toBe(hash);
    const other = await app.cookiesOf("superadmin");
    expect(await put({ currentPassword: PASSWORD, newPassword: NEW })).toMatchObject({
      status: 200,
      body: { message: "Password changed successfully" },
    });
    expect(await canOpen(other)).toEqual([false, false]);
    await database.rows("update staff set password_hash = ? where email = 'superadmin@demo.test'", [hash]);
  });
});

describe("changes by a superadmin", () => {
  it(
    "to a role or a password end an admin's sessions on every server",
    spec("2.4-7 sessions end status role"),
    async () => {
      const id = (
        await database.rows<{ id: string }>("select id from staff where email = 'admin@demo.test'")
      )[0]?.id;
      const admin = { fullname: "admin tester", email: "admin@demo.test" };
      for (const body of [
        { ...admin, role: "editor" },
        { ...admin, role: "editor", password: PASSWORD },
        { ...admin, role: "admin" },
      ]) {
        const cookies = await app.cookiesOf("admin");
        expect(await canOpen(cookies)).toEqual([true, true]);
        expect((await api("PUT", `/api/auth/admin/updateAdmin/${id}`, body, "superadmin")).status).toBe(200);
        expect(await canOpen(cookies)).toEqual([false, false]);
      }
    },
  );
});

describe("/admin/profile-settings", () => {
  it(
    "shows and changes one's own name, for every role",
    spec("2.4-7 profile admin profile settings"),
    async () => {
      const saved = await post("/admin/profile-settings", { fullname: "  Edith Or " }, "editor");
      expect(await followRedirect(saved, "editor")).toContain("Profile updated successfully");
      const page = await html("/admin/profile-settings", "editor");
      expect(page).toContain('value="Edith Or"');
      expect(page).toContain("editor@demo.test, editor");
      expect(page).toContain("Edith Or, account menu");
      const [line] = await database.rows("select record_title, detail from changes");
      expect(line).toEqual({ record_title: "Edith Or", detail: { fields: ["fullname"] } });
    },
  );

  it("changes no other field", async () => {
    const body = { fullname: "Edith", role: "superadmin", email: "other@demo.test", status: "inactive" };
    await post("/admin/profile-settings", body, "editor");
    const [row] = await database.rows(
      "select role, status, email from staff where email = 'editor@demo.test'",
    );
    expect(row).toEqual({ role: "editor", status: "active", email: "editor@demo.test" });
  });

  it(
    "rejects an empty name, and shows both values on a conflict",
    spec("2.4-7 save top newer one"),
    async () => {
      const empty = await post("/admin/profile-settings", { fullname: " " }, "editor");
      expect(empty.status).toBe(422);
      expect(await empty.text()).toContain("Full name is required");
      await database.rows(
        "update staff set fullname = 'Theirs', version = 70 where email = 'editor@demo.test'",
      );
      const refused = await post("/admin/profile-settings", { fullname: "Mine", version: "69" }, "editor");
      expect(refused.status).toBe(409);
      const page = await refused.text();
      expect(page).toContain('value="Mine"');
      expect(page).toMatch(/Saved by somebody else:.*Theirs/s);
    },
  );

  it(
    "lists one's own devices, and signs out one or all others",
    spec("2.4-7 profile admin profile settings"),
    async () => {
      const [own, one, two] = [
        await app.cookiesOf("editor"),
        await app.cookiesOf("editor"),
        await app.cookiesOf("editor"),
      ];
      const admin = await app.cookiesOf("admin");
      const path = "/admin/profile-settings/devices";
      const page = await (await app.request(path, { cookies: own })).text();
      expect(page).toContain("This device");
      const [session] = await database.rows<{ id: string }>(
        "select s.id from sessions s join staff p on p.id = s.staff_id where p.email = 'editor@demo.test' order by s.created_at desc limit 1",
      );
      expect(page).toContain(`value="${session?.id}"`);
      const out = (body: Record<string, string>) => app.request(path, { method: "POST", cookies: own, body });
      expect((await out({ device: session?.id ?? "" })).status).toBe(303);
      expect([await canOpen(own), await canOpen(one), await canOpen(two)].map(([first]) => first)).toEqual([
        true,
        true,
        false,
      ]);
      const [foreign] = await database.rows<{ id: string }>(
        "select s.id from sessions s join staff p on p.id = s.staff_id where p.email = 'admin@demo.test' limit 1",
      );
      await out({ device: foreign?.id ?? "" });
      expect(await canOpen(admin)).toEqual([true, true]);
      await out({});
      expect([await canOpen(own), await canOpen(one), await canOpen(admin)]).toEqual([
        [true, true],
        [false, false],
        [true, true],
      ]);
    },
  );

  it("redirects to the sign-in page after signing out the current device", async () => {
    const cookies = await app.cookiesOf("editor");
    const [session] = await database.rows<{ id: string }>(
      "select id from sessions order by created_at desc limit 1",
    );
    const out = await app.request("/admin/profile-settings/devices", {
      method: "POST",
      cookies,
      body: { device: session?.id ?? "" },
    });
    expect([out.status, out.headers.get("Location")]).toEqual([303, "/admin/login"]);
    expect(await canOpen(cookies)).toEqual([false, false]);
  });
});
