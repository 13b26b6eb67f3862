import { randomUUID } from "node:crypto";
import { tokenIn, waitForMail } from "tests/support/mails";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, memberIdOf, post } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { change, member, page, setUpMemberPage, storedMember } from "./managed-member";

setUpMemberPage();

describe("a member's page", () => {
  it("shows profile, term, referrals, devices, emails and changes", async () => {
    const inviter = await insertRecord(database, "members", {
      email: "m.inviter@demo.test",
      firstname: "Ivo",
      lastname: "Ral",
    });
    const friend = await insertRecord(database, "members", {
      email: "m.friend@demo.test",
      firstname: "Fay",
      lastname: "Ott",
    });
    const id = await member({ subscription: "Premium", subscription_expires_at: "2126-08-14T00:00:00Z" });
    await database.insert("referrals", { referrer_id: inviter, friend_id: id });
    await database.insert("referrals", { referrer_id: id, friend_id: friend, state: "rewarded" });
    await insertRecord(database, "mails", {
      to_address: "m.bea@demo.test",
      subject: "A letter that failed",
      state: "failed",
      sent_at: null,
      attempts: 7,
      last_error: "550 no such mailbox",
      html: "<p>words of the letter</p>",
      text: "words of the letter",
    });
    await post(page(id, "/tier?to=Private"), { subscription: "Private" });
    const memberPage = await html(page(id));
    for (const words of [
      "Bea Lund",
      "m.bea@demo.test",
      "No end date",
      "Ivo Ral",
      "Fay O.",
      "1 friend, 30 days earned",
      "A letter that failed",
      "Failed",
      "550 no such mailbox",
      ">7<",
      "0 devices",
      "switched the member to Private",
      "admin tester",
    ]) {
      expect(memberPage).toContain(words);
    }
    expect(memberPage).not.toContain("words of the letter");
  });

  it("shows payments to superadmins only and does not read them for others", async () => {
    const id = await member();
    await insertRecord(database, "payments", { member_id: id, amount: "1234.50" });
    expect(await html(page(id), "superadmin")).toContain("$1,234.50");
    for (const path of [page(id), `${page(id)}.data`]) {
      expect(await html(path)).not.toMatch(/1,?234\.50|Payments<\/h2>/);
    }
  });

  it(
    "returns 404 for an unknown id, and 403 with the exact text for editors",
    spec("2.4-7 manage users only superadmin"),
    async () => {
      expect((await get(page("nobody"))).status).toBe(404);
      expect((await get(page("11111111-1111-4111-8111-111111111111"))).status).toBe(404);
      const refused = await get(page(await member()), "editor");
      expect(refused.status).toBe(403);
      expect(await refused.text()).toContain("Only superadmin and admin can access this page.");
    },
  );

  it.each([
    "subscription",
    "status",
    "verification",
    "deletion",
    "deletion/cancellation",
  ])("is the redirect target of the address of its %s", async (what) => {
    const id = await member();
    const before = await storedMember(id);
    const visit = await get(page(id, `/${what}?q=m.`), "superadmin");
    expect([visit.status, visit.headers.get("Location")]).toEqual([302, page(id, "?q=m.")]);
    expect((await get(page("nobody", `/${what}`), "superadmin")).status).toBe(404);
    expect(await storedMember(id)).toEqual(before);
  });

  it("accepts no submission from forms opened before the addresses changed", async () => {
    const id = await member({ status: "pending", email_verified_at: null });
    const before = await storedMember(id);
    const old = { status: "inactive", subscription: "Private" };
    for (const what of ["subscription", "status", "verification", "deletion", "keep"]) {
      expect((await post(page(id, `?change=${what}`), old, "superadmin")).status).toBe(405);
    }
    expect((await post(`/admin/manage-users?subscription=${id}`, old, "superadmin")).status).toBe(405);
    expect(await storedMember(id)).toEqual(before);
    expect(await database.rows("select 1 from changes")).toEqual([]);
  });

  it("ignores changes of other records", async () => {
    const id = await member();
    const before = await storedMember(id);
    for (const what of ["toString", "__proto__", "role", "password"]) {
      expect((await change(id, what, { password: "x", role: "superadmin" })).status).toBe(404);
    }
    expect(await storedMember(id)).toEqual(before);
  });
});

describe("a member's status", () => {
  it(
    "inactive ends every session and blocks the member; active again, the old sessions stay ended",
    spec("2.4-7 status active green inactive", "2.4-7 sessions end status role"),
    async () => {
      const id = await memberIdOf("private");
      await database.rows("update members set email_verified_at = now() where id = ?", [id]);
      const cookies = await app.cookiesOf("private");
      const token = await app.tokenOf("private");
      const open = async () => [
        (await app.request("/dashboard", { cookies })).status,
        (await app.request("/api/user/profile", { headers: { Authorization: `Bearer ${token}` } })).status,
      ];
      expect(await open()).toEqual([200, 200]);
      const done = await change(id, "status", { status: "inactive" });
      expect([done.status, done.headers.get("Location")]).toEqual([303, page(id, "?q=m.")]);
      expect(await followRedirect(done)).toContain("private Tester is inactive now");
      expect(await open()).toEqual([302, 401]);
      expect(await app.cookiesOf("private")).toBe("");
      expect(await followRedirect(await change(id, "status", { status: "active" }))).toContain(
        "is active now",
      );
      expect(await open()).toEqual([302, 401]);
      expect(await app.cookiesOf("private")).not.toBe("");
      const lines = await database.rows("select action, detail from changes order by created_at");
      expect(lines).toEqual([
        { action: "set", detail: { fields: ["status"], from: "active", to: "inactive" } },
        { action: "set", detail: { fields: ["status"], from: "inactive", to: "active" } },
      ]);
    },
  );

  it("returns to pending for unverified members, not to active", async () => {
    const id = await member({ status: "pending", email_verified_at: null });
    await change(id, "status", { status: "inactive" });
    expect(await storedMember(id)).toMatchObject({ status: "inactive" });
    await change(id, "status", { status: "active" });
    expect(await storedMember(id)).toMatchObject({ status: "pending" });
    // A pending member is not inactive, so "active" changes nothing: only the emailed link does.
    expect(await followRedirect(await change(id, "status", { status: "active" }))).toContain(
      "is pending already",
    );
  });

  it(
    "is refused if somebody else changed it, with both values",
    spec("2.4-7 save top newer one"),
    async () => {
      const id = await member({ version: 3 });
      const refused = await change(id, "status", { status: "inactive", version: "2" });
      expect(refused.status).toBe(409);
      expect(await refused.text()).toContain("You chose inactive; the current status is active.");
      expect(await storedMember(id)).toMatchObject({ status: "active", version: 3 });
    },
  );

  it.each(["pending", "deleted", ""])("cannot be %j", async (status) => {
    const id = await member();
    const refused = await change(id, "status", { status });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Status must be active or inactive");
    expect(await storedMember(id)).toMatchObject({ status: "active" });
  });
});

describe("the verification email", () => {
  it("can be sent again to pending members, and its link verifies", async () => {
    const id = await member({ status: "pending", email_verified_at: null });
    expect(await html(page(id))).toContain("Send the verification email");
    const sent = await change(id, "verification");
    expect(await followRedirect(sent)).toContain("A verification email is on its way to m.bea@demo.test");
    const token = tokenIn(await waitForMail("m.bea@demo.test", /Verify your email/));
    expect((await app.request(`/verify-email/${token}`)).status).toBe(200);
    expect(await storedMember(id)).toMatchObject({ status: "active" });
    const [line] = await database.rows("select action, record_title from changes");
    expect(line).toEqual({ action: "wrote to", record_title: "Bea Lund" });
  });

  it("is refused for verified members, and limited per hour for pending ones", async () => {
    const verified = await member();
    expect(await html(page(verified))).not.toContain("Send the verification email");
    const refused = await change(verified, "verification");
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("this member has already verified their email");
    await database.rows("update members set status = 'pending' where id = ?", [verified]);
    for (let time = 0; time < 5; time += 1) expect((await change(verified, "verification")).status).toBe(303);
    const stopped = await change(verified, "verification");
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect(await stopped.text()).toContain("Too many attempts");
  });
});

describe("a password link by email", () => {
  it("sends an active or inactive member the reset email, is in the log, and its link sets a password", async () => {
    for (const status of ["active", "inactive"]) {
      await database.rows("delete from members where email = 'm.bea@demo.test'");
      await database.rows("delete from mails");
      const id = await member({ status });
      expect(await html(page(id))).toContain("Email a password link");
      const sent = await change(id, "password-link");
      expect(await followRedirect(sent)).toContain("A password link is on its way to m.bea@demo.test");
      const token = tokenIn(await waitForMail("m.bea@demo.test", /Set a new password/));
      expect([status, (await app.request(`/reset-password/${token}`)).status]).toEqual([status, 200]);
      const [line] = await database.rows("select action, detail from changes where record_id = ?", [id]);
      expect(line).toEqual({ action: "wrote to", detail: { fields: ["passwordLink"] } });
    }
  });

  it("is limited for each member, together with the form for a forgotten password", async () => {
    const id = await member({ email: "m.often@demo.test" });
    await post("/forget-password", { email: "m.often@demo.test" });
    for (let time = 0; time < 4; time += 1) expect((await change(id, "password-link")).status).toBe(303);
    expect((await change(id, "password-link")).status).toBe(429);
    expect((await change(randomUUID(), "password-link")).status).toBe(404);
  });
});

describe("a member's names", () => {
  const save = (id: string, values: Record<string, string>) => post(page(id, "/edit?q=m."), values);

  it("change in a dialog, with a change log entry", async () => {
    const id = await member();
    expect(await html(page(id, "/edit"))).toContain('value="Lund"');
    const saved = await save(id, { firstname: "Beata", lastname: "Lund", version: "1" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, page(id, "?q=m.")]);
    expect(await followRedirect(saved)).toContain("Member updated successfully");
    expect(await storedMember(id)).toMatchObject({
      firstname: "Beata",
      email: "m.bea@demo.test",
      version: 2,
    });
    const [line] = await database.rows("select action, resource, detail from changes");
    expect(line).toEqual({ action: "edited", resource: "manage-users", detail: { fields: ["firstname"] } });
  });

  it("are the only fields that the form changes", async () => {
    const id = await member();
    const before = (await storedMember(id)) as Record<string, unknown>;
    await save(id, {
      firstname: "Bea",
      lastname: "Berg",
      password: "another password",
      status: "inactive",
      subscription: "Private",
      passwordHash: "x",
      registeredByAdmin: "true",
    });
    const { updated_at: _, ...rest } = before;
    expect(await storedMember(id)).toMatchObject({ ...rest, lastname: "Berg", version: 2 });
  });

  it("must not be empty, and a newer save is not overwritten", async () => {
    const id = await member();
    const empty = await save(id, { firstname: " ", lastname: "Lund", version: "1" });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toContain("First name is required");
    await save(id, { firstname: "Theirs", lastname: "Lund", version: "1" });
    const refused = await save(id, { firstname: "Mine", lastname: "Lund", version: "1" });
    expect(refused.status).toBe(409);
    const conflict = await refused.text();
    expect(conflict).toContain('value="Mine"');
    expect(conflict).toMatch(/Saved by .*admin tester on \d.* UTC:.*Theirs/s);
    expect(await storedMember(id)).toMatchObject({ firstname: "Theirs" });
  });
});
