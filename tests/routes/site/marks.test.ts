import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetUnknownAuthors } from "~/features/watchlist/forget-authors.server";

setUpApp();
const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

beforeEach(() =>
  database.rows(`delete from saved_items; delete from followed_authors; delete from news;
    delete from daily_briefs; delete from videos; delete from trade_alerts; delete from stock_picks`),
);

const mark = async (body: Record<string, string>, person: Person = "basic") =>
  app.request("/watchlist/marks", {
    method: "POST",
    body,
    cookies: await cookiesOf(person),
    headers: { Accept: "application/json" },
  });
const page = async (path: string, person: Person = "basic") =>
  (await app.request(path, { cookies: await cookiesOf(person) })).text();

/** The button of a mark: what pressing it does, and whether it is pressed. */
const buttonIn = (html: string, key: string) => {
  const [button = ""] = new RegExp(`<button[^>]*value="${key}"[^>]*>`).exec(html) ?? [];
  return [/name="([^"]*)"/.exec(button)?.[1], /aria-pressed="([^"]*)"/.exec(button)?.[1]];
};
const ON = ["remove", "true"];
const OFF = ["add", "false"];

describe("an author", () => {
  it("is followed from their page, which shows it to this member only", async () => {
    await insertRecord(database, "news", { title: "Copper climbs", author: "Inés Calloway" });
    expect((await mark({ add: "author:ines-calloway" })).status).toBe(204);
    for (let visit = 0; visit < 2; visit += 1) {
      expect(buttonIn(await page("/author/ines-calloway"), "author:ines-calloway")).toEqual(ON);
      expect(buttonIn(await page("/author/ines-calloway", "lapsed"), "author:ines-calloway")).toEqual(OFF);
    }
    const list = await page("/watchlist/authors");
    expect(list).toContain('<a href="/author/ines-calloway">Inés Calloway</a>');
    expect(list).toContain("Copper climbs");
    expect((await mark({ remove: "author:ines-calloway" })).status).toBe(204);
    expect(await page("/watchlist/authors")).toContain("You do not follow any authors yet.");
  });

  it("beyond 1,000 is refused, and one of the 1,000 is not", async () => {
    for (const author of ["Ada First", "Ben Last"]) await insertRecord(database, "news", { author });
    await database.rows(`insert into followed_authors (member_id, slug, name)
      select id, 'author-' || n, 'An author' from members, generate_series(1, 999) as n where email = 'basic@demo.test'`);
    const follow = async (slug: string) => (await mark({ add: `author:${slug}` })).status;
    expect([await follow("ada-first"), await follow("ben-last"), await follow("ada-first")]).toEqual([
      204, 422, 204,
    ]);
    expect(await database.rows("select 1 from followed_authors")).toHaveLength(1_000);
  });

  it("cannot be followed under a name that nobody has", async () => {
    for (const name of ["nobody", "../admin", "%", "a".repeat(400)])
      expect((await mark({ add: `author:${name}` })).status).toBe(404);
    expect(await database.rows("select 1 from followed_authors")).toEqual([]);
  });

  it("is no longer followed once all their records are gone", async () => {
    const article = await insertRecord(database, "news", { author: "Ada Gone" });
    await insertRecord(database, "daily_briefs", { author: "Ben Stays" });
    for (const slug of ["ada-gone", "ben-stays"]) await mark({ add: `author:${slug}` });
    await database.rows("delete from news where id = ?", [article]);
    expect(await page("/watchlist/authors")).toContain("No articles or briefs at the moment");
    expect(await forgetUnknownAuthors()).toBe(1);
    expect(await database.rows("select slug from followed_authors")).toEqual([{ slug: "ben-stays" }]);
  });

  it.each([
    ["news", { status: "draft" }],
    ["news", { publish_at: new Date(Date.now() + 3_600_000) }],
    ["daily_briefs", { status: "draft" }],
    ["trade_alerts", { status: "draft" }],
    ["trade_alerts", { publish_at: new Date(Date.now() + 3_600_000) }],
    ["stock_picks", { status: "draft" }],
  ])("stays followed while the only record, one of %s, is %j", async (table, values) => {
    const article = await insertRecord(database, "news", { author: "Ada Gone" });
    await mark({ add: "author:ada-gone" });
    await database.rows("delete from news where id = ?", [article]);
    await insertRecord(database, table, { author: "Ada Gone", ...values });
    expect(await forgetUnknownAuthors()).toBe(0);
  });
});

describe("a record saved for later", () => {
  it.each([
    ["news", "news", { title: "Copper climbs" }, "/news/"],
    ["brief", "daily_briefs", { company_name: "Copper climbs" }, "/daily-brief/"],
    ["video", "videos", { title: "Copper climbs" }, "/videos/"],
  ])("as %s is listed until it is removed or deleted", async (kind, table, values, path) => {
    const id = await insertRecord(database, table, values);
    const key = `${kind}:${id}`;
    expect((await Promise.all([mark({ add: key }), mark({ add: key })])).map(({ status }) => status)).toEqual(
      [204, 204],
    );
    expect(buttonIn(await page(path + id), key)).toEqual(ON);
    expect(buttonIn(await page(path + id, "premium"), key)).toEqual(OFF);
    expect(await page("/watchlist/saved")).toContain(`<a href="${path}${id}">Copper climbs</a>`);
    await mark({ remove: key });
    expect(await page("/watchlist/saved")).toContain("You have not saved anything yet.");
    await mark({ add: key });
    await database.rows(`delete from ${table} where id = ?`, [id]);
    expect(await database.rows("select 1 from saved_items")).toEqual([]);
  });

  it("has its title in the name of its button, on its page and in the list", async () => {
    for (const title of ["Copper climbs", "Zinc falls"]) {
      const id = await insertRecord(database, "news", { title });
      await mark({ add: `news:${id}` });
      expect(await page(`/news/${id}`)).toContain(`aria-label="Save for later: ${title}"`);
    }
    await database.rows("update news set status = 'draft' where title = 'Zinc falls'");
    const names = [...(await page("/watchlist/saved")).matchAll(/aria-label="(Save for later: [^"]*)"/g)];
    expect(names.map(([, name]) => name)).toEqual([
      "Save for later: News 1, no longer published",
      "Save for later: Copper climbs",
    ]);
  });

  it("beyond 10,000 is refused, and one of the 10,000 is not", async () => {
    await database.rows(`with made as (insert into news (title, content, category)
        select 'Article', 'Text.', 'Trending' from generate_series(1, 9999) returning id)
      insert into saved_items (member_id, news_id) select members.id, made.id from members, made where email = 'basic@demo.test'`);
    const [first, second] = [await insertRecord(database, "news"), await insertRecord(database, "news")];
    const save = async (id: string) => (await mark({ add: `news:${id}` })).status;
    expect([await save(first), await save(second), await save(first)]).toEqual([204, 422, 204]);
    expect(await database.rows("select 1 from saved_items")).toHaveLength(10_000);
  });

  it("is locked for members who may not read it, with its public title alone", async () => {
    const id = await insertRecord(database, "daily_briefs", {
      headline: "Cheap",
      analysis: "The secret why.",
    });
    for (const person of ["basic", "premium"] as const) await mark({ add: `brief:${id}` }, person);
    expect(await page("/watchlist/saved")).toContain("Locked: ");
    expect(await page("/watchlist/saved")).not.toContain("The secret why.");
    expect(await page("/watchlist/saved", "premium")).not.toContain("Locked: ");
  });

  it("hides its title while it is unpublished, and says so", async () => {
    const id = await insertRecord(database, "news", { title: "Too early" });
    await mark({ add: `news:${id}` });
    await database.rows("update news set status = 'draft' where id = ?", [id]);
    const list = await page("/watchlist/saved");
    expect(list).toContain("No longer published");
    expect(list).not.toContain("Too early");
  });

  it("must exist and be published", async () => {
    const draft = await insertRecord(database, "news", { status: "draft" });
    for (const key of [`news:${draft}`, "news:1", "video:' or true --", `brief:${draft}`])
      expect((await mark({ add: key })).status).toBe(404);
    expect((await mark({ remove: "news:1" })).status).toBe(204);
    for (const key of ["author:a\0", "company:A\0", "news:1\0"])
      for (const change of ["add", "remove"])
        expect([key, (await mark({ [change]: key })).status]).toEqual([key, 422]);
    expect(await database.rows("select 1 from saved_items")).toEqual([]);
  });
});
