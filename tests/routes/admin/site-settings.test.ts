import sharp from "sharp";
import { mailsTo } from "tests/support/mails";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { followRedirect, get, html, memberIdOf, post, setUpStaffApp } from "tests/support/staff-app";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LINK_PLACES } from "~/platform/site-settings/link-places";
import { HOUSE_COLOURS } from "~/ui/brand-palette";

setUpStaffApp(
  { SITE_SELLER: "Openbell Publishing Ltd", SITE_ADDRESS: "4 Corn Row|London EC3" },
  { doesJobs: true },
);

const SUPERADMIN = "superadmin";
const SITE = { name: "Openbell", supportPhone: "+44 7700 900123", ...HOUSE_COLOURS };
const SELLER = { company: "Openbell Publishing Ltd", address: "4 Corn Row\nLondon EC3", taxId: "" };
const LINKS = Object.fromEntries(LINK_PLACES.map((place) => [place, ""]));
const READING = { fewerAds: "fewer", recordDays: "30" };

const save = (part: string, values: Record<string, string>) =>
  post(`/admin/settings/${part}`, values, SUPERADMIN);

async function saved(part: string, values: Record<string, string>): Promise<string> {
  const answer = await save(part, values);
  expect([part, answer.status]).toEqual([part, 303]);
  return followRedirect(answer, SUPERADMIN);
}

async function refused(part: string, values: Record<string, string>): Promise<string> {
  const answer = await save(part, values);
  expect(answer.status).toBe(422);
  return unescaped(await answer.text());
}

const unescaped = (text: string) =>
  text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
const pageFor = async (path: string, cookies = "") =>
  unescaped(await (await app.request(path, { cookies })).text());
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? "";
const changeLog = () =>
  database.rows<{
    record_title: string;
    action: string;
    differences: Record<string, { from: string; to: string }>;
  }>(
    "select record_title, action, differences from changes where resource = 'site-settings' order by created_at, id",
  );

beforeEach(() => database.rows("delete from changes"));

describe("the tabs of the settings", () => {
  it("start with the two of the specification, and are for superadmins", async () => {
    const page = await html("/admin/settings/site", SUPERADMIN);
    const tabs = [
      ...(/<nav class="tabs".*?<\/nav>/s.exec(page)?.[0] ?? "").matchAll(/href="([^"]+)"[^>]*>([^<]+)</g),
    ];
    expect(tabs.slice(0, 2).map(([, to, label]) => [to, label])).toEqual([
      ["/admin/settings", "Add Admin"],
      ["/admin/settings/password", "Change Password"],
    ]);
    for (const [, to = ""] of tabs) {
      expect((await get(to, SUPERADMIN)).status).toBe(200);
      expect((await get(to, "admin")).status).toBe(403);
    }
  });
});

describe("name and support number", () => {
  it("apply everywhere from the save on, with a change log entry", async () => {
    const premium = await app.cookiesOf("premium");
    expect(await pageFor("/news")).toContain("<title>News | Openbell</title>");
    const name = "Star & *Paper* Weekly, for the longest name";
    expect(await saved("site", { ...SITE, name: name.slice(0, 40), supportPhone: "+1 555 0100" })).toContain(
      "Settings saved",
    );
    const called = name.slice(0, 40);
    const places = [
      "/news",
      "/about",
      "/news/feed.xml",
      "/manifest.webmanifest",
      "/api/openapi.json",
      "/nothing",
    ];
    for (const path of places) {
      const text = (await pageFor(path)).replaceAll("\\u0026", "&");
      expect([path, text.includes(called), text.includes("Openbell")]).toEqual([path, true, false]);
    }
    expect(await pageFor("/dashboard", premium)).toContain("+1 555 0100");
    expect(await pageFor("/contact")).toContain("Write to +1 555 0100 with");
    await app.request("/api/auth/user/forget-password", {
      method: "POST",
      json: { email: "basic@demo.test" },
    });
    await waitUntil(async () => (await mailsTo("basic@demo.test", /Set a new password/)).length > 0);
    const [mail] = await mailsTo("basic@demo.test", /Set a new password/);
    expect(mail?.subject).toBe(`Set a new password for ${called}`);
    expect(await changeLog()).toMatchObject([
      {
        record_title: "Name, logo and colours",
        differences: { name: { from: "Openbell", to: called }, supportPhone: { to: "+1 555 0100" } },
      },
    ]);
    expect(await html("/admin/changes?kind=site-settings", SUPERADMIN)).toContain(called);
    expect(await html("/admin/changes", "admin")).not.toContain("Name, logo and colours");
    await saved("site", SITE);
    expect(await pageFor("/news")).toContain("<title>News | Openbell</title>");
    const [row] = await database.rows("select chosen from site_settings where section = 'site'");
    // Values equal to the environment follow the environment again.
    expect(row).toEqual({ chosen: {} });
  });

  it("appear with the support email if there is one", async () => {
    await insertRecord(database, "packages");
    const basic = await app.cookiesOf("basic");
    const places = ["/contact", "/privacy", "/subscription", "/dashboard/subscription"];
    const naming = async () => {
      const pages = await Promise.all(places.map((path) => pageFor(path, basic)));
      return pages.map((page) => page.includes("desk@example.com"));
    };
    expect(await naming()).toEqual([false, false, false, false]);
    await saved("site", { ...SITE, supportEmail: " desk@example.com " });
    expect(await naming()).toEqual([true, true, true, true]);
    expect(await pageFor("/subscription")).toContain('href="mailto:desk@example.com"');
    // A form without this field keeps its value.
    await saved("site", { ...SITE, name: "Another" });
    expect(await naming()).toEqual([true, true, true, true]);
    await saved("site", { ...SITE, supportEmail: "" });
    expect(await naming()).toEqual([false, false, false, false]);
  });

  it.each([
    [
      { supportEmail: "desk" },
      "Support email must be an email address such as support@example.com, or empty",
    ],
    [{ supportEmail: "a@b.test, c@d.test" }, "Support email must be an email address"],
    [{ name: "" }, "Name is required"],
    [{ name: "x".repeat(41) }, "Name must be at most 40 characters"],
    [{ name: "a\u0007b" }, "Name contains characters that are not allowed"],
    [{ brandLight: "red" }, "Brand, light theme must be a colour such as #1b1464"],
  ])("reject %j and keep the input", async (values, sentence) => {
    const page = await refused("site", { ...SITE, supportPhone: "+1 555 0199", ...values });
    expect(page).toContain(sentence);
    expect(page).toContain('value="+1 555 0199"');
    expect(await changeLog()).toEqual([]);
  });
});

describe("colours", () => {
  it("are rejected for too little contrast, with the ratio and the nearest allowed colour", async () => {
    const page = await refused("site", { ...SITE, brandLight: "#7A9B00", accentDark: "#404040" });
    expect(page).toContain(
      "Brand, light theme: contrast 2.77 to 1 (the paper of advertisements); the minimum is 4.5. The nearest allowed colour is #5c7500",
    );
    expect(page).toContain("Accent, dark theme: contrast");
  });

  it("become a stylesheet whose address contains its hash if their contrast is enough", async () => {
    const before = await pageFor("/news");
    expect(before).not.toContain("/brand/");
    await saved("site", { ...SITE, brandLight: "#0a7443" });
    const page = await app.request("/news");
    const [href = ""] = /\/brand\/[0-9a-f]{16}\.css/.exec(await page.text()) ?? [];
    expect(page.headers.get("Content-Security-Policy")).not.toMatch(/style-src[^;]*unsafe-inline/);
    const sheet = await app.request(href);
    expect(sheet.headers.get("Cache-Control")).toContain("immutable");
    expect(await sheet.text()).toContain("--color-brand:light-dark(#0a7443,#5a4ee0)");
    expect(await pageFor("/nothing")).toContain(href);
    expect(JSON.parse(await pageFor("/manifest.webmanifest")).theme_color).toBe("#0a7443");
    // A cached page requests the old stylesheet and gets the current colours.
    const older = await app.request("/brand/0123456789abcdef.css");
    expect([older.status, older.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(await older.text()).toContain("#0a7443");
    await saved("site", SITE);
    expect(await pageFor("/news")).toBe(before);
  });
});

describe("a logo", () => {
  const multipart = async (values: Record<string, string | Blob>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(values)) body.append(name, value);
    const cookies = await app.cookiesOf(SUPERADMIN);
    return app.request("/admin/settings/site", { method: "POST", cookies, body });
  };
  const picture = async (background: object) =>
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width: 400, height: 100, channels: 4, background: "#00000000" } })
            .composite([
              {
                input: { create: { width: 300, height: 60, channels: 4, background: background as never } },
                left: 50,
                top: 20,
              },
            ])
            .png()
            .toBuffer(),
        ),
      ],
      "logo.png",
      { type: "image/png" },
    );
  const DARK = { r: 10, g: 30, b: 60, alpha: 1 };
  const LIGHT = { r: 250, g: 250, b: 240, alpha: 1 };

  it("replaces the wordmark on pages, errors, receipts, emails and shared pictures until it is removed", async () => {
    const card = Buffer.from(await (await app.request("/og/site.png")).arrayBuffer());
    expect((await multipart({ ...SITE, logo: await picture(DARK) })).status).toBe(303);
    const [stored] = await database.rows<{ id: string }>(
      "select logo_id as id from site_settings where section = 'site'",
    );
    for (const path of ["/", "/login", "/nothing", "/admin/login"]) {
      const page = await pageFor(path);
      expect([
        path,
        /<img class="logo-picture logo-picture--dark" src="\/uploads\/[^"]+" width="136" height="34" alt=""/.test(
          page,
        ),
      ]).toEqual([path, true]);
      expect(page).not.toContain('class="word"');
    }
    const png = await app.request(`/brand/${stored?.id}.png`);
    const older = await app.request("/brand/00000000-0000-4000-8000-000000000000.png");
    for (const logo of [png, older])
      expect([logo.status, logo.headers.get("Cross-Origin-Resource-Policy")]).toEqual([200, "cross-origin"]);
    expect(png.headers.get("Content-Type")).toBe("image/png");
    expect((await sharp(Buffer.from(await png.arrayBuffer())).metadata()).height).toBe(68);
    expect(Buffer.from(await (await app.request("/og/site.png")).arrayBuffer()).equals(card)).toBe(false);
    await app.request("/api/auth/user/forget-password", {
      method: "POST",
      json: { email: "private@demo.test" },
    });
    await waitUntil(async () => (await mailsTo("private@demo.test", /Set a new password/)).length > 0);
    expect((await mailsTo("private@demo.test"))[0]?.html).toContain(
      `/brand/${stored?.id}.png" width="136" height="34"`,
    );
    expect((await multipart({ ...SITE, logo: await picture(LIGHT) })).status).toBe(303);
    expect(await pageFor("/")).toContain("logo-picture--light");
    expect(await database.rows(`select id from images where id = '${stored?.id}'`)).toEqual([]);
    expect((await multipart({ ...SITE, removeLogo: "on" })).status).toBe(303);
    expect(await pageFor("/")).toContain('class="word"');
    expect((await app.request(`/brand/${stored?.id}.png`)).status).toBe(404);
  });

  it("is rejected if it is not a readable picture", async () => {
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"], "logo.png", {
      type: "image/png",
    });
    const answer = await multipart({ ...SITE, logo: svg });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Choose a JPEG, PNG or WebP file.");
  });
});

describe("the seller's data", () => {
  it("appear on new receipts; existing receipts keep their seller", async () => {
    const payment = async (paidAt: string) =>
      insertRecord(database, "payments", {
        member_id: await memberIdOf("premium"),
        payment_date: paidAt,
      });
    const early = await payment(new Date(Date.now() - 86_400_000).toISOString());
    await saved("seller", {
      company: "New Owner SA",
      address: "  9 Rue Neuve \n\n 75001 Paris",
      taxId: "VAT FR 12",
    });
    const late = await payment(new Date().toISOString());
    const premium = await app.cookiesOf("premium");
    const receipt = async (id: string) =>
      (await pageFor(`/dashboard/receipts/${id}`, premium)).replace(/<[^>]+>/g, "|").replace(/\|+/g, "|");
    expect(await receipt(early)).toContain("Sold by|Openbell Publishing Ltd|4 Corn Row|London EC3|Paid by");
    expect(await receipt(late)).toContain("Sold by|New Owner SA|9 Rue Neuve|75001 Paris|VAT FR 12|Paid by");
    await saved("seller", SELLER);
    expect(await receipt(late)).toContain("New Owner SA");
  });

  it("are rejected with more lines than fit on a receipt", async () => {
    expect(await refused("seller", { ...SELLER, address: "line\n".repeat(9) })).toContain("at most 8 lines");
  });
});

describe("links", () => {
  it("replace greyed entries; external links get their attributes", async () => {
    const before = await pageFor("/news");
    expect(before).toContain('<span class="off">Academy</span>');
    await saved("links", {
      ...LINKS,
      academy: "/about",
      youtube: "https://video.example/@us",
      watchlist: "/stock-picks",
    });
    const page = await pageFor("/news");
    expect(page).not.toContain('<span class="off">Academy</span>');
    expect(page.match(/<a href="\/about">Academy<\/a>/g)).toHaveLength(2);
    expect(page).toMatch(
      /<a href="https:\/\/video\.example\/@us" rel="noopener noreferrer">.*?YouTube<\/a>/s,
    );
    expect(page).toContain('<span class="off">Community</span>');
    expect(await pageFor("/dashboard", await app.cookiesOf("premium"))).toContain(
      '<a href="/stock-picks">My Watchlist</a>',
    );
    await saved("links", LINKS);
    expect(await pageFor("/news")).toBe(before);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "http://plain.example/",
    "//other.example/",
    "/\\other.example",
    "https://bank.example@evil.test/",
    "about",
  ])("reject %s", async (target) => {
    expect(await refused("links", { ...LINKS, press: target })).toContain(
      "Press must be a path on this site such as /contact, or an address that starts with https://",
    );
  });
});

describe("two superadmins at once", () => {
  it("see each other's saves, and the second save starts from the first", async () => {
    const version = versionIn(await html("/admin/settings/seller", SUPERADMIN));
    await saved("seller", { ...SELLER, company: "The first one’s", version });
    const answer = await save("seller", { ...SELLER, company: "The second one’s", version });
    expect(answer.status).toBe(409);
    const page = unescaped(await answer.text());
    expect(page).toContain("The first one’s");
    expect(page).toContain('value="The second one’s"');
    await saved("seller", { ...SELLER, company: "The second one’s", version: versionIn(page) });
    await saved("seller", SELLER);
  });
});

describe("texts", () => {
  const publish = (body: string, version = "") => save("texts/terms", { body, version });

  it("can be previewed, published and restored as a new version", async () => {
    const own = await pageFor("/terms");
    const body =
      "# House rules of {siteName}\n\nBe **kind**. See [news](/news).\n\n## Later\n\n- One\n\n<script>alert(1)</script>";
    const preview = await publishPreview(body);
    expect(preview).toContain("Be <strong>kind</strong>");
    expect(preview).toContain("# House rules of {siteName}");
    expect(await pageFor("/terms")).toBe(own);
    expect((await publish(body)).status).toBe(303);
    const page = await pageFor("/terms");
    expect(page).toContain("<title>House rules of Openbell | Openbell</title>");
    expect(page).toContain("<h1>House rules of Openbell</h1>");
    expect(page).toContain('See <a href="/news">news</a>.');
    expect(page).toContain('<h2 id="text-later" dir="auto">Later</h2>');
    expect(page).not.toContain("<script>alert");
    const version = await html("/admin/settings/texts/terms/versions/0", SUPERADMIN);
    expect(version).toContain("Restore version 0");
    expect(version).toMatch(/<del>.*<\/del>/s);
    const restored = await save("texts/terms/versions/0", { version: versionIn(version) });
    expect(await followRedirect(restored, SUPERADMIN)).toContain("Terms has the text of version 0 again.");
    expect(await pageFor("/terms")).toBe(own);
    const stored = await database.rows(
      "select number, restored_from, staff_name from site_texts where page = 'terms' order by number",
    );
    expect(stored).toMatchObject([
      { number: 1, restored_from: null },
      { number: 2, restored_from: 0 },
    ]);
    expect(await html("/admin/settings/texts/terms", SUPERADMIN)).toContain("restored from version 0");
    expect((await changeLog()).map(({ action, record_title }) => [action, record_title])).toEqual([
      ["edited", "Words of Terms"],
      ["restored", "Words of Terms"],
    ]);
  });

  const publishPreview = async (body: string) => {
    const answer = await save("texts/terms", { body, preview: "1" });
    expect(answer.status).toBe(200);
    return unescaped(await answer.text());
  };

  it("show a conflict with both texts on simultaneous saves", async () => {
    const version = versionIn(await html("/admin/settings/texts/about", SUPERADMIN));
    const both = await Promise.all(
      ["# One\n\nOne", "# Two\n\nTwo"].map((body) => save("texts/about", { body, version })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    const refusal = unescaped(await (both.find(({ status }) => status === 409) as Response).text());
    expect(refusal).toContain("Published by superadmin tester");
    for (const words of ["# One", "# Two"]) expect(refusal).toContain(words);
  });

  it.each([
    ["", "Enter some text"],
    ["x".repeat(60_001), "The text must be at most 60,000 characters"],
    ["a\0b", "The text contains characters that are not allowed"],
  ])("reject invalid input: %#", async (body, sentence) => {
    expect(await refused("texts/privacy", { body })).toContain(sentence);
  });

  it("appear in full at the maximum length", async () => {
    const long = `# Long\n\n${"word ".repeat(11_900)}end`;
    expect((await save("texts/disclaimer", { body: long })).status).toBe(303);
    expect(await pageFor("/disclaimer")).toContain("word end</p>");
    expect((await get("/admin/settings/texts/disclaimer/versions/0", SUPERADMIN)).status).toBe(200);
  });
});

describe("the settings for readers", () => {
  it("show ads to paying members if enabled", async () => {
    for (const position of [1, 2]) await insertRecord(database, "ads", { position });
    for (const position of [1, 3]) await insertRecord(database, "ads", { category: "rectangle", position });
    const article = await insertRecord(database, "news");
    const premium = await app.cookiesOf("premium");
    const drawn = async () =>
      (await pageFor(`/news/${article}`, premium)).match(/<span class="ad-label">/g)?.length ?? 0;
    await waitUntil(async () => (await drawn()) === 1);
    await saved("reading", { ...READING, fewerAds: "all" });
    expect(await drawn()).toBe(3);
    await saved("reading", READING);
    expect(await drawn()).toBe(1);
  });

  it("require a disclosure of holdings if enabled", async () => {
    const admin = await app.cookiesOf("admin");
    const publish = () =>
      app.request("/admin/daily-brief/new", {
        method: "POST",
        cookies: admin,
        body: { companyName: "Zinc", ticker: "ZNC", analysis: "Words.", status: "published" },
      });
    expect((await publish()).status).toBe(303);
    await saved("reading", { ...READING, disclosureRequired: "on" });
    expect((await publish()).status).toBe(422);
    await saved("reading", READING);
  });

  it("never hide published results, and publish earlier only after confirmation", async () => {
    const old = await insertSettledCall(40);
    const young = await insertSettledCall(10);
    const statusOf = async (id: string) => (await app.request(`/track-record/${id}`)).status;
    expect([await statusOf(old), await statusOf(young)]).toEqual([200, 404]);
    await saved("reading", { ...READING, recordDays: "90" });
    expect([await statusOf(old), await statusOf(young)]).toEqual([200, 404]);
    await saved("reading", { ...READING, recordDays: "never" });
    expect([await statusOf(old), await statusOf(young)]).toEqual([200, 404]);
    const shorter = { ...READING, recordDays: "5" };
    expect(await refused("reading", shorter)).toContain("become public immediately and stay public");
    expect(await statusOf(young)).toBe(404);
    await saved("reading", { ...shorter, publishEarlier: "on" });
    expect(await statusOf(young)).toBe(200);
    await saved("reading", READING);
    expect([await statusOf(old), await statusOf(young)]).toEqual([200, 200]);
    const [figures] = [JSON.parse(await pageFor("/track-record.json"))];
    expect(figures.waiting).toBe(0);
  });

  it.each(["-1", "1.5", "soon", "99999", ""])("reject a delay of %j days", async (recordDays) => {
    expect(await refused("reading", { ...READING, recordDays })).toContain("Days must be a whole number");
  });
});

describe("a second instance", () => {
  let second: Instance;
  beforeAll(async () => {
    second = await startInstance(app.databaseUrl);
  });
  afterAll(() => second?.stop());
  const there = async () => (await fetch(`${second.url}/news`)).text();

  it(
    "gets a save by notification, and by polling if the notification is lost",
    spec("2.4-7 settings hold all instances"),
    async () => {
      expect(await there()).toContain("| Openbell</title>");
      await saved("site", { ...SITE, name: "Heard Gazette" });
      await waitUntil(async () => (await there()).includes("| Heard Gazette</title>"));
      await database.rows("alter table site_settings disable trigger site_settings_content_change");
      await saved("site", { ...SITE, name: "Unheard Gazette" });
      await waitUntil(async () => (await there()).includes("| Unheard Gazette</title>"));
      await database.rows("alter table site_settings enable trigger site_settings_content_change");
      await saved("site", SITE);
    },
  );
});
