import { insertRecord } from "tests/support/record-factories";
import { smallPicture } from "tests/support/request-bodies";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { api, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { afterEach, describe, expect, it } from "vitest";

setUpStaffApp({ SITE_TZ: "UTC" });
afterEach(() =>
  database.empty("news", "daily_briefs", "trade_alerts", "form_drafts", "pending_pictures", "changes"),
);

const ARTICLE = { title: "Copper", content: "", category: "Tech", status: "published", author: "" };

/** The content of an element that the script updates. */
const inside = (page: string, id: string) =>
  new RegExp(`<div id="${id}"[^>]*>(.*?)</div>(?:</section>|<div><div id="draft-state")`, "s").exec(
    page,
  )?.[1] ?? "";

const previewOf = async (content: string) => {
  const { status, body } = await api("POST", "/admin/writing/news/preview", { ...ARTICLE, content });
  return { status, html: body.previews?.content as string, readers: body.readers as string };
};

describe("the preview", () => {
  it("renders a text as its readers see it", spec("beyond written shown readers get"), async () => {
    const content = "# Why\n\nOre is **up**.\n\n* one\n* two\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    const id = await insertRecord(database, "news", { content });
    const { html: drawn } = await previewOf(content);
    const [, article = ""] =
      /<div class="prose">(.*?<\/section>)<\/div>/s.exec(await (await app.request(`/news/${id}`)).text()) ??
      [];
    expect(drawn).toBe(`<div class="prose">${article}</div>`);
    expect(article).toContain("<strong>up</strong>");
  });

  it("renders charts", async () => {
    const [spx] = await database.rows<{ id: string }>("select id from instruments where symbol = 'SPX'");
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select ?, (now() - n * interval '1 day')::date, 100 + n, 'form' from generate_series(1, 40) as n`,
      [spx?.id],
    );
    const { html: drawn } = await previewOf("Before.\n\nchart SPX 1y\n\nAfter.");
    expect(drawn).toContain("<svg");
    expect(drawn).toContain("<figure");
  });

  it("renders what every reader sees, without what only staff may know", async () => {
    const known = await insertRecord(database, "instruments", { symbol: "QZX", name: "Only in a call" });
    await insertRecord(database, "trade_alerts", {
      instrument_id: known,
      ticker: "QZX",
      name: "Only in a call",
    });
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select ?, (now() - n * interval '1 day')::date, 100 + n, 'form' from generate_series(1, 40) as n`,
      [known],
    );
    const text = "Before.\n\nchart QZX 1y\n\nAfter.";
    expect((await previewOf(text)).html).not.toContain("<svg");
    const brief = await api("POST", "/admin/writing/daily-brief/preview", { analysis: text });
    expect(brief.body.previews.analysis).toContain("<svg");
    // The form needs confirmation before it saves this.
    const saved = await post("/admin/news/new", { ...ARTICLE, content: text });
    expect([saved.status, await saved.text()]).toEqual([
      422,
      expect.stringContaining("No chart is shown for QZX: there are no prices for it."),
    ]);
  });

  it("escapes markup, script addresses and deep nesting", async () => {
    const hostile = [
      "<script>alert(1)</script><img src=x onerror=alert(1)>",
      "[a](javascript:alert(1)) ![b](https://evil.test/x.png)",
      `${"> ".repeat(500)}deep`,
      `${"*".repeat(5_000)}${"[".repeat(5_000)}`,
    ];
    for (const text of hostile) {
      const { status, html: drawn } = await previewOf(text);
      expect([text.slice(0, 20), status]).toEqual([text.slice(0, 20), 200]);
      expect(drawn).not.toMatch(/<script|<img|<[^>]* onerror=|href="javascript/i);
    }
  });

  it("reports a text above the maximum length, and accepts one at the maximum", async () => {
    const longest = `${"word ".repeat(19_999)}words`;
    expect(longest).toHaveLength(100_000);
    expect((await previewOf(longest)).html).toContain("words</p>");
    const { status, html: drawn } = await previewOf(`${longest}s`);
    expect(status).toBe(200);
    expect(drawn).toContain("Content may have at most 100,000 characters.");
  });

  it.each([
    ["NUL", { content: "a\0b" }, 422],
    ["half a character", { content: "a\ud800b" }, 422],
    ["an object", { content: { $ne: null } }, 422],
    ["a list of objects", { content: [{}] }, 422],
    ["more than a form holds", { content: "x".repeat(500_001) }, 422],
  ])("rejects %s with a message", async (_, values, status) => {
    const answer = await api("POST", "/admin/writing/news/preview", { ...ARTICLE, ...values });
    expect([answer.status, typeof answer.body.message]).toEqual([status, "string"]);
  });

  it("needs write access", async () => {
    const statusOf = async (kind: string, person: Person) =>
      (await post(`/admin/writing/${kind}/preview`, ARTICLE, person)).status;
    expect(await statusOf("news", "editor")).toBe(200);
    expect(await statusOf("trade-alert", "editor")).toBe(403);
    expect(await statusOf("news", "premium")).toBe(302);
    for (const kind of ["market", "videos", "nothing", "%2e%2e"]) {
      expect(await statusOf(kind, "admin")).toBeGreaterThanOrEqual(404);
    }
  });

  it("is refused for requests from other sites", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" };
    for (const path of ["preview", "new/draft", "new/draft/deletion"]) {
      const answer = await app.request(`/admin/writing/news/${path}`, { method: "POST", headers, json: {} });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  });
});

describe("without script the Preview button", () => {
  it(
    "shows the form again with its input, and saves nothing",
    spec("beyond written shown readers get"),
    async () => {
      const answer = await post("/admin/news/new", {
        ...ARTICLE,
        ...{
          title: "Half “a title”",
          content: "Ore is **up**.",
          preview: "on",
          publishAt: "2150-01-01T09:30",
        },
      });
      const page = await answer.text();
      expect(answer.status).toBe(200);
      expect(page).toContain("Half “a title”");
      expect(page).toContain(">Ore is **up**.</textarea>");
      expect(page).toContain('value="2150-01-01T09:30"');
      expect(inside(page, "content-preview")).toContain("Ore is <strong>up</strong>.");
      expect(page).toContain("3 words, about 1 minute to read");
      expect(page).toContain("Nothing is saved yet");
      expect(page).toContain("before 1 January 2150, 09:30 UTC");
      expect(page).not.toContain('role="alert"');
      expect(await database.rows("select 1 from news")).toEqual([]);
    },
  );

  it("does not save invalid input, nor over a newer save", async () => {
    const id = await insertRecord(database, "news", { title: "Old" });
    const looked = await post(`/admin/news/${id}/edit`, {
      ...ARTICLE,
      title: "",
      version: "1",
      preview: "on",
    });
    expect(looked.status).toBe(200);
    await database.rows("update news set title = 'Theirs', version = 2");
    const again = await post(`/admin/news/${id}/edit`, {
      ...ARTICLE,
      title: "Mine",
      version: "1",
      preview: "on",
    });
    // The version that the text was typed on, not the current one.
    expect(await again.text()).toContain('name="version" value="1"');
    const saved = await post(`/admin/news/${id}/edit`, {
      ...ARTICLE,
      content: "x",
      title: "Mine",
      version: "1",
    });
    expect(saved.status).toBe(409);
    expect(await saved.text()).toContain("Theirs");
  });

  it("keeps a chosen picture", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...ARTICLE, preview: "on" })) body.append(name, value);
    body.append("image", await smallPicture(), "chosen.png");
    const answer = await app.request("/admin/news/new", {
      method: "POST",
      body,
      cookies: await app.cookiesOf("admin"),
    });
    expect(await answer.text()).toContain('alt="The picture you chose"');
    expect(await database.rows("select form from pending_pictures")).toEqual([{ form: "news/new" }]);
  });

  it("rejects input that cannot be stored, and shows the form", async () => {
    const answer = await post("/admin/news/new", { ...ARTICLE, content: "a\0b", preview: "on" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The text contains characters that are not allowed.");
  });
});

describe("the audience note of each field", () => {
  const readersIn = async (path: string) => {
    const [, readers = ""] =
      /<div id="readers">(.*?)<\/div>(?:<p class="mt-4">|<\/section>)/s.exec(await html(path)) ?? [];
    return readers
      .replace(/<\/dt>/g, ": ")
      .replace(/<\/div>|<\/p>/g, "\n")
      .replace(/<[^>]*>/g, "")
      .trim();
  };

  it("follows the rule that readers' pages use", spec("beyond written shown readers get"), async () => {
    const values = {
      company_name: "Copper",
      ticker: "CPPR",
      analysis: "Secret",
      headline: "Up",
      audience: "members",
    };
    const id = await insertRecord(database, "daily_briefs", { ...values, status: "published" });
    expect(await readersIn(`/admin/daily-brief/${id}/edit`)).toBe(
      "Visitors and Basic members: Title, Ticker, Headline. Locked: Analysis\nPremium and Private members: Everything",
    );
    await database.rows("update daily_briefs set audience = 'private', status = 'draft'");
    expect(await readersIn(`/admin/daily-brief/${id}/edit`)).toBe(
      "Visitors, Basic and Premium members: Title, Ticker, Headline. Locked: Analysis\nPrivate members: Everything\n" +
        "This is a draft: readers cannot see it until it is published.",
    );
  });

  it("matches what a reader gets", async () => {
    const id = await insertRecord(database, "daily_briefs", {
      analysis: "Secret analysis",
      audience: "members",
    });
    const canRead = async (person: "visitor" | "basic" | "premium") =>
      (await (await get(`/daily-brief/${id}`, person)).text()).includes("Secret analysis");
    expect([await canRead("visitor"), await canRead("basic"), await canRead("premium")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("differs between kinds", async () => {
    expect(await readersIn("/admin/news/new")).toBe("Everybody: Everything");
    expect(await readersIn("/admin/trade-alert/new")).toBe(
      "Visitors and Basic members: Only that it exists, and its date\nPremium and Private members: Everything",
    );
  });

  it("follows the form's choices", async () => {
    const brief = {
      companyName: "Copper",
      ticker: "CPPR",
      analysis: "Why.",
      audience: "private",
      isSample: "on",
    };
    const { body } = await api("POST", "/admin/writing/daily-brief/preview", brief);
    expect(body.readers).toContain("Private members");
    expect(body.readers).toContain("Visitors, Basic and Premium members");
    expect(body.readers).toContain("everybody can read it on the Plans page");
  });
});
