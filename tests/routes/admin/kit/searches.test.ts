import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { article, listedTitles, openBackOffice, page } from "./back-office";

openBackOffice();

/** Articles: every tenth mentions copper, the newest last. */
const articles = (count: number) =>
  database.rows(
    `insert into news (title, content, category, created_at)
       select case when n % 10 = 0 then 'Copper ' else 'Nickel ' end || lpad(n::text, 6, '0'), 'Text', 'Tech',
              timestamptz '2026-01-01' + n * interval '1 minute'
         from generate_series(1, ?) as n`,
    [count],
  );

const copper = (last: number, count: number) =>
  Array.from({ length: count }, (_, nth) => `Copper ${String(last - 10 * nth).padStart(6, "0")}`);

describe("a search with few results", () => {
  it("sorts all of them, wherever they are in the list", async () => {
    await articles(3_000);
    expect(await listedTitles("q=copper")).toEqual(copper(3_000, 5));
    expect(await listedTitles("q=copper&page=3")).toEqual(copper(2_900, 5));
    expect(await listedTitles("q=copper&sort=title&direction=asc")).toEqual(copper(50, 5).toReversed());
    expect((await page("/admin/news?q=copper")).replaceAll("<!-- -->", "")).toContain(
      "<strong>300</strong> of 3,000 items",
    );
  });
});

describe("a search with more results than the counting limit", () => {
  it("has them in the list's order on every page", async () => {
    await articles(12_000);
    await article({ title: "Zinc", content: "text on nickel", created_at: "2020-01-01" });
    expect((await listedTitles("q=text"))[0]).toBe("Copper 012000");
    const first = (await page("/admin/news?q=text")).replaceAll("<!-- -->", "");
    expect(first).toContain("<strong>1,000+</strong> of 10,000+ items");
    expect(first).toContain("There are more than 1,000. Search or filter to see fewer.");
    expect(first).toContain("1 to 5 of 1,000+");
    const far = await listedTitles("q=text&page=2000&sort=title&direction=asc");
    const [{ title }] = (await database.rows<{ title: string }>(
      "select title from news order by title limit 1 offset 9995",
    )) as [{ title: string }];
    expect(far[0]).toBe(title);
    expect(await listedTitles("q=text&size=5&page=2401")).toEqual(["Zinc"]);
  });
});

describe("a search with many results, all old", () => {
  const newer = () =>
    database.rows(
      `insert into news (title, content, category, created_at)
         select 'Zinc', 'Text', 'Tech', '2026-06-01' from generate_series(1, 10000)`,
    );

  it("finds them without scanning the newer rows", async () => {
    await articles(12_000);
    await newer();
    expect(await listedTitles("q=copper")).toEqual(copper(12_000, 5));
    expect(await listedTitles("q=copper&page=240")).toEqual(copper(50, 5));
    expect(await listedTitles("q=copper&page=241")).toEqual([]);
  });

  it("scans the list if they are too many to sort", async () => {
    await articles(25_000);
    await newer();
    expect(await listedTitles("q=nickel&page=2")).toEqual(
      ["24994", "24993", "24992", "24991", "24989"].map((number) => `Nickel 0${number}`),
    );
  });
});

describe("a word too short for an index", () => {
  /** More rows than the limit for a search of such a word inside texts. */
  const manyNewer = () =>
    database.rows(
      `insert into news (title, content, category) select 'Nickel', 'Text', 'Tech' from generate_series(1, 1000)`,
    );

  it("is found anywhere in the newest rows", async () => {
    await article({ title: "A maze" });
    await article({ title: "Reuse", author: "Zed" });
    expect(await listedTitles("q=az")).toEqual(["A maze"]);
    expect(await listedTitles("q=%20e&sort=title")).toEqual(["Reuse", "A maze"]);
  });

  it("is found at the start of a word in all rows", async () => {
    for (const title of ["US yields", "Why us", "Bust", "Plus"]) {
      await article({ title, created_at: "2020-01-01" });
    }
    await manyNewer();
    expect(await listedTitles("q=us&sort=title&direction=asc")).toEqual(["US yields", "Why us"]);
    expect(await listedTitles("q=w")).toEqual(["Why us"]);
    expect(await listedTitles("q=ust")).toEqual(["Bust"]);
  });

  it("narrows the results of another word", async () => {
    const names = { firstname: "Ada", lastname: "Lo" };
    await insertRecord(database, "members", { ...names, email: "someone@example.test" });
    const html = await page("/admin/manage-users?q=lo+ada", await app.cookiesOf("superadmin"));
    expect(html).toContain("someone@example.test");
  });
});
