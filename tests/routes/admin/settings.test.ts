import { withFailingWrites, withoutColumn } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

beforeEach(async () => {
  await database.rows("delete from staff where email like 's.%'");
  await database.rows("delete from changes");
});

const SUPERADMIN = "superadmin";
const GOOD = { fullname: "Sol Ada", email: "s.sol@demo.test", password: "a good password", role: "editor" };

const admin = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "staff", { fullname: "Sol Ada", email: "s.sol@demo.test", ...values });

const storedStaff = () =>
  database.rows<{ id: string; password_hash: string }>("select * from staff where email like 's.%'");
const storedAdmin = async (id: string) => (await database.rows("select * from staff where id = ?", [id]))[0];
const idOf = async (person: string) =>
  (await database.rows<{ id: string }>("select id from staff where email = ?", [`${person}@demo.test`]))[0]
    ?.id ?? "";

const signIn = (email: string, password: string) =>
  app.request("/api/auth/admin/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });

describe("/admin/settings", () => {
  it.each(["", "/new", "/password", "/export.csv"])(
    "%s is for superadmins only, and shows others a message",
    spec("2.4-7 settings only superadmin can"),
    async (path) => {
      for (const person of ["admin", "editor"] as const) {
        const refused = await get(`/admin/settings${path}`, person);
        expect(refused.status).toBe(403);
        expect(await refused.text()).toContain("Only superadmin can access this page.");
      }
      expect((await get(`/admin/settings${path}`, SUPERADMIN)).status).toBe(200);
    },
  );

  it(
    "lists admins in two tabs; the superadmin has no buttons",
    spec("2.4-7 settings two tabs add"),
    async () => {
      const id = await admin();
      const page = await html("/admin/settings?size=25", SUPERADMIN);
      expect(page).toMatch(/<a href="\/admin\/settings" aria-current="page">Add Admin<\/a>/);
      expect(page).toContain('<a href="/admin/settings/password">Change Password</a>');
      expect(page).toContain(`/admin/settings/${id}/edit`);
      const [own = ""] = new RegExp(`<tr id="row-${await idOf(SUPERADMIN)}".*?</tr>`, "s").exec(page) ?? [];
      expect(own).toContain("superadmin@demo.test");
      expect(own).not.toMatch(/Edit|Delete/);
      expect(page).not.toMatch(/argon2|password_?hash/i);
      expect(await html("/admin/settings?role=editor&q=s.", SUPERADMIN)).toContain("Sol Ada");
      expect(await html("/admin/settings?q=nobody-has-this", SUPERADMIN)).toContain("No admins found.");
    },
  );

  it("shows 'Failed to fetch admins' if the list cannot be read", async () => {
    await withoutColumn(app, "staff", "updated_at", async () => {
      expect(await html("/admin/settings", SUPERADMIN)).toContain("Failed to fetch admins");
    });
  });
});

describe("adding an admin", () => {
  const add = (values: Partial<typeof GOOD> = {}) =>
    post("/admin/settings/new", { ...GOOD, ...values }, SUPERADMIN);

  it.each([
    "admin",
    "editor",
  ])("as %s creates an account that can sign in, with a log entry", async (role) => {
    const added = await add({ role });
    expect(added.status).toBe(303);
    expect(await followRedirect(added, SUPERADMIN)).toContain("Admin added successfully");
    expect(await storedStaff()).toMatchObject([{ fullname: "Sol Ada", role, status: "active" }]);
    expect((await signIn(GOOD.email, GOOD.password)).status).toBe(200);
    const [line] = await database.rows(
      "select staff_name, action, resource, record_title, detail from changes",
    );
    expect(line).toEqual({
      staff_name: "superadmin tester",
      action: "added",
      resource: "settings",
      record_title: "Sol Ada",
      detail: null,
    });
  });

  it.each(["fullname", "email", "password", "role"])(
    "needs the %s",
    spec("2.4-7 add admin all fields"),
    async (name) => {
      const refused = await add({ [name]: "" });
      expect(refused.status).toBe(422);
      const page = await refused.text();
      expect(page).toContain("All fields are required");
      expect(page).toContain(`href="#${name}"`);
      expect(page).not.toContain(GOOD.password);
      expect(await storedStaff()).toEqual([]);
    },
  );

  it.each([
    [{ role: "superadmin" }, "Role must be admin or editor"],
    [{ role: "owner" }, "Role must be admin or editor"],
    [{ password: "short" }, "Password must be at least 8 characters"],
    [{ email: "nobody" }, "Please enter a valid email"],
    [{ fullname: "x".repeat(101) }, "Full name must be at most 100 characters"],
  ])("rejects %j", async (wrong, words) => {
    const refused = await add(wrong);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(words);
    expect(await storedStaff()).toEqual([]);
  });

  it("rejects an existing address at its field, with the exact message", async () => {
    await add();
    const refused = await add({ email: "S.SOL@demo.test", fullname: "Other" });
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain("Failed to add admin");
    expect(page).toContain("Another member of staff already uses this email");
    expect(page).toContain('value="Other"');
    expect(await storedStaff()).toHaveLength(1);
  });

  it("shows 'Failed to add admin' if the database fails", spec("8 admins failed fetch admins"), async () => {
    const broken = await withFailingWrites(app, "insert", "changes", () => add());
    expect(broken.status).toBe(500);
    expect(await broken.text()).toContain("Failed to add admin");
    expect(await storedStaff()).toEqual([]);
  });
});

describe("editing an admin", () => {
  const save = (id: string, values: Record<string, string>) =>
    post(
      `/admin/settings/${id}/edit`,
      { fullname: "Sol Ada", email: GOOD.email, role: "editor", ...values },
      SUPERADMIN,
    );

  it("keeps the password and the sessions if the password is left empty", async () => {
    await post("/admin/settings/new", GOOD, SUPERADMIN);
    const [{ id = "", password_hash } = { id: "", password_hash: "" }] = await storedStaff();
    const { token } = (await (await signIn(GOOD.email, GOOD.password)).json()) as { token: string };
    const saved = await save(id, { fullname: "Sol Berg", password: "", version: "1" });
    expect(await followRedirect(saved, SUPERADMIN)).toContain("Admin updated successfully");
    expect(await storedAdmin(id)).toMatchObject({ fullname: "Sol Berg", password_hash, version: 2 });
    expect(await profile(token)).toBe(200);
    const lines = await database.rows("select action, detail from changes order by created_at");
    expect(lines.at(-1)).toEqual({ action: "edited", detail: { fields: ["fullname"] } });
  });

  it.each([
    ["another role", { role: "admin" }, ["role"]],
    ["another password", { password: "another password" }, ["password"]],
    ["no access", { status: "inactive" }, ["status"]],
  ])(
    "with %s ends their sessions at once",
    spec("2.4-7 sessions end status role"),
    async (_, values, fields) => {
      await post("/admin/settings/new", GOOD, SUPERADMIN);
      const [{ id = "" } = { id: "" }] = await storedStaff();
      const { token } = (await (await signIn(GOOD.email, GOOD.password)).json()) as { token: string };
      expect(await profile(token)).toBe(200);
      expect((await save(id, values as Record<string, string>)).status).toBe(303);
      expect(await profile(token)).toBe(401);
      expect(await database.rows("select 1 from sessions where staff_id = ?", [id])).toEqual([]);
      expect((await signIn(GOOD.email, GOOD.password)).status).toBe("role" in values ? 200 : 401);
      const lines = await database.rows("select detail from changes order by created_at");
      expect(lines.at(-1)).toEqual({ detail: { fields } });
    },
  );

  const profile = async (token: string) =>
    (await app.request("/api/admin/profile", { headers: { Authorization: `Bearer ${token}` } })).status;

  it.each(["fullname", "email", "role"])(
    "needs the %s",
    spec("2.4-7 edit admin fullname email"),
    async (name) => {
      const id = await admin();
      const refused = await save(id, { [name]: "" });
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain("Fullname, email, and role are required");
      expect(await storedAdmin(id)).toMatchObject({ fullname: "Sol Ada", version: 1 });
    },
  );

  it("rejects a short password, an existing address and the superadmin's role", async () => {
    const id = await admin();
    expect(await (await save(id, { password: "short" })).text()).toContain("at least 8 characters");
    const taken = await save(id, { email: "editor@demo.test" });
    expect(taken.status).toBe(409);
    expect(await taken.text()).toContain("Failed to update admin");
    expect(await (await save(id, { role: "superadmin" })).text()).toContain("Role must be admin or editor");
    expect(await storedAdmin(id)).toMatchObject({ email: GOOD.email, role: "editor", version: 1 });
  });

  it(
    "is refused if somebody else saved since, with both values",
    spec("2.4-7 save top newer one"),
    async () => {
      const id = await admin({ version: 2, fullname: "Theirs" });
      const refused = await save(id, { fullname: "Mine", version: "1" });
      expect(refused.status).toBe(409);
      const page = await refused.text();
      expect(page).toContain('value="Mine"');
      expect(page).toMatch(/Saved by somebody else:.*Theirs/s);
      expect(page).toContain('name="version" value="2"');
      expect(await storedAdmin(id)).toMatchObject({ fullname: "Theirs" });
    },
  );

  it("shows 'Failed to update admin' if the database fails", async () => {
    const id = await admin();
    const broken = await withFailingWrites(app, "update", "staff", () => save(id, {}));
    expect(broken.status).toBe(500);
    expect(await broken.text()).toContain("Failed to update admin");
  });
});

describe("deleting an admin", () => {
  it("needs confirmation, ends their sessions and keeps their log entries", async () => {
    await post("/admin/settings/new", GOOD, SUPERADMIN);
    const [{ id = "" } = { id: "" }] = await storedStaff();
    const { token } = (await (await signIn(GOOD.email, GOOD.password)).json()) as { token: string };
    await database.insert("changes", {
      staff_id: id,
      staff_name: "Sol Ada",
      action: "added",
      resource: "news",
      record_id: "1",
      record_title: "An article",
    });
    expect(await html(`/admin/settings?delete=${id}`, SUPERADMIN)).toContain(
      "Are you sure you want to delete this admin?",
    );
    const gone = await post(`/admin/settings?delete=${id}`, {}, SUPERADMIN);
    expect(await followRedirect(gone, SUPERADMIN)).toContain("Admin deleted successfully");
    expect(await storedStaff()).toEqual([]);
    const bearer = { Authorization: `Bearer ${token}` };
    expect((await app.request("/api/admin/profile", { headers: bearer })).status).toBe(401);
    expect(await html("/admin", SUPERADMIN)).toContain(
      "<strong><bdi>Sol Ada</bdi></strong> added the news item",
    );
    expect((await post(`/admin/settings?delete=${id}`, {}, SUPERADMIN)).status).toBe(404);
  });

  it("needs an id, with the exact message", spec("2.4-7 admin id missing"), async () => {
    for (const search of ["?delete=", ""]) {
      const refused = await post(`/admin/settings${search}`, {}, SUPERADMIN);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toContain("Admin ID is missing!");
    }
  });

  it("shows 'Failed to delete admin' if the database fails", async () => {
    const id = await admin();
    const broken = await withFailingWrites(app, "delete", "staff", () =>
      post(`/admin/settings?delete=${id}`, {}, SUPERADMIN),
    );
    expect(broken.status).toBe(500);
    expect(await broken.text()).toContain("Failed to delete admin");
    expect(await storedStaff()).toHaveLength(1);
  });
});

describe("the superadmin", () => {
  it(
    "cannot be edited, demoted or deleted by anybody, on any screen or over the API",
    spec("2.4-7 superadmin cannot created demoted"),
    async () => {
      const id = await idOf(SUPERADMIN);
      const before = await storedAdmin(id);
      const mine = { fullname: "Mine", email: "mine@demo.test", role: "editor" };
      expect((await get(`/admin/settings/${id}/edit`, SUPERADMIN)).status).toBe(404);
      expect(await html(`/admin/settings?delete=${id}`, SUPERADMIN)).not.toContain("Are you sure");
      expect((await post(`/admin/settings/${id}/edit`, mine, SUPERADMIN)).status).toBe(403);
      expect((await post(`/admin/settings?delete=${id}`, {}, SUPERADMIN)).status).toBe(403);
      for (const [method, path] of [
        ["PUT", `/api/auth/admin/updateAdmin/${id}`],
        ["DELETE", `/api/auth/admin/deleteAdmin/${id}`],
      ] as const) {
        expect(await api(method, path, method === "PUT" ? mine : undefined, SUPERADMIN)).toMatchObject({
          status: 403,
          body: { message: "The superadmin cannot be changed here." },
        });
      }
      const more = await api("POST", "/api/auth/admin/addAdmin", { ...GOOD, role: "superadmin" }, SUPERADMIN);
      expect(more.status).toBe(422);
      expect(await storedAdmin(id)).toEqual(before);
      expect(await storedStaff()).toEqual([]);
      expect((await signIn(`${SUPERADMIN}@demo.test`, PASSWORD)).status).toBe(200);
    },
  );
});
