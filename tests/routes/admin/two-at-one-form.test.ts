import sharp from "sharp";
import { applyPaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { LINK_PLACES } from "~/platform/site-settings/link-places";
import { HOUSE_COLOURS } from "~/ui/brand-palette";

setUpStaffApp();

const SUPERADMIN = "superadmin";
const PASTE = "/admin/manage-users/paste";

const read = async (answer: Response) =>
  (await answer.text()).replaceAll("<!-- -->", "").replaceAll("&quot;", '"').replaceAll("&#x27;", "'");
const readConflict = async (answer: Response) => {
  expect(answer.status).toBe(409);
  return read(answer);
};
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";
const staffId = async (person: Person) => {
  const [row] = await database.rows<{ id: string }>("select id from staff where email = ?", [
    `${person}@demo.test`,
  ]);
  return row?.id ?? "";
};

beforeEach(() => database.rows("delete from changes"));

describe("a member's form saved by two people", () => {
  const NAMES = { firstname: "Bea", lastname: "Lund", email: "t.bea@demo.test", remindByMail: "yes" };
  let id: string;
  const save = (values: Record<string, string>, version = "1", person: Person = "admin") =>
    post(`/admin/manage-users/${id}/edit`, { ...NAMES, ...values, version }, person);
  const stored = async () =>
    (
      await database.rows(
        `select firstname, lastname, email, remind_by_mail, subscription,
                subscription_expires_at::date::text as last_day from members where id = ?`,
        [id],
      )
    )[0];
  const found = (values: Record<string, unknown> = {}) =>
    insertRecord(database, "members", {
      ...{ email: NAMES.email, firstname: "Bea", lastname: "Lund", email_verified_at: new Date(0) },
      ...values,
    });

  beforeEach(async () => {
    await database.rows("delete from members where email like 't.%'");
    id = await found();
  });

  it("keeps both changes, and names the other person", async () => {
    expect((await save({ firstname: "Beatrix" }, "1", SUPERADMIN)).status).toBe(303);
    const sent = await save({ lastname: "Lindgren" });
    expect(sent.status).toBe(303);
    expect(await followRedirect(sent)).toMatch(/First name is as superadmin tester saved it on \d.* UTC\./);
    expect(await stored()).toMatchObject({ firstname: "Beatrix", lastname: "Lindgren" });
    const [last] = await database.rows("select detail from changes order by created_at desc, id limit 1");
    expect(last).toEqual({ detail: { fields: ["lastname"] } });
  });

  it("shows a conflict only for fields that both changed, with the other's name", async () => {
    await save({ firstname: "Beatrix", remindByMail: "no" }, "1", SUPERADMIN);
    const page = await readConflict(await save({ firstname: "Beate" }));
    expect(page).toContain(
      "Nothing was saved: superadmin tester changed this record while you were editing it",
    );
    expect(page).toMatch(/Saved by superadmin tester on \d.* UTC:.*Beatrix/s);
    expect(page.match(/Saved by superadmin tester on [^"]*?<q>/g)).toHaveLength(2);
    expect(page).toContain('value="Beate"');
    expect(page).toMatch(/<option value="no" selected/);
    expect(await stored()).toMatchObject({ firstname: "Beatrix", remind_by_mail: false });
    expect((await save({ firstname: "Beate", remindByMail: "no" }, versionIn(page))).status).toBe(303);
    expect(await stored()).toMatchObject({ firstname: "Beate", remind_by_mail: false });
  });

  it("keeps an address that a colleague corrected", async () => {
    await save({ email: "t.beatrix@demo.test" }, "1", SUPERADMIN);
    expect((await save({ lastname: "Lindgren" })).status).toBe(303);
    expect(await stored()).toMatchObject({ lastname: "Lindgren", email: "t.beatrix@demo.test" });
  });

  it("is saved if others changed fields outside the form", async () => {
    await post(`/admin/manage-users/${id}/status`, { status: "inactive" }, SUPERADMIN);
    await post(`/admin/manage-users/${id}/subscription`, { subscription: "Premium" }, SUPERADMIN);
    expect((await save({ lastname: "Lindgren" })).status).toBe(303);
    expect(await stored()).toMatchObject({ lastname: "Lindgren", subscription: "Premium" });
  });

  it("keeps names that were pasted in the meantime", async () => {
    await applyPaste(PASTE, "Email,First name,Last name\nt.bea@demo.test,Beatrix,Lund", {}, SUPERADMIN);
    expect(await stored()).toMatchObject({ firstname: "Beatrix" });
    expect((await save({ lastname: "Lindgren" })).status).toBe(303);
    expect(await stored()).toMatchObject({ firstname: "Beatrix", lastname: "Lindgren" });
  });

  describe("whose term one of them changed", () => {
    beforeEach(async () => {
      await database.rows("delete from members where email like 't.%'");
      id = await found({ subscription: "Premium", subscription_expires_at: "2126-08-14T23:59:59.999Z" });
    });

    it("keeps a colleague's end date if this form did not change it, and reports it", async () => {
      await save({ accessUntil: "2126-12-31" }, "1", SUPERADMIN);
      const sent = await save({ lastname: "Lindgren", accessUntil: "2126-08-14" });
      expect(sent.status).toBe(303);
      expect(await followRedirect(sent)).toMatch(
        /Access until is as superadmin tester saved it on \d.* UTC\./,
      );
      expect(await stored()).toMatchObject({ lastname: "Lindgren", last_day: "2126-12-31" });
    });

    it("drops an end date if the membership has become Basic, and reports it", async () => {
      await post(`/admin/manage-users/${id}/tier?to=Basic`, { subscription: "Basic" }, SUPERADMIN);
      const sent = await save({ lastname: "Lindgren", accessUntil: "2126-09-30" });
      expect(sent.status).toBe(303);
      expect(await followRedirect(sent)).toContain("The membership is Basic now, so no last day was saved.");
      expect(await stored()).toMatchObject({ lastname: "Lindgren", subscription: "Basic", last_day: null });
    });

    it("names the last person who changed the end date", async () => {
      await post(`/admin/manage-users/${id}/tier?to=Private`, { subscription: "Private" }, SUPERADMIN);
      const version = versionIn(await html(`/admin/manage-users/${id}/edit`));
      await save({ accessUntil: "2126-12-31" }, version, "admin");
      const page = await readConflict(await save({ accessUntil: "2126-09-30" }, "1", SUPERADMIN));
      expect(page).toMatch(/Saved by admin tester on \d.* UTC:.*2126-12-31/s);
    });

    it("needs confirmation before it replaces a colleague's end date, with the name", async () => {
      await save({ accessUntil: "2126-12-31" }, "1", SUPERADMIN);
      const page = await readConflict(await save({ accessUntil: "2126-09-30" }));
      expect(page).toMatch(/Saved by superadmin tester on \d.* UTC:.*2126-12-31/s);
      expect(page).toContain('value="2126-09-30"');
      expect(await stored()).toMatchObject({ last_day: "2126-12-31" });
    });

    it("needs confirmation if the end date belonged to an earlier tier", async () => {
      await post(`/admin/manage-users/${id}/tier?to=Private`, { subscription: "Private" }, SUPERADMIN);
      const page = await readConflict(await save({ accessUntil: "2126-09-30" }));
      expect(page).toMatch(/Saved by superadmin tester on \d.* UTC:.*\(empty\)/s);
      expect(await stored()).toMatchObject({ subscription: "Private", last_day: null });
    });

    it("needs no confirmation if nobody else changed the end date", async () => {
      await save({ firstname: "Beatrix", accessUntil: "2126-08-14" }, "1", SUPERADMIN);
      expect((await save({ accessUntil: "2126-09-30" })).status).toBe(303);
      expect(await stored()).toMatchObject({ firstname: "Beatrix", last_day: "2126-09-30" });
    });

    it("shows all differences if a payment or the member changed it, because the log lacks old values", async () => {
      await database.rows(
        "update members set subscription_expires_at = '2127-08-14T23:59:59.999Z', version = version + 1 where id = ?",
        [id],
      );
      const page = await readConflict(await save({ firstname: "Beate", accessUntil: "2126-08-14" }));
      expect(page.match(/Saved by somebody else:[^"]*?<q>/g)).toHaveLength(2);
      expect(await stored()).toMatchObject({ firstname: "Bea", last_day: "2127-08-14" });
    });

    it("keeps an end date that a payment set in the meantime", async () => {
      const drawn = await get(`/admin/manage-users/${id}/edit`);
      const [, opened = ""] = /name="opened" value="([^"]*)"/.exec(await drawn.text()) ?? [];
      const paid = "2127-08-14T23:59:59.999Z";
      await database.rows(
        "update members set subscription_expires_at = ?, version = version + 1 where id = ?",
        [paid, id],
      );
      const values = { accessUntil: "2126-08-14", opened: opened.replaceAll("&quot;", '"') };
      const sent = await save({ ...values, lastname: "Lindgren" });
      expect(sent.status).toBe(303);
      expect(await followRedirect(sent)).toContain("Access until is as somebody else saved it.");
      expect(await stored()).toMatchObject({ lastname: "Lindgren", last_day: "2127-08-14" });
      const page = await readConflict(await save({ ...values, accessUntil: "2126-09-30" }));
      expect(page).toMatch(/Saved by somebody else:.*2127-08-14/s);
    });

    it.each([
      "no JSON",
      "[]",
      '{"accessUntil":1}',
      "null",
    ])("shows all differences if the form's initial values are %s", async (opened) => {
      await database.rows("update members set firstname = 'Beate', version = version + 1 where id = ?", [id]);
      expect((await save({ opened, lastname: "Lindgren" })).status).toBe(409);
    });
  });
});

describe("settings saved by two superadmins", () => {
  const LINKS = Object.fromEntries(LINK_PLACES.map((place) => [place, ""]));
  const SITE = { name: "Openbell", supportPhone: "+44 7700 900123", ...HOUSE_COLOURS };
  const open = async (part: string) => versionIn(await html(`/admin/settings/${part}`, SUPERADMIN));
  const save = (part: string, values: Record<string, string>) =>
    post(`/admin/settings/${part}`, values, SUPERADMIN);

  it("keep both changes", async () => {
    const version = await open("links");
    expect((await save("links", { ...LINKS, press: "/contact", version })).status).toBe(303);
    const sent = await save("links", { ...LINKS, careers: "/about", version });
    expect(sent.status).toBe(303);
    expect(await followRedirect(sent, SUPERADMIN)).toMatch(
      /Settings saved. They apply everywhere. Press is as superadmin tester saved it on \d.* UTC\./,
    );
    const page = await html("/admin/settings/links", SUPERADMIN);
    expect(page).toMatch(/name="press"[^>]* value="\/contact"/);
    expect(page).toMatch(/name="careers"[^>]* value="\/about"/);
    await save("links", LINKS);
  });

  it("show a conflict for fields that both changed, with the name", async () => {
    const version = await open("links");
    await save("links", { ...LINKS, press: "/contact", careers: "/about", version });
    const page = await readConflict(await save("links", { ...LINKS, press: "/news", version }));
    expect(page).toContain("Nothing was saved: superadmin tester changed this record");
    expect(page).toMatch(/Saved by superadmin tester on \d.* UTC:.*\/contact/s);
    expect(page.match(/Saved by superadmin tester on [^"]*?<q>/g)).toHaveLength(2);
    expect(page).toMatch(/name="press"[^>]* value="\/news"/);
    expect(page).toMatch(/name="careers"[^>]* value="\/about"/);
    await save("links", LINKS);
  });

  it("summarise many fields of somebody else's save in one sentence", async () => {
    const version = await open("links");
    const theirs = { press: "/contact", careers: "/about", community: "/news", portfolio: "/news" };
    await save("links", { ...LINKS, ...theirs, version });
    const sent = await save("links", { ...LINKS, academy: "/videos", version });
    expect(await followRedirect(sent, SUPERADMIN)).toMatch(
      /They apply everywhere\. [\w ]+, [\w ]+ and 2 more fields are as superadmin tester saved them on \d[^.]* UTC\./,
    );
    await save("links", LINKS);
  });

  it("keep a box that the other ticked", async () => {
    const reading = { fewerAds: "fewer", recordDays: "30" };
    await save("reading", reading);
    const version = await open("reading");
    await save("reading", { ...reading, disclosureRequired: "on", version });
    expect((await save("reading", { ...reading, fewerAds: "all", version })).status).toBe(303);
    const page = await html("/admin/settings/reading", SUPERADMIN);
    expect(page).toMatch(/name="disclosureRequired"[^>]* checked/);
    expect(page).toMatch(/name="fewerAds"[^>]* checked=""[^>]* value="all"|value="all"[^>]* checked/);
    await save("reading", reading);
  });

  it("keep the seller's name equal to the site's after a rename by the other", async () => {
    const form = await html("/admin/settings/seller", SUPERADMIN);
    const [, company = ""] = /name="company"[^>]* value="([^"]*)"/.exec(form) ?? [];
    await save("site", { ...SITE, name: "Foo" });
    const seller = { company, address: "", taxId: "VAT 1", vatRate: "", vatName: "" };
    expect((await save("seller", { ...seller, version: versionIn(form) })).status).toBe(303);
    const [latest] = await database.rows(
      "select name, tax_id from sellers order by since desc, id desc limit 1",
    );
    expect(latest).toEqual({ name: "Foo", tax_id: "VAT 1" });
    expect(await html("/admin/settings/seller", SUPERADMIN)).toContain("Leave empty for Foo.");
    await save("site", SITE);
    await save("seller", { ...seller, taxId: "" });
  });

  describe("which include a logo", () => {
    const logo = async () => {
      const [row] = await database.rows<{ id: string | null }>(
        "select logo_id as id from site_settings where section = 'site'",
      );
      return row?.id ?? null;
    };
    const choose = async (background: string, version: string) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...SITE, version })) form.append(name, value);
      const png = await sharp({ create: { width: 40, height: 10, channels: 3, background } })
        .png()
        .toBuffer();
      form.append("logo", new File([new Uint8Array(png)], "logo.png", { type: "image/png" }));
      const cookies = await staffCookies(SUPERADMIN);
      return app.request("/admin/settings/site", { method: "POST", cookies, body: form });
    };

    it("keep the other's logo, and need confirmation before it is removed or replaced", async () => {
      const empty = await open("site");
      await choose("#123456", empty);
      const first = await logo();
      expect((await save("site", { ...SITE, removeLogo: "on", version: empty })).status).toBe(303);
      expect(await logo()).toBe(first);
      const version = await open("site");
      expect((await choose("#654321", version)).status).toBe(303);
      const chosen = await logo();
      expect(chosen).not.toBe(first);
      expect((await save("site", { ...SITE, supportPhone: "+44 7700 900999", version })).status).toBe(303);
      for (const answer of [
        await save("site", { ...SITE, removeLogo: "on", version }),
        await choose("#abcdef", version),
      ])
        expect(await readConflict(answer)).toMatch(
          /Saved by superadmin tester on \d.* UTC:.*another picture/s,
        );
      expect(await logo()).toBe(chosen);
      await save("site", { ...SITE, removeLogo: "on" });
      expect(await logo()).toBe(null);
    });
  });
});

describe("texts published by two superadmins", () => {
  const publish = (body: string, version: string) =>
    post("/admin/settings/texts/contact", { body, version }, SUPERADMIN);
  const open = async () => versionIn(await html("/admin/settings/texts/contact", SUPERADMIN));

  it("show a conflict with the name, and keep unchanged texts", async () => {
    await publish("# Contact\n\nOne", await open());
    const version = await open();
    expect((await publish("# Contact\n\nTwo", version)).status).toBe(303);
    const same = await publish("# Contact\n\nOne", version);
    expect(same.status).toBe(303);
    expect(await followRedirect(same, SUPERADMIN)).toMatch(
      /Nothing was published: you have not changed the text\. The text is as superadmin tester saved it on \d.* UTC\./,
    );
    const page = await readConflict(await publish("# Contact\n\nThree", version));
    expect(page).toContain("Nothing was published: superadmin tester published another version.");
    expect(page).toMatch(/Published by superadmin tester on \d+ \w+ \d{4}, \d\d:\d\d UTC</);
    for (const words of ["Two", "Three"]) expect(page).toContain(`# Contact\n\n${words}`);
    const bodies = await database.rows("select body from site_texts where page = 'contact' order by number");
    expect(bodies).toEqual([{ body: "# Contact\n\nOne\n" }, { body: "# Contact\n\nTwo\n" }]);
  });

  it("reject a version that does not exist yet", async () => {
    const version = String(Number.MAX_SAFE_INTEGER);
    expect((await publish("# Contact\n\nFour", version)).status).toBe(409);
    const restored = await post("/admin/settings/texts/contact/versions/0", { version }, SUPERADMIN);
    expect(restored.status).toBe(409);
  });
});

describe("an account changed by the superadmin and its owner", () => {
  let id: string;
  const own = (values: Record<string, string>, version = "1") =>
    post("/admin/profile-settings", { fullname: "Edith Or", bio: "", ...values, version }, "editor");
  const edit = (values: Record<string, string>, version = "1") =>
    post(
      `/admin/settings/${id}/edit`,
      {
        ...{ fullname: "Edith Or", email: "editor@demo.test", role: "editor", status: "active", bio: "" },
        ...values,
        version,
      },
      SUPERADMIN,
    );
  const stored = async () =>
    (await database.rows("select fullname, bio, version from staff where id = ?", [id]))[0];

  beforeEach(async () => {
    id = await staffId("editor");
    await database.rows("update staff set fullname = 'Edith Or', bio = null, version = 1 where id = ?", [id]);
  });

  it("keeps both changes", async () => {
    expect((await own({ bio: "Writes on copper." })).status).toBe(303);
    const sent = await edit({ fullname: "Edith Orr" });
    expect(sent.status).toBe(303);
    expect(await followRedirect(sent, SUPERADMIN)).toMatch(
      /About the author is as Edith Or saved it on \d.* UTC\./,
    );
    expect(await stored()).toEqual({ fullname: "Edith Orr", bio: "Writes on copper.", version: 3 });
    expect((await own({ bio: "Writes on zinc.", fullname: "Edith Or" }, "2")).status).toBe(303);
    expect(await stored()).toMatchObject({ fullname: "Edith Orr", bio: "Writes on zinc." });
  });

  it("shows a conflict for fields that both changed, with the name", async () => {
    await edit({ fullname: "Edith Orr" });
    const page = await readConflict(await own({ fullname: "Edith Ore", bio: "Writes on copper." }));
    expect(page).toMatch(/Saved by superadmin tester on \d.* UTC:.*Edith Orr/s);
    expect(page.match(/Saved by [^"]*?<q>/g)).toHaveLength(1);
    expect(page).toContain("Writes on copper.");
    expect(await stored()).toMatchObject({ fullname: "Edith Orr", bio: null });
  });

  it("shows a conflict for a password that both set, without either password", async () => {
    id = await insertRecord(database, "staff", {
      ...{ fullname: "Edith Or", email: "t.sol@demo.test", role: "editor" },
    });
    const email = "t.sol@demo.test";
    await edit({ email, password: "a first password of hers" });
    expect((await edit({ email, bio: "Writes on zinc." })).status).toBe(303);
    const page = await readConflict(await edit({ email, password: "a second password of hers" }));
    expect(page).toMatch(/Saved by superadmin tester on \d.* UTC:.*a new password/s);
    expect(page).toContain("Enter the passwords again.");
    expect(page).not.toMatch(/of hers|argon2/);
    await database.rows("delete from staff where id = ?", [id]);
  });

  it("rejects the whole request in the API", async () => {
    await own({ bio: "Writes on copper." });
    const body = { fullname: "Edith Orr", email: "editor@demo.test", role: "editor", version: 1 };
    const refused = await api("PUT", `/api/auth/admin/updateAdmin/${id}`, body, SUPERADMIN);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: "Somebody else changed this admin.", current: { fullname: "Edith Or", version: 2 } },
    });
  });
});

describe("a form that somebody else has open", () => {
  let memberId: string;
  const openedBy = async (form: string, person: Person) => {
    await database.rows(
      `insert into form_openings (staff_id, form, opened_at, expires_at)
       values (?, ?, now() - interval '3 minutes', now() + interval '5 minutes')`,
      [await staffId(person), form],
    );
  };
  const mine = async (person: Person) =>
    (
      await database.rows<{ form: string }>("select form from form_openings where staff_id = ?", [
        await staffId(person),
      ])
    ).map(({ form }) => form);

  beforeEach(async () => {
    await database.rows("delete from form_openings");
    await database.rows("delete from members where email like 't.%'");
    memberId = await insertRecord(database, "members", { email: "t.bea@demo.test" });
  });

  it.each([
    ["a member", () => [`manage-users/${memberId}`, `/admin/manage-users/${memberId}/edit`]],
    [
      "an account",
      async () => [`settings/${await staffId("editor")}`, `/admin/settings/${await staffId("editor")}/edit`],
    ],
    ["the site’s name", () => ["site-settings/site", "/admin/settings/site"]],
    ["the seller", () => ["site-settings/seller", "/admin/settings/seller"]],
    ["links", () => ["site-settings/links", "/admin/settings/links"]],
    ["the settings for readers", () => ["site-settings/reading", "/admin/settings/reading"]],
    ["prices", () => ["site-settings/prices", "/admin/settings/prices"]],
    ["a text", () => ["site-settings/terms", "/admin/settings/texts/terms"]],
  ] as const)("of %s shows who opened it and since when, and shows the reader to others", async (_, place) => {
    const [form = "", path = ""] = await place();
    expect(await html(path, SUPERADMIN)).not.toContain("opened this");
    expect(await mine(SUPERADMIN)).toEqual([form]);
    await openedBy(form, "admin");
    const page = await html(path, SUPERADMIN);
    expect(page).toContain("admin tester opened this 3 minutes ago");
    expect(page).toContain("You can both save.");
    const ping = await api("POST", `/admin/openings/${form}`, {}, SUPERADMIN);
    expect(ping).toMatchObject({ status: 200, body: { others: ["admin tester opened this 3 minutes ago"] } });
  });

  it("shows the superadmin in one's own profile, if they have the same account open", async () => {
    const id = await staffId("editor");
    await html("/admin/profile-settings", "editor");
    expect(await html(`/admin/settings/${id}/edit`, SUPERADMIN)).toMatch(
      /Edith Or opened this just now|editor tester opened this just now/,
    );
    expect(await html("/admin/profile-settings", "editor")).toContain(
      "superadmin tester opened this just now",
    );
    const ping = await api("POST", `/admin/openings/settings/${id}`, {}, "editor");
    expect(ping).toMatchObject({ status: 200, body: { others: ["superadmin tester opened this just now"] } });
  });

  it("is forgotten once it is saved", async () => {
    await html(`/admin/manage-users/${memberId}/edit`);
    await html("/admin/settings/seller", SUPERADMIN);
    await html("/admin/profile-settings", "editor");
    const [{ firstname, lastname } = {}] = await database.rows<Record<string, string>>(
      "select firstname, lastname from members where id = ?",
      [memberId],
    );
    const names = { firstname: firstname ?? "", lastname: lastname ?? "" };
    expect((await post(`/admin/manage-users/${memberId}/edit`, names)).status).toBe(303);
    const seller = { company: "Openbell", address: "", taxId: "" };
    expect((await post("/admin/settings/seller", seller, SUPERADMIN)).status).toBe(303);
    expect((await post("/admin/profile-settings", { fullname: "editor tester" }, "editor")).status).toBe(303);
    expect([...(await mine("admin")), ...(await mine(SUPERADMIN)), ...(await mine("editor"))]).toEqual([]);
  });

  it("is reported by the script of every record's form, whether or not the API has the record", async () => {
    const instrument = await insertRecord(database, "instruments");
    const page = await html(`/admin/instruments/${instrument}/edit`);
    expect(page).toContain('name="symbol"');
    expect(await api("POST", `/admin/openings/instruments/${instrument}`, {})).toMatchObject({
      status: 200,
      body: { others: [] },
    });
  });

  it("needs an existing record and write access", async () => {
    const other = await staffId("admin");
    for (const form of ["site-settings/seller", "site-settings/terms", `settings/${other}`])
      expect((await api("POST", `/admin/openings/${form}`, {}, "editor")).status).toBe(403);
    expect((await api("POST", `/admin/openings/manage-users/${memberId}`, {}, "editor")).status).toBe(403);
    for (const form of ["site-settings/nothing", "settings/nobody", "manage-users/nobody", "mails/any"])
      expect((await api("POST", `/admin/openings/${form}`, {}, SUPERADMIN)).status).toBe(404);
    expect(await database.rows("select 1 from form_openings")).toEqual([]);
  });
});
