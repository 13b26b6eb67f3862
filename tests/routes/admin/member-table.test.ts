import { applyPaste, cellsOfKind, comparePaste, counterFor, hiddenIn, pageOf } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

// Without jobs, because the tests count queued jobs.
setUpStaffApp({ SITE_TZ: "America/New_York" });

const PATH = "/admin/manage-users/paste";
const HEAD = "Email,First name,Last name,Tier,Access until";

const requests = () =>
  database.rows<{ data: unknown }>(
    "select data from jobs.job where name = 'member-letters' order by data->>'email'",
  );

beforeEach(async () => {
  await database.rows("delete from jobs.job where name = 'member-letters'");
  await database.empty("changes");
});
afterEach(async () => {
  await database.rows("delete from members where email like '%@paste.test'");
  await database.empty("paste_columns");
});

const known = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: "known@paste.test",
    firstname: "Ada",
    lastname: "Known",
    ...values,
  });

const stored = () =>
  database.rows<Record<string, unknown>>(
    `select email, firstname, lastname, subscription, status, registered_by_admin, password_hash,
            (subscription_expires_at at time zone 'America/New_York')::text as until, version
       from members where email like '%@paste.test' order by email`,
  );

describe("a pasted table of members", () => {
  it("adds active members in the staff's name, without a password or an email", async () => {
    const text = `${HEAD}\n New@Paste.test ,Nora,New,premium,2199-12-31\nfree@paste.test,Fred,Free,,`;
    const page = await comparePaste(PATH, text);
    expect(counterFor(page)).toEqual({ all: 2, changed: 0, added: 2, unchanged: 0, refused: 0 });
    expect(cellsOfKind(page, "added").slice(0, 5)).toEqual([
      "new@paste.test",
      "Nora",
      "New",
      "Premium",
      "2199-12-31",
    ]);
    expect(await stored()).toEqual([]);
    expect(await followRedirect(await applyPaste(PATH, text))).toContain("2 members added, 0 changed");
    const made = { status: "active", registered_by_admin: true, password_hash: null, version: 1 };
    expect(await stored()).toEqual([
      {
        email: "free@paste.test",
        firstname: "Fred",
        lastname: "Free",
        subscription: "Basic",
        until: null,
        ...made,
      },
      {
        ...{ email: "new@paste.test", firstname: "Nora", lastname: "New", subscription: "Premium", ...made },
        until: "2199-12-31 23:59:59.999",
      },
    ]);
    expect(await requests()).toEqual([]);
    const log = await database.rows(
      "select record_title, action, origin, detail->>'to' as tier from changes order by record_title, action",
    );
    expect(log).toEqual([
      { record_title: "Fred Free", action: "added", origin: "import", tier: null },
      { record_title: "Nora New", action: "added", origin: "import", tier: null },
      { record_title: "Nora New", action: "switched", origin: "import", tier: "Premium" },
    ]);
    expect(counterFor(await comparePaste(PATH, text))).toMatchObject({ all: 2, unchanged: 2 });
  });

  it("sends new members a link to set a password if requested", async () => {
    await known();
    const text = "Email,First name,Last name\nnew@paste.test,Nora,New\nknown@paste.test,Eve,Known";
    await applyPaste(PATH, text, { assumed: "invited" });
    expect(await requests()).toEqual([{ data: { about: "reset", email: "new@paste.test" } }]);
  });

  it("changes names and term end of existing members, and nothing else", async () => {
    const end = "2198-01-02T04:59:59.999Z";
    const id = await known({
      subscription: "Premium",
      subscription_expires_at: end,
      password_hash: "x".repeat(30),
    });
    const text = `${HEAD}\nKNOWN@paste.test,Adele,,,2198-06-30`;
    const wrong = await comparePaste(PATH, text);
    expect(cellsOfKind(wrong, "refused")).toEqual(["Last name is required"]);
    const right = text.replace("Adele,,", "Adele,Known,");
    const page = await comparePaste(PATH, right);
    expect(cellsOfKind(page, "changed")).toEqual([
      "Adele instead of Ada",
      "2198-06-30 instead of 2198-01-01",
    ]);
    await applyPaste(PATH, right);
    const now = { firstname: "Adele", subscription: "Premium", until: "2198-06-30 23:59:59.999", version: 2 };
    expect(await stored()).toMatchObject([
      { ...now, registered_by_admin: false, password_hash: "x".repeat(30) },
    ]);
    expect(
      await database.rows("select action, detail, differences from changes where record_id = ?", [id]),
    ).toEqual([
      {
        action: "edited",
        detail: {
          fields: ["firstname", "subscriptionExpiresAt"],
          until: { from: end, to: "2198-07-01T03:59:59.999Z" },
        },
        differences: { firstname: { from: "Ada", to: "Adele" } },
      },
    ]);
    // An empty or absent end keeps the term.
    await applyPaste(PATH, `${HEAD}\nknown@paste.test,Ada,Known,Premium,`);
    await applyPaste(PATH, "Email,First name\nknown@paste.test,Adele");
    expect(await stored()).toMatchObject([{ ...now, version: 4 }]);
  });

  it("rejects rows that a form would reject, each with its reason", async () => {
    await known({ subscription: "Premium" });
    await known({ email: "basic@paste.test" });
    const rows = [
      "no address,A,B,,",
      "а@paste.test,A,B,,",
      "a@paste.test,,B,,",
      `b@paste.test,${"x".repeat(101)},B,,`,
      "c@paste.test,A,B,Gold,",
      "d@paste.test,A,B,Basic,2199-01-01",
      "e@paste.test,A,B,Private,2020-01-01",
      "f@paste.test,A,B,Private,31/12/2999",
      "known@paste.test,Ada,Known,Private,",
      "basic@paste.test,Ada,Known,,2199-01-01",
      "twice@paste.test,A,B,,",
      "Twice@paste.test,A,B,,",
    ];
    const page = await comparePaste(PATH, [HEAD, ...rows].join("\n"));
    expect(counterFor(page)).toMatchObject({ all: 12, refused: 12 });
    const why = cellsOfKind(page, "refused");
    expect(why.map((cell) => cell.replace(/^\S*@\S* |^x+ /, ""))).toEqual([
      "no address Please enter a valid email",
      "Please use only English letters, digits and symbols before the @",
      "First name is required",
      "First name must be at most 100 characters",
      "Gold Subscription must be Basic, Premium or Private",
      "2199-01-01 Only Premium and Private access can have an end date",
      "2020-01-01 The last day of access must be today or later. To end access now, switch to Basic",
      expect.stringContaining("31/12/2999"),
      "Private This member is on Premium. Switch the tier on the member’s page",
      "2199-01-01 Only Premium and Private access can have an end date",
    ]);
    expect(page).toContain("Line 13 has the same email");
    expect(await stored()).toHaveLength(2);
  });

  it("is not saved over a newer save or an address taken since", async () => {
    await known();
    const text = "Email,First name,Last name\nknown@paste.test,Eve,Known\nnew@paste.test,Nora,New";
    const compared = hiddenIn(await comparePaste(PATH, text), "shown");
    await database.rows(
      "update members set firstname = 'Adele', version = 2 where email = 'known@paste.test'",
    );
    const late = await post(PATH, { text, intent: "apply", shown: compared });
    expect(late.status).toBe(409);
    expect(cellsOfKind(await pageOf(late), "changed")).toEqual(["Eve instead of Adele"]);
    expect(await stored()).toHaveLength(1);
    const again = hiddenIn(await comparePaste(PATH, text), "shown");
    await known({ email: "new@paste.test" });
    expect((await post(PATH, { text, intent: "apply", shown: again })).status).toBe(409);
    expect(await stored()).toMatchObject([{ firstname: "Adele" }, { firstname: "Ada" }]);
  });

  it("changes nothing if it is an unchanged export", async () => {
    await known({ subscription: "Private", subscription_expires_at: "2198-01-02T04:59:59.999Z" });
    const cookies = await app.cookiesOf("admin");
    const file = await app.request("/admin/manage-users/export.csv?as=data&q=known@paste.test", { cookies });
    expect(counterFor(await comparePaste(PATH, await file.text()))).toMatchObject({ all: 1, unchanged: 1 });
  });

  it("is linked from the list of members, for roles with write access", async () => {
    expect(await html("/admin/manage-users")).toContain(`href="${PATH}"`);
    expect((await post(PATH, { text: HEAD, intent: "compare" }, "editor")).status).toBe(403);
  });
});
