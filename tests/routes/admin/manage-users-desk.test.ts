import { waitForMail } from "tests/support/mails";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, memberIdOf, post } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { change, member, page, setUpMemberPage, storedMember } from "./managed-member";

setUpMemberPage();

const NAMES = { firstname: "Bea", lastname: "Lund" };
const edit = (id: string, body: Record<string, string>) => post(page(id, "/edit"), { ...NAMES, ...body });
const mailsTo = (address: string) =>
  database.rows<{ id: string; subject: string; template: string; html: string; token: string | null }>(
    "select id, subject, template, html, single_use_token_id as token from mails where to_address = ? order by created_at, id",
    [address],
  );
const lines = () =>
  database.rows<{ action: string }>(
    "select action, detail, differences from changes order by created_at, id",
  );

describe("a member's email address", () => {
  it("changes in the form: both addresses are notified, old links are void, passkeys gone, and the log keeps both", async () => {
    const id = await member();
    await database.insert("single_use_tokens", {
      member_id: id,
      purpose: "reset-password",
      token_hash: "a".repeat(64),
      expires_at: new Date(Date.now() + 600_000),
    });
    await database.insert("passkeys", {
      member_id: id,
      name: "Theirs",
      credential_id: "desk",
      public_key: "key",
      challenged_at: new Date(),
    });
    const done = await edit(id, { email: " M.Bea.NEW@demo.test " });
    expect([done.status, await followRedirect(done)]).toEqual([
      303,
      expect.stringContaining("m.bea.new@demo.test"),
    ]);
    expect(await storedMember(id)).toMatchObject({
      email: "m.bea.new@demo.test",
      status: "active",
      version: 2,
    });
    const [old] = await mailsTo("m.bea@demo.test");
    const [fresh] = await mailsTo("m.bea.new@demo.test");
    expect([old?.template, fresh?.template]).toEqual(["old-address", "new-address"]);
    expect(old?.html).not.toContain("m.bea.new@demo.test");
    expect(await database.rows("select voided_at is not null as void from single_use_tokens")).toEqual([
      { void: true },
    ]);
    expect(await database.rows("select id from passkeys")).toEqual([]);
    expect(await lines()).toEqual([
      {
        action: "edited",
        detail: { fields: ["email"] },
        differences: { email: { from: "m.bea@demo.test", to: "m.bea.new@demo.test" } },
      },
    ]);
    const memberPage = await html(page(id));
    expect(memberPage).toContain("Previous emails");
    // Emails to the old address are still on the member's page.
    expect(memberPage).toContain(old?.subject);
  });

  it("is refused if another member has it, even in two simultaneous requests, and the input stays", async () => {
    const [one, two] = [await member(), await member({ email: "m.ann@demo.test" })];
    const taken = await edit(one, { email: "M.ANN@demo.test" });
    expect(taken.status).toBe(422);
    const form = await taken.text();
    expect(form).toContain("Another member already uses this email");
    expect(form).toContain('value="M.ANN@demo.test"');
    const both = await Promise.all([one, two].map((id) => edit(id, { email: "m.same@demo.test" })));
    expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(
      await database.rows("select count(*)::int as n from members where email = 'm.same@demo.test'"),
    ).toEqual([{ n: 1 }]);
    for (const email of ["", "nobody", "a@b", `${"a".repeat(250)}@demo.test`, "ä@demo.test"])
      expect([email, (await edit(one, { email })).status]).toEqual([email, 422]);
  });

  it("gets a new verification link while the member is pending, and the old link is void", async () => {
    const id = await member({ status: "pending", email_verified_at: null });
    expect((await edit(id, { email: "m.right@demo.test" })).status).toBe(303);
    expect((await waitForMail("m.right@demo.test", /Verify/)).to).toBe("m.right@demo.test");
    expect(await storedMember(id)).toMatchObject({ status: "pending", email_verified_at: null });
    expect(await mailsTo("m.bea@demo.test")).toEqual([]);
  });

  it("takes its emails along when the account is deleted, including those to the old address", async () => {
    const id = await member();
    await edit(id, { email: "m.bea.new@demo.test" });
    await database.rows(
      "update members set deletion_requested_at = now() - interval '100 days' where id = ?",
      [id],
    );
    const { deleteDueMembers } = await import("~/features/accounts/deletion.server");
    await deleteDueMembers();
    expect(await storedMember(id)).toBeUndefined();
    const left =
      "select to_address as what from mails where to_address like 'm.bea%' union all select email::text from former_addresses";
    expect(await database.rows(left)).toEqual([]);
  });
});

describe("staff notes about a member", () => {
  it("are visible to staff and in the member's data export only, and the log omits their text", async () => {
    const id = await memberIdOf("premium");
    const note = "Phoned <b>twice</b>\nCanary of a note";
    expect((await post(page(id, "/notes"), { text: note })).status).toBe(303);
    const memberPage = await html(page(id));
    expect(memberPage).toContain(note);
    expect(await html("/admin/changes")).toContain("noted something on");
    expect(await html("/admin/changes")).not.toContain("Canary of a note");
    const cookies = await app.cookiesOf("premium");
    for (const path of ["/dashboard", "/api/user/profile"])
      expect(await (await app.request(path, { cookies })).text()).not.toContain("Canary of a note");
    const copy = (await (await app.request("/dashboard/export.json", { cookies })).json()) as {
      notes: Record<string, string>[];
    };
    expect(copy.notes).toEqual([{ text: note, createdAt: expect.any(String) }]);
    const [, removal = ""] = /href="([^"]*\/notes\/[^"]*\/deletion)"/.exec(memberPage) ?? [];
    expect(await html(removal)).toContain("Are you sure you want to delete this note?");
    expect(await followRedirect(await post(removal, {}))).toContain("Note deleted");
    const again = await post(removal, {});
    expect([again.status, await again.text()]).toEqual([404, expect.stringContaining("Note not found.")]);
    expect(await database.rows("select 1 from member_notes")).toEqual([]);
  });

  it.each([
    ["", "Note is required"],
    ["x".repeat(2001), "at most 2,000"],
    ["a\0b", "characters that are not allowed"],
  ])("reject %j with the reason", async (text, words) => {
    const refused = await post(page(await member(), "/notes"), { text });
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(words)]);
  });
});

describe("granted access", () => {
  const FAR = "2126-08-14";
  const give = (id: string, body: Record<string, string>) => post(page(id, "/complimentary"), body);

  it("opens a tier until the end of the day without a payment, with an email and a note", async () => {
    const id = await member({ subscription: "Basic" });
    expect(await html(page(id, "/complimentary"))).toContain("Last day");
    const done = await give(id, { tier: "Private", lastDay: FAR, reason: "Won the quiz", tell: "on" });
    expect(await followRedirect(done)).toContain("Bea Lund has Private until 14 August 2126");
    expect(await storedMember(id)).toMatchObject({
      subscription: "Private",
      subscription_expires_at: new Date("2126-08-14T23:59:59.999Z"),
    });
    expect((await mailsTo("m.bea@demo.test"))[0]?.template).toBe("access-given");
    expect(await database.rows("select text from member_notes")).toEqual([
      { text: "Private until 14 August 2126, free of charge: Won the quiz" },
    ]);
    expect(await database.rows("select 1 from payments where member_id = ?", [id])).toEqual([]);
    expect((await lines())[0]).toMatchObject({
      action: "gave access to",
      detail: { from: "Basic", to: "Private" },
    });
  });

  it("needs confirmation before it ends a running term, and never shortens one", async () => {
    const ends = new Date("2126-01-01T00:00:00Z");
    const id = await member({ subscription: "Premium", subscription_expires_at: ends });
    const refused = await give(id, { tier: "Private", lastDay: FAR });
    const form = await refused.text();
    expect([refused.status, form]).toEqual([
      422,
      expect.stringContaining("Premium until 1 January 2126 would end immediately"),
    ]);
    expect(form).toContain('name="confirmed"');
    const shorter = await give(id, { tier: "Premium", lastDay: "2125-12-31", confirmed: "on" });
    expect([shorter.status, await shorter.text()]).toEqual([
      422,
      expect.stringContaining("already has Premium until 1 January 2126"),
    ]);
    expect(await storedMember(id)).toMatchObject({ subscription: "Premium", subscription_expires_at: ends });
    expect((await give(id, { tier: "Private", lastDay: FAR, confirmed: "on" })).status).toBe(303);
    expect(await storedMember(id)).toMatchObject({ subscription: "Private" });
    expect(await mailsTo("m.bea@demo.test")).toEqual([]);
  });

  it.each([
    [{ tier: "Premium", lastDay: "2001-01-01" }, "must be today or later"],
    [{ tier: "Premium", lastDay: "" }, "Last day is required"],
    [{ tier: "Premium", lastDay: "2126-02-31" }, "Last day"],
    [{ tier: "Basic", lastDay: FAR }, "Tier must be one of the choices"],
  ])("rejects %j and keeps the input", async (body, words) => {
    const id = await member({ subscription: "Basic" });
    const refused = await give(id, { ...body, reason: "typed words" });
    const form = await refused.text();
    expect([refused.status, form]).toEqual([422, expect.stringContaining(words)]);
    expect(form).toContain("typed words");
    expect(await storedMember(id)).toMatchObject({ subscription: "Basic" });
  });
});

describe("resending an email", () => {
  const again = (id: string, mail: string) => change(id, "mails", { mail });
  const mail = (values: Record<string, unknown>) =>
    insertRecord(database, "mails", { to_address: "m.bea@demo.test", ...values });

  it("sends the same text, with a new link if it contains one", async () => {
    const id = await member();
    const receipt = await mail({ template: "receipt", subject: "Your receipt", html: "<p>paid</p>" });
    expect(await followRedirect(await again(id, receipt))).toContain("“Your receipt” is on its way");
    const reset = await mail({ template: "reset", subject: "Set a new password", html: "<p>[[token]]</p>" });
    expect((await again(id, reset)).status).toBe(303);
    const sent = (await mailsTo("m.bea@demo.test")).filter(({ id: one }) => ![receipt, reset].includes(one));
    expect(sent.map(({ subject, html: words, token }) => [subject, words, token !== null])).toEqual([
      ["Your receipt", "<p>paid</p>", false],
      ["Set a new password", "<p>[[token]]</p>", true],
    ]);
  });

  it("is refused for another member's email, or if its link would not work", async () => {
    const id = await member();
    const other = await mail({ to_address: "m.ann@demo.test" });
    expect((await again(id, other)).status).toBe(404);
    expect((await again(id, "nonsense")).status).toBe(404);
    const verification = await mail({ template: "verification", html: "[[token]]" });
    const refused = await again(id, verification);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("the address is verified"),
    ]);
    const signIn = await again(id, await mail({ template: "sign-in", html: "[[token]]" }));
    expect([signIn.status, await signIn.text()]).toEqual([
      409,
      expect.stringContaining("only the member can ask for that link again, on the sign-in page"),
    ]);
    expect(await mailsTo("m.bea@demo.test")).toHaveLength(2);
  });
});

describe("a member's devices", () => {
  it("can be signed out by staff one by one or together", async () => {
    const id = await memberIdOf("private");
    await database.rows("delete from sessions where member_id = ?", [id]);
    const [first, second] = [await app.cookiesOf("private"), await app.cookiesOf("private")];
    const open = async (cookies: string) => (await app.request("/dashboard", { cookies })).status;
    const [row] = await database.rows<{ id: string }>(
      "select id from sessions where member_id = ? order by created_at limit 1",
      [id],
    );
    expect(await html(page(id))).toContain("2 devices");
    const done = await change(id, "devices", { device: row?.id ?? "" });
    expect(await followRedirect(done)).toContain("The device was signed out");
    expect([await open(first), await open(second)]).toEqual([302, 200]);
    expect((await change(id, "devices", { device: row?.id ?? "" })).status).toBe(409);
    expect((await change(id, "devices")).status).toBe(303);
    expect(await open(second)).toBe(302);
    expect((await lines()).map(({ action }) => action)).toEqual(["signed out", "signed out"]);
  });
});

describe("viewing the site as a member", () => {
  let id: string;
  beforeEach(async () => {
    id = await memberIdOf("premium");
    await database.rows("delete from sessions where seen_by_id is not null");
  });

  /** The superadmin's cookies in that state: both sessions. */
  async function view(): Promise<string> {
    const staff = await app.cookiesOf("superadmin");
    const opened = await app.request(page(id, "/view"), { method: "POST", cookies: staff, body: {} });
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/"]);
    return [staff, ...opened.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "")].join("; ");
  }

  it("shows the member's pages with a banner, and is logged", async () => {
    const cookies = await view();
    for (const path of ["/", "/news", "/trade-alert", "/dashboard"]) {
      const viewedPage = await (await app.request(path, { cookies })).text();
      expect(viewedPage, path).toContain("You see the site as");
      expect(viewedPage, path).toContain("premium Tester");
    }
    expect(await (await app.request("/")).text()).not.toContain("You see the site as");
    const own = await (await app.request("/", { cookies: await app.cookiesOf("premium") })).text();
    expect(own).not.toContain("You see the site as");
    expect((await lines())[0]).toMatchObject({ action: "looked at the site as" });
    expect(
      await database.rows(
        "select expires_at < now() + interval '31 minutes' as short from sessions where seen_by_id is not null",
      ),
    ).toEqual([{ short: true }]);
  });

  it("refuses every write, a return from PayPal and the data export", async () => {
    const cookies = await view();
    const before = await storedMember(id);
    for (const [method, path] of [
      ["POST", "/dashboard"],
      ["POST", "/dashboard/deletion"],
      ["POST", "/dashboard/devices"],
      ["POST", "/subscription"],
      ["POST", "/theme"],
      ["PUT", "/api/user/profile"],
      ["POST", "/api/subscription/upgrade"],
    ] as const) {
      const refused = await app.request(path, {
        method,
        cookies,
        body: { firstname: "Other", lastname: "Name" },
      });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(await refused.text()).toContain("cannot change anything");
    }
    expect((await app.request("/dashboard/export.json", { cookies })).status).toBe(403);
    expect((await app.request(`/subscription?token=T&userId=${id}&packageId=P`, { cookies })).status).toBe(
      403,
    );
    expect(await storedMember(id)).toEqual(before);
    // It is not among the member's devices.
    expect(
      await (await app.request("/dashboard/devices", { cookies: await app.cookiesOf("premium") })).text(),
    ).toContain("This device");
    expect(await database.rows("select count(*)::int as n from orders where member_id = ?", [id])).toEqual([
      { n: 0 },
    ]);
  });

  it("ends with a button or with the staff's own sign-out, and is for superadmins only", async () => {
    const cookies = await view();
    const back = await app.request("/admin/member-view/end", { method: "POST", cookies, body: {} });
    expect([back.status, back.headers.get("Location")]).toEqual([303, page(id)]);
    expect((await app.request("/dashboard", { cookies })).status).toBe(302);
    const other = await view();
    await app.request("/admin/logout", { method: "POST", cookies: other, body: {} });
    await database.rows("delete from sessions where kind = 'staff'");
    expect((await app.request("/dashboard", { cookies: other })).status).toBe(302);
  });

  it("is refused for members who could not sign in", async () => {
    const pending = await member({ status: "pending" });
    const refused = await app.request(page(pending, "/view"), {
      method: "POST",
      cookies: await app.cookiesOf("superadmin"),
      body: {},
    });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("This member cannot sign in"),
    ]);
    expect((await get(page(pending), "superadmin")).status).toBe(200);
  });
});
