import { request } from "node:http";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  compareImport,
  decide,
  GHOST,
  importOf,
  PATH,
  plan,
  postDecisions,
  reasonsOf,
  runJobs,
  SUBSTACK,
  startImport,
  upload,
  uploadImport,
  writeImport,
} from "./importing";

// Without a job queue: each test runs the worker's steps itself.
setUpStaffApp({ SITE_TZ: "America/New_York" });

beforeEach(async () => {
  await database.empty("changes");
  await database.rows("delete from jobs.job where name = 'member-letters'");
});
afterEach(async () => {
  await database.rows("delete from members where email like '%@import.test'");
  await database.empty("member_imports");
});

const WAITING = { timeout: 20_000, interval: 50 };

/** An export of this site without its last line. */
const OUR_EXPORT =
  "firstname,lastname,email,subscription,subscriptionExpiresAt,remindByMail,notes\nAda,Byron,ours@import.test,Basic,,true,[]";

const stored = () =>
  database.rows<Record<string, unknown>>(
    `select email, firstname, lastname, subscription as tier, status, registered_by_admin as by_staff, password_hash,
            subscription_expires_at as until, email_verified_at is not null as verified, remind_by_mail as remind,
            created_at as created, version,
            array(select text from member_notes n where n.member_id = members.id order by created_at, id) as notes
       from members where email like '%@import.test' order by email`,
  );

const mailed = () =>
  database.rows<{ data: unknown }>(
    "select data from jobs.job where name = 'member-letters' order by data->>'email'",
  );

const ghost = (...rows: string[]) => [GHOST, ...rows].join("\n");

describe("Ghost's export", () => {
  const FILE = ghost(
    "1,Ada@Import.Test,Ada Byron,Early supporter,true,,cus_1,2021-05-06T07:08:09.000Z,,,Gold",
    "2,bob@import.test,Bob,,false,true,,2022-01-01T00:00:00.000Z,,vip,",
    "3,cleo@import.test,,,true,,,2023-01-01T00:00:00.000Z,,,",
  );

  it(
    "is recognised by its columns; plans and missing ends need decisions first",
    spec("beyond members come ghost s"),
    async () => {
      const id = await compareImport(FILE, "ghost.csv");
      expect(await importOf(id)).toMatchObject({
        ...{ format: "ghost", state: "compared", added: 1, undecided: 2, refused: 0 },
        findings: { plans: { Gold: 1, Complimentary: 1 }, openEnds: 2 },
      });
      const page = await html(`${PATH}/${id}`);
      expect(page).toContain("Ghost’s member export");
      expect(page).toContain("2 rows undecided");
      expect(page).toContain("Choose the tier for “Gold”");
      expect(page).not.toContain("/run");
      expect((await startImport(id)).status).toBe(303);
      expect((await importOf(id)).state).toBe("compared");
      expect(await stored()).toEqual([]);
    },
  );

  it(
    "imports names, plans, dates, notes and email opt-outs, and sends no email",
    spec("beyond members come ghost s"),
    async () => {
      const id = await compareImport(FILE, "ghost.csv");
      const answers = { ...plan(0, "Complimentary", "Private"), ...plan(1, "Gold", "Premium") };
      const outlook = await decide(id, { ...answers, openEnd: "until", openEndDay: "2199-12-31" });
      expect(outlook).toMatchObject({ added: 3, undecided: 0 });
      expect(await html(`${PATH}/${id}`)).toContain("Import 3 members");
      expect(await stored()).toEqual([]);
      expect(await writeImport(id)).toMatchObject({ state: "done", added: 3, changed: 0, refused: 0 });
      const made = { status: "active", by_staff: true, password_hash: null, verified: true, version: 1 };
      const end = new Date("2200-01-01T04:59:59.999Z");
      expect(await stored()).toMatchObject([
        {
          ...{
            email: "ada@import.test",
            firstname: "Ada",
            lastname: "Byron",
            tier: "Premium",
            until: end,
            ...made,
          },
          ...{ remind: true, created: new Date("2021-05-06T07:08:09Z"), notes: ["Early supporter"] },
        },
        {
          email: "bob@import.test",
          firstname: "Bob",
          lastname: "Member",
          tier: "Private",
          until: end,
          remind: false,
          ...made,
        },
        {
          email: "cleo@import.test",
          firstname: "New",
          lastname: "Member",
          tier: "Basic",
          until: null,
          ...made,
        },
      ]);
      expect(await mailed()).toEqual([]);
    },
  );

  it("is listed, and logged with its importer and an entry per member", async () => {
    const id = await compareImport(FILE, "ghost.csv");
    const answers = { ...plan(0, "Complimentary", "Private"), ...plan(1, "Gold", "Premium") };
    await decide(id, { ...answers, openEnd: "endless" });
    await writeImport(id);
    const page = await html(`${PATH}/${id}`);
    expect(page).toContain("3 members added, 0 changed.");
    expect(page).toContain("admin tester");
    const log = await database.rows(
      "select staff_name, action, resource, record_title, origin, detail->>'to' as tier from changes order by record_title, action",
    );
    const line = { staff_name: "admin tester", origin: "import", resource: "manage-users" };
    expect(log).toEqual([
      { ...line, action: "added", record_title: "Ada Byron", tier: null },
      { ...line, action: "switched", record_title: "Ada Byron", tier: "Premium" },
      { ...line, action: "added", record_title: "Bob Member", tier: null },
      { ...line, action: "switched", record_title: "Bob Member", tier: "Private" },
      { ...line, action: "added", record_title: "New Member", tier: null },
      {
        ...{ ...line, resource: "member-imports", action: "imported", tier: null },
        record_title: "ghost.csv (3 added, 0 changed, 0 refused)",
      },
    ]);
    const changes = await html("/admin/changes?kind=member-imports");
    expect(changes).toContain(`href="${PATH}/${id}"`);
    expect(await html(PATH)).toContain("ghost.csv");
  });

  it(
    "emails new members only if chosen, once each, and not those who opted out",
    spec("beyond members come ghost s"),
    async () => {
      const id = await compareImport(FILE);
      const answers = { ...plan(0, "Complimentary", "Basic"), ...plan(1, "Gold", "Basic") };
      await decide(id, { ...answers, mailNew: "on" });
      expect(await html(`${PATH}/${id}`)).toContain("New members get an email, unless they opted out.");
      await writeImport(id);
      expect(await mailed()).toEqual([
        { data: { about: "import", email: "ada@import.test" } },
        { data: { about: "import", email: "cleo@import.test" } },
      ]);
    },
  );

  it(
    "adds no revenue, no paying member and no finding of access without payment",
    spec("beyond members come ghost s"),
    async () => {
      const id = await compareImport(FILE);
      const answers = { ...plan(0, "Complimentary", "Private"), ...plan(1, "Gold", "Premium") };
      await decide(id, { ...answers, openEnd: "endless" });
      await writeImport(id);
      await database.empty("changes");
      const findings = await html("/admin/payments/access", "superadmin");
      expect(findings).not.toContain("@import.test");
      expect(await database.rows("select 1 from payments")).toEqual([]);
      expect(await html("/admin/numbers", "superadmin")).not.toContain("import.test");
    },
  );
});

describe("Substack's export", () => {
  it(
    "gives a plan and an end only to paying people, and keeps opt-outs",
    spec("beyond members come ghost s"),
    async () => {
      const id = await compareImport(
        [
          SUBSTACK,
          "pays@import.test,true,2199-01-02T03:04:05.678Z,yearly,false,2024-02-03T00:00:00.000Z,2024-02-03T00:00:00.000Z",
          "free@import.test,false,,other,true,2024-02-03T00:00:00.000Z,",
        ].join("\r\n"),
      );
      expect(await importOf(id)).toMatchObject({
        format: "substack",
        findings: { plans: { yearly: 1 }, openEnds: 0 },
      });
      await decide(id, plan(0, "yearly", "Premium"));
      await writeImport(id);
      expect(await stored()).toMatchObject([
        { email: "free@import.test", tier: "Basic", remind: false },
        {
          email: "pays@import.test",
          tier: "Premium",
          until: new Date("2199-01-02T03:04:05.678Z"),
          remind: true,
        },
      ]);
    },
  );
});

describe("any other CSV", () => {
  it(
    "lets staff choose the columns if none is recognised as the address",
    spec("beyond members come ghost s"),
    async () => {
      const id = await uploadImport("Who;Paket;Ends\nada@import.test;premium;31.12.2199");
      expect((await importOf(id)).state).toBe("matching");
      const page = await html(`${PATH}/${id}`);
      expect(page).toContain("Which column contains the email?");
      const refused = await postDecisions(id, { "column-0": "", "column-1": "plan", "column-2": "until" });
      expect(refused.status).toBe(422);
      const again = await refused.text();
      expect(again).toContain("No column is set to Email");
      expect(again).toMatch(/<option value="plan" selected/);
      await decide(id, { "column-0": "email", "column-1": "plan", "column-2": "until" });
      expect(await importOf(id)).toMatchObject({ state: "compared", undecided: 1 });
      // A plan with a tier's name has that tier preselected, and the form sends it.
      expect(await html(`${PATH}/${id}`)).toMatch(/<option value="Premium" selected/);
      await decide(id, plan(0, "premium", "Premium"));
      await writeImport(id);
      expect(await stored()).toMatchObject([
        { tier: "Premium", until: new Date("2200-01-01T04:59:59.999Z") },
      ]);
    },
  );

  it(
    "asks for the date order only if the file does not show it",
    spec("beyond members come ghost s"),
    async () => {
      const file = (...days: string[]) =>
        ["email,plan,until", ...days.map((day, nth) => `d${nth}@import.test,Gold,${day}`)].join("\n");
      const id = await compareImport(file("3/4/2199", "05/06/2199"));
      await decide(id, plan(0, "Gold", "Premium"));
      expect(await importOf(id)).toMatchObject({ undecided: 2, added: 0 });
      expect(await html(`${PATH}/${id}`)).toContain("Choose day or month first");
      await decide(id, { ...plan(0, "Gold", "Premium"), dateOrder: "day" });
      await writeImport(id);
      const ends = (await stored()).map(({ until }) => (until as Date).toISOString().slice(0, 10));
      expect(ends).toEqual(["2199-04-04", "2199-06-06"]);

      const monthFirst = await compareImport(file("3/4/2199", "12/31/2199"));
      await decide(monthFirst, plan(0, "Gold", "Premium"));
      expect(await importOf(monthFirst)).toMatchObject({ undecided: 0 });

      const mixed = await compareImport(
        file("31/12/2199", "12/31/2199", "2199-12-31", "31.12.2199", "7258118399", "soon"),
      );
      await decide(mixed, { ...plan(0, "Gold", "Premium"), dateOrder: "month", updateKnown: "on" });
      expect(await importOf(mixed)).toMatchObject({ undecided: 0, refused: 2 });
      expect((await reasonsOf(mixed)).filter(({ outcome }) => outcome === "refused")).toMatchObject([
        { line: 2, reason: expect.stringContaining("is not a real date") },
        { line: 7, reason: expect.stringContaining("is not a date") },
      ]);
    },
  );

  it("waits until each column of dates or statuses is assigned or skipped", async () => {
    const id = await uploadImport(
      "Email,Plan,Abo,Zustand,Kunde\nends@import.test,Gold,2199-01-01,canceled,1\nstays@import.test,Gold,2199-01-01,active,2",
    );
    expect((await importOf(id)).state).toBe("matching");
    const page = await html(`${PATH}/${id}`);
    expect(page).toContain("What are these columns?");
    expect(page).toContain("“Abo”, “Zustand”: dates or statuses here may show when access ends");
    const refused = await postDecisions(id, { "column-2": "until", "column-3": "" });
    expect(refused.status).toBe(422);
    const again = await refused.text();
    expect(again).toMatch(
      /id="column-3-error"[^>]*>(<svg.*?<\/svg>)?Choose a field for this column, or “Do not import”/,
    );
    expect(again).not.toContain('id="column-2-error"');
    expect(again).toMatch(/<option value="until" selected/);
    expect((await importOf(id)).state).toBe("matching");
    await decide(id, { "column-2": "until", "column-3": "access" });
    expect(await html(`${PATH}/${id}`)).toMatch(/<option value="none" selected/);
    const chosen = { ...plan(0, "Gold", "Premium"), "column-2": "until", "column-3": "access" };
    expect(await decide(id, chosen)).toMatchObject({ undecided: 0, added: 2 });
    await writeImport(id);
    expect((await stored()).map(({ email, tier }) => [email, tier])).toEqual([
      ["ends@import.test", "Basic"],
      ["stays@import.test", "Premium"],
    ]);
  });

  it("asks whether an unknown status gives access", async () => {
    const id = await compareImport("Email,Plan,Status,Ends\np@import.test,Gold,past_due,2199-01-01");
    await decide(id, plan(0, "Gold", "Premium"));
    expect(await importOf(id)).toMatchObject({ undecided: 1 });
    expect(await html(`${PATH}/${id}`)).toContain("Choose whether “past due” has access");
    const decisions = { ...plan(0, "Gold", "Premium"), "status-0-name": "past due", "status-0": "none" };
    expect(await decide(id, decisions)).toMatchObject({ undecided: 0, added: 1 });
    await writeImport(id);
    expect(await stored()).toMatchObject([{ tier: "Basic", until: null }]);
  });

  it("may skip such a column", async () => {
    const id = await uploadImport("Email,Plan,Geburtstag\na@import.test,Gold,1980-01-02");
    await decide(id, { "column-2": "left-out" });
    expect(await importOf(id)).toMatchObject({ state: "compared", undecided: 1 });
  });

  it("keeps the form's values after an invalid date", async () => {
    const id = await compareImport("email,plan\na@import.test,Gold");
    const refused = await postDecisions(id, {
      ...plan(0, "Gold", "Private"),
      openEnd: "until",
      openEndDay: "2199-02-30",
      mailNew: "on",
    });
    expect(refused.status).toBe(422);
    const page = (await refused.text()).replaceAll("<!-- -->", "");
    expect(page).toContain("Enter the last day, such as 2026-07-16");
    expect(page).toMatch(/<option value="Private" selected/);
    expect(page).toMatch(/<option value="until" selected/);
    expect(page).toMatch(/name="mailNew"[^>]*checked/);
    expect(await importOf(id)).toMatchObject({ state: "compared" });
  });

  it("reports a wrong plan column if it has too many plan names", async () => {
    const rows = Array.from({ length: 60 }, (_, nth) => `p${nth}@import.test,plan ${nth}`);
    const id = await compareImport(["email,plan", ...rows].join("\n"));
    expect(await html(`${PATH}/${id}`)).toContain("The plan column contains more than 50 different plans");
    const outlook = await decide(id, { "column-0": "email", "column-1": "" });
    expect(outlook).toMatchObject({ added: 60, undecided: 0 });
  });
});

describe("doubled addresses", () => {
  it(
    "in the file: equal rows count once, contradictory ones are refused, and each names the other row",
    spec("beyond doubled addresses hostile names"),
    async () => {
      const id = await compareImport(
        [
          "email,firstname,lastname",
          "same@import.test,Ada,Byron",
          "SAME@import.test,Ada,Byron",
          "two@import.test,Eve,One",
          "once@import.test,Uma,Once",
          "Two@Import.test,Eve,Other",
        ].join("\n"),
      );
      expect(await reasonsOf(id)).toMatchObject([
        { line: 2, outcome: "added" },
        { line: 3, outcome: "same", reason: "Same as line 2" },
        { line: 4, outcome: "refused", reason: "Line 6 has the same email but different data" },
        { line: 5, outcome: "added" },
        { line: 6, outcome: "refused", reason: "Line 4 has the same email but different data" },
      ]);
      expect(await writeImport(id)).toMatchObject({ added: 2, unchanged: 1, refused: 2 });
      expect((await stored()).map(({ email }) => email)).toEqual(["once@import.test", "same@import.test"]);
    },
  );

  it("are found across slices", async () => {
    const rows = Array.from({ length: 1_300 }, (_, nth) => `m${nth}@import.test,M,${nth}`);
    const id = await compareImport(
      [
        "email,firstname,lastname",
        "far@import.test,A,B",
        ...rows,
        "far@import.test,A,B",
        "m7@import.test,Other,7",
      ].join("\n"),
    );
    expect(await importOf(id)).toMatchObject({ added: 1_300, unchanged: 1, refused: 2 });
    expect(await writeImport(id)).toMatchObject({ added: 1_300, unchanged: 1, refused: 2 });
  });

  it("on every line cost no more than other rows", async () => {
    const rows = Array.from({ length: 5_000 }, () => "all@import.test,A,B");
    const id = await compareImport(["email,firstname,lastname", ...rows].join("\n"));
    expect(await writeImport(id)).toMatchObject({ added: 1, unchanged: 4_999, refused: 0 });
  });

  it(
    "of members: existing members stay unchanged, or only gain",
    spec("beyond doubled addresses hostile names"),
    async () => {
      const known = (name: string, values: Record<string, unknown> = {}) =>
        insertRecord(database, "members", {
          email: `${name}@import.test`,
          firstname: "Known",
          lastname: name,
          ...values,
        });
      const hash = "x".repeat(30);
      await known("longer", {
        subscription: "Premium",
        subscription_expires_at: "2199-01-01T00:00:00Z",
        password_hash: hash,
      });
      await known("dearer", { subscription: "Private", subscription_expires_at: "2190-01-01T00:00:00Z" });
      await known("free");
      const file = [
        "email,firstname,lastname,plan,until,subscribed to emails,note",
        "Longer@import.test,Ada,Byron,Gold,2198-01-01T00:00:00Z,,Rings often",
        "dearer@import.test,Known,dearer,Gold,2198-01-01T00:00:00Z,no,",
        "free@import.test,Known,free,Gold,2198-01-01T00:00:00Z,,",
        "new@import.test,New,One,,,,",
      ].join("\n");
      const id = await compareImport(file);
      await decide(id, plan(0, "Gold", "Premium"));
      expect(await importOf(id)).toMatchObject({ added: 1, changed: 0, unchanged: 3 });
      const outlook = await decide(id, { ...plan(0, "Gold", "Premium"), updateKnown: "on" });
      expect(outlook).toMatchObject({ added: 1, changed: 3, unchanged: 0, refused: 0 });
      const changedRows = await html(`${PATH}/${id}?show=changed`);
      expect(changedRows).toContain("Keeps Premium until");
      expect(changedRows).toContain("Keeps Private until");
      await writeImport(id);
      expect(await stored()).toMatchObject([
        {
          email: "dearer@import.test",
          tier: "Private",
          until: new Date("2190-01-01T00:00:00Z"),
          remind: false,
        },
        {
          email: "free@import.test",
          tier: "Premium",
          until: new Date("2198-01-01T00:00:00Z"),
          firstname: "Known",
        },
        {
          ...{
            email: "longer@import.test",
            firstname: "Ada",
            lastname: "Byron",
            notes: ["Rings often"],
            version: 2,
          },
          ...{
            tier: "Premium",
            until: new Date("2199-01-01T00:00:00Z"),
            password_hash: hash,
            by_staff: false,
          },
        },
        { email: "new@import.test" },
      ]);
      // Nothing more can be gained.
      const again = await compareImport(file);
      expect(await decide(again, { ...plan(0, "Gold", "Premium"), updateKnown: "on" })).toMatchObject({
        ...{ added: 0, changed: 0, unchanged: 4 },
      });
      expect(await html(`${PATH}/${again}`)).toContain("Nothing changes.");
    },
  );
});

describe("hostile rows", () => {
  const FORMULA = `=HYPERLINK("http://evil.test","Win")`;
  const MARKUP = "<script>alert(1)</script>";

  it(
    "become members with odd names, shown and exported as text, or are refused with a reason",
    spec("beyond doubled addresses hostile names"),
    async () => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const id = await compareImport(
        [
          "email,firstname,lastname",
          `formula@import.test,${quoted(FORMULA)},Byron`,
          `markup@import.test,${MARKUP},Byron`,
          "rtl@import.test,\u05D3\u05D4,\u05D0\u05D1\u05D2",
          "turned@import.test,\u202Egnp.exe,Byron",
          "bell@import.test,A\u0007B,Byron",
          `long@import.test,${"x".repeat(101)},Byron`,
          `${MARKUP},Eve,Byron`,
          "many@import.test,A,B,C,D",
        ].join("\n"),
      );
      expect(await reasonsOf(id)).toMatchObject([
        ...Array.from({ length: 3 }, () => ({ outcome: "added" })),
        { reason: "First name contains characters that are not allowed" },
        { reason: "First name contains characters that are not allowed" },
        { reason: "First name must be at most 100 characters" },
        { reason: "Please enter a valid email" },
        { reason: "This row has more cells than the header row" },
      ]);
      const page = await (await get(`${PATH}/${id}?show=added`)).text();
      expect(page).not.toContain(MARKUP);
      expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
      const file = await (await get(`${PATH}/${id}/refused.csv`)).text();
      expect(file.split("\r\n")[0]).toBe("email,firstname,lastname,Line,Refused because");
      expect(file).toContain(`${MARKUP},Eve,Byron,8,Please enter a valid email`);
      await writeImport(id);
      const list = await (await get("/admin/manage-users?q=%40import.test")).text();
      expect(list).not.toContain(MARKUP);
      expect(list).toContain("&lt;script&gt;");
      const spreadsheet = await (await get("/admin/manage-users/export.csv?q=%40import.test")).text();
      expect(spreadsheet).toContain(`"'=HYPERLINK(""http://evil.test""`);
      expect(spreadsheet).not.toContain(`"=HYPERLINK`);
    },
  );

  it("download as a file that can be corrected and uploaded again", async () => {
    const id = await compareImport("email,firstname,lastname\n@bad,=1+1,Byron\nfine@import.test,A,B");
    const file = await (await get(`${PATH}/${id}/refused.csv`)).text();
    expect(file).toContain("'@bad,'=1+1,Byron,2,");
    const again = await compareImport(file.replace("'@bad", "mended@import.test"));
    await writeImport(again);
    expect(await stored()).toMatchObject([{ email: "mended@import.test", firstname: "=1+1" }]);
  });
});

describe("an import file", () => {
  it.each([
    ["nothing", "", "The file has no rows"],
    ["names alone", "email,name\n", "The file has no rows"],
    ["an open quotation mark", `email,name\n"a@import.test,Ada\n`, "a quotation mark is not closed"],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]), "not UTF-8"],
    ["zero bytes", "email\n\0@import.test", "not text"],
    [
      "more columns than there may be",
      `email,${Array.from({ length: 61 }, (_, nth) => `c${nth}`).join(",")}\na`,
      "At most 60 columns",
    ],
    [
      "a row without an end date",
      `email,name\na@import.test,"${"x".repeat(300_000)}`,
      "A line is too long: check that the file is a CSV",
    ],
  ])(
    "%s is refused, and nothing of it is kept",
    spec("beyond doubled addresses hostile names"),
    async (_, content, why) => {
      const answer = await upload(content as BlobPart);
      expect(answer.status).toBe(422);
      expect((await answer.text()).replaceAll("<!-- -->", "")).toContain(why);
      expect(await database.rows("select 1 from member_imports")).toEqual([]);
      expect(await database.rows("select 1 from member_import_rows")).toEqual([]);
    },
  );

  it("is required by the form", async () => {
    const form = new FormData();
    form.set("file", new Blob([]), "");
    const { staffCookies } = await import("tests/support/staff-app");
    const answer = await app.request(PATH, {
      method: "POST",
      body: form,
      cookies: await staffCookies("admin"),
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Choose a file");
  });

  it("is read normally as UTF-16 with semicolons and a byte order mark", async () => {
    const text = "\uFEFFEmail;First name;Last name\r\nada@import.test;Ada;Bÿron\r\n";
    const id = await compareImport(Buffer.from(text, "utf16le"));
    await writeImport(id);
    expect(await stored()).toMatchObject([{ firstname: "Ada", lastname: "Bÿron" }]);
  });

  it("is deleted after an aborted upload", async () => {
    const { hostname, port } = new URL(app.url);
    const cookie = await staffCookies("admin");
    const sending = request({
      ...{ hostname, port, path: PATH, method: "POST" },
      headers: {
        Cookie: cookie,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": "9000000",
      },
    });
    sending.on("error", () => {});
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    sending.write(`${head}email\n${"a@import.test\n".repeat(4000)}`);
    const kept = async () => (await database.rows("select 1 from member_imports")).length;
    await vi.waitFor(async () => expect(await kept()).toBe(1), WAITING);
    sending.destroy();
    await vi.waitFor(async () => expect(await kept()).toBe(0), WAITING);
  });

  it.each([
    ["A line is too long", `email\n${",".repeat(50_001)}`],
    ["Line 2 has 121 cells", `email\n${",".repeat(119)},a`],
    ["The last line, #rows, is missing", OUR_EXPORT],
    ["The last line says 3 rows, but the file has 1", `${OUR_EXPORT}\n#rows,3`],
  ])("is refused as invalid: %s", async (words, content) => {
    const answer = await upload(content);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words);
    expect(await database.rows("select 1 from member_imports")).toEqual([]);
  });

  it("needs a decision on the tier if it has ends but no plan column", async () => {
    const id = await compareImport("email,days left\nends@import.test,30\nfree@import.test,");
    expect(await importOf(id)).toMatchObject({ undecided: 1, added: 1, findings: { plans: { Paid: 1 } } });
  });

  it("has correct line numbers for every kind of line end", async () => {
    const id = await compareImport('email,note\r\none@import.test,"two\r\nlines"\r\nnonsense,');
    expect((await reasonsOf(id)).map(({ line }) => line)).toEqual([3, 4]);
  });

  it("has the rows equal to a refused one refused as well", async () => {
    const id = await compareImport("email,name\na@import.test,Ada\na@import.test,Ada\na@import.test,Eve");
    expect((await reasonsOf(id)).map(({ outcome }) => outcome)).toEqual(["refused", "refused", "refused"]);
  });

  it("is refused over the row or byte limit before it is stored", async () => {
    const rows = Array.from({ length: 200_001 }, () => "a");
    const answer = await upload(["email", ...rows].join("\n"));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("At most 200,000 rows");
    expect(await database.rows("select 1 from member_import_rows limit 1")).toEqual([]);
  });
});

describe("permission to import", () => {
  it("requires the password again before an upload, a start and a download of rows", async () => {
    const id = await compareImport("email,plan\nbad,\nfine@import.test,");
    const longAgo = "update sessions set password_confirmed_at = now() - interval '11 minutes'";
    const now = "update sessions set password_confirmed_at = now()";
    await database.rows(longAgo);
    try {
      for (const path of [PATH, `${PATH}/${id}/refused.csv`]) {
        const answer = await get(path);
        expect([answer.status, answer.headers.get("Location")]).toEqual([
          302,
          `/admin/password-check?next=${encodeURIComponent(path)}`,
        ]);
      }
      expect((await upload("email\nother@import.test")).headers.get("Location")).toContain(
        "/admin/password-check?next=",
      );
      const started = await startImport(id);
      expect([started.status, started.headers.get("Location")]).toEqual([
        303,
        expect.stringContaining("password-check?held="),
      ]);
      expect((await importOf(id)).state).toBe("compared");
    } finally {
      await database.rows(now);
    }
  });

  it("does not start an import from an outdated comparison", async () => {
    const id = await compareImport("email\nonce@import.test");
    const [seen] = await database.rows<{ at: Date }>(
      "select touched_at as at from member_imports where id = ?",
      [id],
    );
    await decide(id, { mailNew: "on" });
    for (const seenAt of [new Date(seen?.at ?? 0).toISOString(), "nonsense", ""]) {
      const page = await followRedirect(await post(`${PATH}/${id}/run`, { seenAt }));
      expect(page).toContain("has moved on since you opened this page");
    }
    expect(await importOf(id)).toMatchObject({ state: "compared" });
    expect((await startImport(id)).status).toBe(303);
    expect(await importOf(id)).toMatchObject({ state: "writing" });
  });

  it("lets one of two concurrent starts succeed, and refuses the other", async () => {
    const id = await compareImport("email\nonce@import.test");
    const answers = await Promise.all([startImport(id), startImport(id, "superadmin")]);
    const pages = await Promise.all(answers.map((answer) => followRedirect(answer)));
    expect(
      pages.filter((page) => page.includes("the import has moved on since you opened this page")),
    ).toHaveLength(1);
    await runJobs(id);
    expect(await importOf(id)).toMatchObject({ state: "done", added: 1 });
    expect((await postDecisions(id, {})).status).toBe(409);
  });
});
