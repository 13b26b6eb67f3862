import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, openBackOffice, page } from "./back-office";

openBackOffice();

/** Articles: a fifth without an author, and many with the same time, author or title. */
const articles = (count: number) =>
  database.rows(
    `insert into news (title, content, category, status, author, created_at)
       select 'Article ' || n % 700, 'Text', 'Tech', case when n % 3 = 0 then 'draft' else 'published' end,
              case when n % 5 > 0 then 'Author ' || n % 40 end, timestamptz '2026-01-01' + n % 900 * interval '1 minute'
         from generate_series(1, ?) as n`,
    [count],
  );

const idsOf = (csv: string) =>
  csv
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.slice(0, 36));

const exported = async (search: string) => idsOf(await page(`/admin/news/export.csv?${search}`));
const stored = async (rest: string) =>
  (await database.rows<{ id: string }>(`select id from news ${rest}`)).map(({ id }) => id);

describe("a CSV of many parts", () => {
  it.each([
    ["", "order by created_at desc, id desc"],
    ["sort=createdAt&direction=asc", "order by created_at, id"],
    ["sort=title&direction=desc", "order by title desc, id desc"],
    ["sort=author&direction=asc", "order by author nulls last, id"],
    ["sort=author&direction=desc", "order by author desc nulls last, id desc"],
    [
      "sort=author&direction=desc&status=draft",
      "where status = 'draft' order by author desc nulls last, id desc",
    ],
    ["q=article+1&sort=title&direction=asc", "where title ilike '%article 1%' order by title, id"],
  ])("filtered by %s has each row once, in the order of the list", async (search, rest) => {
    await articles(4_300);
    expect(await exported(search)).toEqual(await stored(rest));
  });

  it("has every row, whatever the total and the number of matches", async () => {
    await articles(10_600);
    expect(await exported("")).toHaveLength(10_600);
    expect(await exported("q=article&sort=author&direction=asc")).toEqual(
      await stored("order by author nulls last, id"),
    );
  });
});

describe("a CSV that fails", () => {
  it("halfway is not a complete response", async () => {
    await articles(2_500);
    await insertRecord(database, "news", { title: "Broken", created_at: "2020-01-01" });
    await withBrokenTitle(async () => {
      const response = await app.request("/admin/news/export.csv", { cookies: admin });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
      // A search would also read the broken column.
      const drafts = await app.request("/admin/news/export.csv?status=draft", { cookies: admin });
      expect(idsOf(await drafts.text())).toHaveLength(833);
    });
  });

  it("before its first row returns an error", async () => {
    await insertRecord(database, "news", { title: "Broken" });
    await withBrokenTitle(async () => {
      const response = await app.request("/admin/news/export.csv", { cookies: admin });
      expect(response.status).toBe(500);
      expect(response.headers.get("Content-Type")).not.toContain("csv");
    });
  });
});

it("a HEAD request for a CSV does not create it", async () => {
  await articles(2_500);
  const sent = await recordStatements(async () => {
    const response = await app.request("/admin/news/export.csv", { cookies: admin, method: "HEAD" });
    const type = response.headers.get("Content-Type");
    expect([response.status, type, await response.text()]).toEqual([200, "text/csv; charset=utf-8", ""]);
  });
  // The first of five parts, and the read-ahead buffer.
  expect(sent.filter((sql) => sql.includes("as value")).length).toBeLessThan(4);
});

/** Makes every read of the title 'Broken' fail. */
async function withBrokenTitle(run: () => Promise<void>): Promise<void> {
  const columns = await database.rows<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'news' order by ordinal_position",
  );
  const read = columns.map(({ name }) =>
    name === "title" ? "case when title = 'Broken' then broken_title() else title end as title" : name,
  );
  await database.rows(
    `create function broken_title() returns text stable language plpgsql as $$ begin raise exception 'broken for a test'; end $$`,
  );
  await database.rows("alter table news rename to kept_news");
  await database.rows(`create view news as select ${read.join(", ")} from kept_news`);
  try {
    await run();
  } finally {
    await database.rows("drop view news");
    await database.rows("alter table kept_news rename to news");
    await database.rows("drop function broken_title");
  }
}
