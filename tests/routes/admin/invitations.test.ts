import { mailsTo, tokenIn, waitForMail } from "tests/support/mails";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpStaffApp({}, { doesJobs: true });

const SUPERADMIN = "superadmin";
const NEW = "/admin/settings/invitations/new";
const EMAIL = "s.new@demo.test";
const GOOD = { fullname: "Sol Ada", email: EMAIL, role: "admin" };
const PASSWORD = "a password of their own";

beforeEach(async () => {
  await database.rows("delete from staff where email like 's.%'");
  for (const table of ["staff_invitations", "mails", "changes"]) await database.rows(`delete from ${table}`);
});

const invite = (values: Partial<typeof GOOD> = {}) => post(NEW, { ...GOOD, ...values }, SUPERADMIN);
const linkOf = async (email = EMAIL, count = 1) =>
  `/admin/invitation/${tokenIn(await waitForMail(email, /invites you to work/, count))}`;
const accept = (link: string, password = PASSWORD) =>
  app.request(link, { method: "POST", body: { password, confirmPassword: password } });
const openIds = async () =>
  (
    await database.rows<{ id: string }>(
      "select id from staff_invitations where used_at is null and voided_at is null",
    )
  ).map(({ id }) => id);
const signIn = (email: string) =>
  app.request("/api/auth/admin/login", { method: "POST", json: { email, password: PASSWORD } });

describe("inviting by mail", () => {
  it("sends a link that opens any number of times and creates one account, even for twenty requests at once", async () => {
    const invited = await invite();
    expect(await followRedirect(invited, SUPERADMIN)).toContain(
      "s.new@demo.test will receive an invitation.",
    );
    const list = await html("/admin/settings", SUPERADMIN);
    expect(list).toContain("Open invitations");
    expect(list).toContain("superadmin tester");
    const link = await linkOf();
    const token = link.split("/").at(-1) ?? "";
    expect(JSON.stringify(await database.rows("select * from staff_invitations"))).not.toContain(token);
    expect(JSON.stringify(await database.rows("select html, text from mails"))).not.toContain(token);
    for (let times = 0; times < 3; times += 1) {
      const page = await app.request(link);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("as an admin")]);
    }
    const refused = await accept(link, "short");
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("Password must be at least 8 characters"),
    ]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(link)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect((await signIn(EMAIL)).status).toBe(200);
    expect(await database.rows("select role, fullname from staff where email = ?", [EMAIL])).toEqual([
      { role: "admin", fullname: "Sol Ada" },
    ]);
    expect((await app.request(link)).status).toBe(400);
    expect(await html("/admin/settings", SUPERADMIN)).not.toContain("Open invitations");
    const logged = await database.rows<{ action: string }>("select action from changes order by created_at");
    expect(logged.map(({ action }) => action)).toEqual(["invited", "accepted the invitation of"]);
  });

  it("again invalidates the earlier link, and so does cancelling", async () => {
    await invite();
    const first = await linkOf();
    const [id = ""] = await openIds();
    expect((await post(`/admin/settings/invitations/${id}/mail`, {}, SUPERADMIN)).status).toBe(303);
    const second = await linkOf(EMAIL, 2);
    expect(second).not.toBe(first);
    expect([(await app.request(first)).status, (await app.request(second)).status]).toEqual([400, 200]);
    await invite({ role: "editor" });
    expect((await app.request(second)).status).toBe(400);
    const [newest = ""] = await openIds();
    expect(await openIds()).toHaveLength(1);
    expect((await post(`/admin/settings/invitations/${newest}/revocation`, {}, SUPERADMIN)).status).toBe(303);
    expect((await app.request(await linkOf(EMAIL, 3))).status).toBe(400);
    const late = await post(`/admin/settings/invitations/${newest}/mail`, {}, SUPERADMIN);
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("This invitation is no longer open."),
    ]);
  });

  it("expires after three days", async () => {
    await invite();
    const link = await linkOf();
    const [left] = await database.rows<{ hours: number }>(
      "select extract(epoch from expires_at - created_at)::int / 3600 as hours from staff_invitations",
    );
    expect(left?.hours).toBe(72);
    await database.rows("update staff_invitations set expires_at = now()");
    expect([(await app.request(link)).status, (await accept(link)).status]).toEqual([400, 400]);
    expect(await html("/admin/settings", SUPERADMIN)).toContain("(expired)");
  });

  it.each([
    [{ role: "superadmin" }, 422, "Role must be admin or editor"],
    [{ email: "nobody" }, 422, "Please enter a valid email"],
    [{ fullname: "" }, 422, "Fullname, email, and role are required"],
    [{ email: "Editor@demo.test" }, 409, "Another member of staff already uses this email"],
  ])("rejects %j", async (wrong, status, words) => {
    const refused = await invite(wrong);
    expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(words)]);
    expect(await openIds()).toEqual([]);
    expect(await mailsTo(EMAIL)).toEqual([]);
  });

  it("creates no second account if the address was added since", async () => {
    await invite();
    const link = await linkOf();
    await post("/admin/settings/new", { ...GOOD, role: "editor", password: "another password" }, SUPERADMIN);
    expect((await accept(link)).status).toBe(409);
    expect(await database.rows("select role from staff where email = ?", [EMAIL])).toEqual([
      { role: "editor" },
    ]);
  });

  it("is for superadmins only", async () => {
    for (const person of ["admin", "editor"] as const) {
      expect((await get(NEW, person)).status).toBe(403);
      expect((await post(NEW, GOOD, person)).status).toBe(403);
    }
    expect(await openIds()).toEqual([]);
  });
});
