import { insertRecord } from "tests/support/record-factories";
import { smallPicture } from "tests/support/request-bodies";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { PASSWORD } from "tests/support/test-app";
import { cookiesFrom, sendPassword } from "tests/support/two-step";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp();

let cookies = "";
beforeEach(async () => {
  await database.rows("delete from rate_limits");
  await database.rows("delete from staff where email like 's.%'");
  await database.rows("delete from sessions where seen_by_id is not null");
  cookies = cookiesFrom(await sendPassword("superadmin@demo.test"));
  await database.rows("update sessions set password_confirmed_at = now() - interval '11 minutes'");
});

const GOOD = {
  fullname: "Sol & Ada",
  email: "s.sol@demo.test",
  password: "a good password é",
  role: "editor",
};
const post = (path: string, body: Record<string, string> | FormData, own = cookies) =>
  app.request(path, { method: "POST", cookies: own, body });
const locationOf = (answer: Response) => answer.headers.get("Location") ?? "";
const added = () => database.rows<{ id: string }>("select * from staff where email like 's.%'");

/** Submits the password and follows its redirect as a browser does: 307 resends the same form. */
async function submitPassword(asking: string, own = cookies) {
  const form = { currentPassword: PASSWORD, goesOn: "on" };
  const answer = await post(asking, form, own);
  return answer.status === 307 ? post(locationOf(answer), form, own) : answer;
}

describe("before admins and prices are changed", () => {
  it("changes to admins and prices ask for the password, then save the input automatically", async () => {
    const check = await post("/admin/settings/new", GOOD);
    expect([check.status, locationOf(check)]).toEqual([
      303,
      expect.stringMatching(/^\/admin\/password-check\?held=/),
    ]);
    expect(await added()).toEqual([]);
    const page = await (await app.request(locationOf(check), { cookies })).text();
    expect(page).toContain("Your changes are kept");
    expect(page).not.toContain(GOOD.password);
    expect(JSON.stringify(await database.rows("select * from held_submissions"))).not.toContain("good");
    const wrong = await post(locationOf(check), { currentPassword: "not the password", goesOn: "on" });
    expect([wrong.status, await wrong.text()]).toEqual([
      422,
      expect.stringContaining("This is not your current password"),
    ]);
    const done = await submitPassword(locationOf(check));
    expect([done.status, locationOf(done)]).toEqual([303, "/admin/settings"]);
    expect(await added()).toMatchObject([{ fullname: GOOD.fullname, role: "editor" }]);
    const signedIn = { method: "POST", json: { email: GOOD.email, password: GOOD.password } };
    expect((await app.request("/api/auth/admin/login", signedIn)).status).toBe(200);
    const again = await post(locationOf(check).replace("password-check", "settings/new"), { goesOn: "on" });
    expect([again.status, locationOf(again), (await added()).length]).toEqual([
      303,
      "/admin/settings/new",
      1,
    ]);
    const more = await post("/admin/settings/new", { ...GOOD, email: "s.two@demo.test" });
    expect(locationOf(more)).toBe("/admin/settings");
  });

  it("form errors are shown after the password check, with the input", async () => {
    const check = await post("/admin/settings/new", { ...GOOD, email: "nobody" });
    const refused = await submitPassword(locationOf(check));
    const page = await refused.text();
    expect([refused.status, page]).toEqual([422, expect.stringContaining("Please enter a valid email")]);
    expect(page).toContain('value="Sol &amp; Ada"');
    const corrected = await post("/admin/settings/new?held=00000000-0000-4000-8000-000000000000", GOOD);
    expect([corrected.status, (await added()).length]).toEqual([303, 1]);
  });

  it("an uploaded picture survives the password check", async () => {
    const id = await insertRecord(database, "staff", { fullname: "Sol Ada", email: GOOD.email });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      fullname: "Sol Berg",
      email: GOOD.email,
      role: "editor",
      password: "",
    }))
      form.set(name, value);
    form.set("portrait", await smallPicture());
    const check = await post(`/admin/settings/${id}/edit`, form);
    expect((await submitPassword(locationOf(check))).status).toBe(303);
    const [saved] = await database.rows<{ fullname: string; portrait_id: string | null }>(
      "select * from staff where id = ?",
      [id],
    );
    expect([saved?.fullname, saved?.portrait_id]).toEqual(["Sol Berg", expect.any(String)]);
  });

  it("nobody can continue with another person's input", async () => {
    const check = await post("/admin/settings/new", GOOD);
    const other = cookiesFrom(await sendPassword("superadmin@demo.test"));
    await submitPassword(locationOf(check), other);
    expect(
      (await post(locationOf(check).replace("password-check", "settings/new"), { goesOn: "on" }, other))
        .status,
    ).toBe(303);
    expect(await added()).toEqual([]);
  });

  it.each([
    ["delete", (id: string) => `/admin/settings?delete=${id}`],
    ["reset", (id: string) => `/admin/settings/${id}/two-step`],
  ])("a %s needs the password", async (_, path) => {
    const id = await insertRecord(database, "staff", { fullname: "Sol Ada", email: GOOD.email });
    expect(locationOf(await post(path(id), {}))).toContain("/admin/password-check");
    expect(await added()).toHaveLength(1);
  });

  it("a price change needs the password", async () => {
    const form = { name: "A package of the tests", price: "9", expiresIn: "7" };
    const check = await post("/admin/packages/new", form);
    expect(locationOf(check)).toContain("/admin/password-check");
    expect((await submitPassword(locationOf(check))).status).toBe(303);
    const found = "select price from packages where name = 'A package of the tests'";
    expect(await database.rows(found)).toEqual([{ price: "9.00" }]);
  });

  it.each([
    "packages",
    "coupons/admin",
  ])("the API asks a browser's session for the password, too: %s", async (path) => {
    const id = crypto.randomUUID();
    const checks = [
      await app.request(`/api/${path}`, { method: "POST", cookies, json: {} }),
      await app.request(`/api/${path}/${id}`, { method: "PUT", cookies, json: {} }),
    ];
    for (const answer of checks)
      expect([answer.status, await answer.text()]).toEqual([
        403,
        expect.stringContaining("Enter your password again at"),
      ]);
    await database.rows("update sessions set password_confirmed_at = now()");
    expect((await app.request(`/api/${path}`, { method: "POST", cookies, json: {} })).status).toBe(422);
  });

  it(
    "a member's new email address needs the password; a new name or the same address does not",
    spec("2.4-7 password once more before"),
    async () => {
      const id = await insertRecord(database, "members", { email: "s.bea@demo.test" });
      const edit = (body: Record<string, string>) => post(`/admin/manage-users/${id}/edit`, body);
      const stored = () => database.rows("select firstname, email from members where id = ?", [id]);
      const named = { firstname: "Bea", lastname: "Lund", email: " S.Bea@demo.test " };
      expect(locationOf(await edit(named))).toBe(`/admin/manage-users/${id}`);
      expect((await edit({ ...named, firstname: "Other", email: "nobody" })).status).toBe(422);
      const check = await edit({ ...named, firstname: "Bo", email: "s.new@demo.test" });
      expect(locationOf(check)).toContain("/admin/password-check?held=");
      expect(await stored()).toEqual([{ firstname: "Bea", email: "s.bea@demo.test" }]);
      const done = await submitPassword(locationOf(check));
      expect([done.status, locationOf(done)]).toEqual([303, `/admin/manage-users/${id}`]);
      expect(await stored()).toEqual([{ firstname: "Bo", email: "s.new@demo.test" }]);
    },
  );

  it(
    "viewing as a member needs the password; a tier, granted access and a note do not",
    spec("2.4-7 password once more before"),
    async () => {
      const id = await insertRecord(database, "members", {});
      const of = (noun: string, body: Record<string, string>) =>
        post(`/admin/manage-users/${id}/${noun}`, body);
      const gift = { tier: "Private", lastDay: "2126-08-14" };
      for (const done of [
        await of("notes", { text: "Phoned" }),
        await of("complimentary", gift),
        await of("subscription", { subscription: "Basic" }),
      ]) {
        expect(done.status).toBe(303);
        expect(locationOf(done)).toContain(`/admin/manage-users/${id}`);
      }
      const check = await of("view", {});
      expect([locationOf(check), check.headers.getSetCookie()]).toEqual([
        expect.stringContaining("/admin/password-check?held="),
        [],
      ]);
      const views = "select 1 from sessions where seen_by_id is not null";
      expect(await database.rows(views)).toEqual([]);
      const opened = await submitPassword(locationOf(check));
      expect([opened.status, locationOf(opened), (await database.rows(views)).length]).toEqual([303, "/", 1]);
    },
  );

  it("an edit of a member needs the password once an hour, then saves the input automatically", async () => {
    const id = await insertRecord(database, "members", { firstname: "Bea", lastname: "Lund" });
    const path = `/admin/manage-users/${id}`;
    const given = (minutes: number) =>
      database.rows("update sessions set password_confirmed_at = now() - make_interval(mins => ?)", [
        minutes,
      ]);
    const named = { firstname: "Bo", lastname: "Lund", email: "s.bea@demo.test" };
    const edits = () =>
      database.rows("select action from changes where record_id = ? order by created_at", [id]);
    await database.rows("update members set email = ? where id = ?", [named.email, id]);
    await given(59);
    expect(locationOf(await post(`${path}/edit`, named))).toBe(path);
    await given(61);
    for (const [noun, body] of [
      ["edit", { ...named, firstname: "Beata" }],
      ["notes", { text: "Phoned" }],
      ["subscription", { subscription: "Premium" }],
      ["status", { status: "inactive" }],
    ] as const) {
      const before = (await edits()).length;
      const check = await post(`${path}/${noun}`, body);
      expect(locationOf(check)).toContain("/admin/password-check?held=");
      expect(await edits()).toHaveLength(before);
      expect(locationOf(await submitPassword(locationOf(check)))).toBe(path);
      expect(await edits()).toHaveLength(before + 1);
      expect(locationOf(await post(`${path}/${noun}`, body))).not.toContain("password-check");
      await given(61);
    }
  });

  it("ten wrong passwords block the check", async () => {
    const check = locationOf(await post("/admin/settings/new", GOOD));
    const tries = Array.from({ length: 12 }, () => post(check, { currentPassword: "wrong", goesOn: "on" }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe("CSV files of people", () => {
  it.each([
    "manage-users",
    "payments",
    "numbers",
    "settings",
    "mails",
  ])("/admin/%s/export.csv needs the password", async (path) => {
    const file = `/admin/${path}/export.csv?q=a`;
    const check = await app.request(file, { cookies });
    expect(locationOf(check)).toBe(`/admin/password-check?next=${encodeURIComponent(file)}`);
    const given = await submitPassword(locationOf(check));
    const page = await (await app.request(locationOf(given), { cookies })).text();
    expect(page).toContain(`href="${file}"`);
    expect((await app.request(file, { cookies })).headers.get("Content-Type")).toContain("text/csv");
  });

  it("are refused to other roles before the password check", async () => {
    const admin = cookiesFrom(await sendPassword("admin@demo.test"));
    await database.rows("update sessions set password_confirmed_at = null");
    expect((await app.request("/admin/payments/export.csv", { cookies: admin })).status).toBe(403);
  });
});

describe("the password check of the API", () => {
  const put = (headers: Record<string, string>) =>
    app.request("/api/auth/admin/addAdmin", {
      method: "POST",
      json: { ...GOOD, email: "s.api@demo.test" },
      headers,
    });

  it("exempts programs that show their token, but not a browser's session or its cookie", async () => {
    const bearer = { Authorization: `Bearer ${await app.tokenOf("superadmin")}` };
    const ofProgram = { Cookie: await app.cookiesOf("superadmin") };
    await database.rows("update sessions set password_confirmed_at = null");
    expect((await put({ Cookie: cookies })).status).toBe(403);
    expect(await added()).toEqual([]);
    expect((await put(bearer)).status).toBe(201);
    await database.rows("delete from staff where email like 's.%'");
    expect((await put(ofProgram)).status).toBe(403);
    expect(await added()).toEqual([]);
  });
});

describe("two superadmins", () => {
  it("cannot demote, close or delete each other in simultaneous requests", async () => {
    const other = await insertRecord(database, "staff", { role: "superadmin", email: "s.other@demo.test" });
    const [own] = await database.rows<{ id: string }>(
      "select id from staff where email = 'superadmin@demo.test'",
    );
    await database.rows("update sessions set password_confirmed_at = now()");
    const demoted = { fullname: "No More", email: "s.no@demo.test", role: "editor", status: "inactive" };
    const attempts = [own?.id, other].flatMap((id) => [
      post(`/admin/settings/${id}/edit`, demoted),
      post(`/admin/settings?delete=${id}`, {}),
      app.request(`/api/auth/admin/updateAdmin/${id}`, { method: "PUT", cookies, json: demoted }),
      app.request(`/api/auth/admin/deleteAdmin/${id}`, { method: "DELETE", cookies }),
    ]);
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 403));
    const left = "select 1 from staff where role = 'superadmin' and status = 'active'";
    expect(await database.rows(left)).toHaveLength(2);
  });
});
