import { withFailingWrites } from "tests/support/database-failures";
import { app, database } from "tests/support/running-app";
import { beforeEach, describe, expect, it } from "vitest";
import { admin, article, editor, linksIn, listedTitles, openBackOffice, page, titlesOf } from "./back-office";

openBackOffice();

const LIST = "/admin/news";
const from = (address: string) => ({ Referer: new URL(address, app.url).href });
/** The list as a link or a form of the list itself opens it. */
const opened = async (search = "", cookies = admin) =>
  (await app.request(LIST + search, { cookies, headers: from(LIST) })).text();
const titles = async (search = "", cookies = admin) => titlesOf(await opened(search, cookies));
const headersOf = (html: string) =>
  [...(/<thead>.*?<\/thead>/s.exec(html)?.[0] ?? "").matchAll(/<th [^>]*>(.*?)<\/th>/gs)].map(
    ([, cell = ""]) => cell.replace(/<[^>]*>/g, "").trim(),
  );
const kept = () =>
  database.rows<{ search: string; row: string }>(
    "select search, ctid::text || xmin as row from list_memories",
  );

beforeEach(async () => {
  for (let number = 1; number <= 7; number += 1)
    await article({
      title: `No ${number}`,
      status: number === 3 ? "draft" : "published",
      created_at: `2026-05-01T00:00:0${number}Z`,
    });
});

describe("a list that was opened with parameters", () => {
  it("opens with the same rows, order, filters and columns, for this person only", async () => {
    expect(await titles()).toEqual(["No 7", "No 6", "No 5", "No 4", "No 3"]);
    expect(await kept()).toEqual([]);
    await opened("?status=published&from=2026-01-01&sort=title&direction=asc&size=10&columns=Title,Created");
    const html = await opened();
    expect(titlesOf(html)).toEqual(["No 1", "No 2", "No 4", "No 5", "No 6", "No 7"]);
    expect(headersOf(html)).toEqual(["Title", "Status", "Created", "Actions"]);
    expect(await titles("", editor)).toHaveLength(5);
    expect((await app.request("/admin/videos", { cookies: admin })).status).toBe(200);
    expect((await kept()).map(({ search }) => search)).toEqual([
      "?status=published&from=2026-01-01&sort=title&direction=asc&size=10&columns=Title%2CCreated",
    ]);
  });

  it("stays as it was when a link from elsewhere opens it, which shows rows, order and columns as remembered", async () => {
    await opened("?status=published&sort=title&direction=asc&size=10&columns=Title,Created");
    const before = await kept();
    const elsewhere = [{}, from("/admin"), from(`${LIST}/new`), from(`https://other.example${LIST}`)];
    for (const headers of elsewhere)
      for (const search of ["?from=2026-01-01", "?page=1", "?status=draft&size=25"]) {
        const html = await (await app.request(LIST + search, { cookies: admin, headers })).text();
        expect(titlesOf(html)).toEqual(
          search.includes("draft") ? ["No 3"] : [1, 2, 3, 4, 5, 6, 7].map((number) => `No ${number}`),
        );
        expect(headersOf(html)).toEqual(["Title", "Status", "Created", "Actions"]);
      }
    await app.request(`${LIST}?size=5`, { method: "HEAD", cookies: admin, headers: from(LIST) });
    expect(await kept()).toEqual(before);
    expect(await titles()).toHaveLength(6);
  });

  it("keeps rows, order and columns when its filters are cleared, and leads back to what it shows", async () => {
    const look = "sort=title&direction=asc&size=10&columns=Title%2CCreated";
    const html = await opened(`?status=draft&${look}`);
    expect(linksIn(html).filter((href) => href === `${LIST}?${look}`)).toHaveLength(2);
    // A bare address would show drafts only, which this page does not.
    await opened("?status=draft");
    const linked = await page(`${LIST}?q=Copper`);
    expect(linked).toMatch(/href="\/admin\/news\?size=5"[^>]*>(?:<[^>]+>)*Clear the filters/);
    expect(linked).toMatch(/<a href="\/admin\/news\?size=5">Reset list<\/a>/);
  });

  it("does not remember a list that a link opened when a record of it is asked about or changed", async () => {
    await opened("?size=10");
    const [id] = await database.rows<{ id: string }>("select id from news where title = 'No 3'");
    await opened(`?status=draft&delete=${id?.id}`);
    await opened("?status=draft", `${admin}; openbell_toast=done`);
    expect((await kept()).map(({ search }) => search)).toEqual(["?size=10"]);
    await opened("?status=draft&inline=on");
    expect((await kept()).map(({ search }) => search)).toEqual(["?status=draft"]);
  });

  it("remembers neither a search nor a page, and not what a page behind it asks for", async () => {
    await opened("?size=10");
    expect(await titles("?q=No+2")).toEqual(["No 2"]);
    expect(await titles("?page=2")).toEqual(["No 2", "No 1"]);
    await page(`${LIST}/new?status=draft`);
    expect(await titles()).toHaveLength(7);
    expect(titlesOf(await page(`${LIST}/new`))).toHaveLength(7);
  });

  it("is written only where something changed", async () => {
    await opened("?size=10");
    const [before] = await kept();
    for (const search of ["?size=10", "", "?size=10&page=1", "?q=&status=&from=&to=&size=10"])
      await opened(search);
    expect(await kept()).toEqual([before]);
    await opened("?size=25");
    expect(await kept()).not.toEqual([before]);
  });

  it("returns to its own defaults by “Reset list”, by the last chip, and by an emptied form", async () => {
    for (const reset of ["?size=5", "?q=&category=&status=&from=&to="]) {
      const html = await opened("?status=draft");
      expect(html).toMatch(/<a href="\/admin\/news\?size=5">Reset list<\/a>/);
      expect(linksIn(html).filter((href) => href === `${LIST}?size=5`)).toHaveLength(3);
      await opened(reset);
      const after = await opened();
      expect(titlesOf(after)).toHaveLength(5);
      expect(after).not.toContain("Reset list");
      expect(await kept()).toEqual([]);
    }
  });

  it("ignores what it no longer has", async () => {
    await database.rows(
      "insert into list_memories (staff_id, list, search) select id, 'news', ? from staff where role = 'admin'",
      ["?colour=red&columns=Title%2CColour&sort=colour&size=10"],
    );
    const html = await opened();
    expect([titlesOf(html).length, headersOf(html)]).toEqual([7, ["Title", "Status", "Actions"]]);
  });

  it("opens with its defaults while what is remembered cannot be read", async () => {
    await opened("?size=10");
    await database.rows("alter table list_memories rename to away");
    expect(await titles()).toHaveLength(5);
    expect((await app.request(`${LIST}?size=25`, { cookies: admin })).status).toBe(200);
    await database.rows("alter table away rename to list_memories");
    expect(await titles()).toHaveLength(7);
  });
});

it("a list is shown although nothing can be written to the memory", async () => {
  const html = await withFailingWrites(app, "insert", "list_memories", () => opened("?size=10"), "away");
  expect(titlesOf(html)).toHaveLength(7);
  expect(await kept()).toEqual([]);
});

describe("the column chooser", () => {
  it("sends the boxes of one name, and the address is shortened", async () => {
    const html = await opened("?size=10");
    expect(html).toMatch(/<input type="hidden" name="columns" value="Title"\/>/);
    expect(html).toMatch(/<input type="hidden" name="size" value="10"\/>/);
    const answer = await app.request(`${LIST}?size=10&columns=Title&columns=Author`, {
      cookies: admin,
      headers: from(LIST),
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      302,
      `${LIST}?size=10&columns=Title%2CAuthor`,
    ]);
    expect(headersOf(await opened())).toEqual(["Title", "Author", "Status", "Actions"]);
  });

  it("stays in edit mode, and its boxes have ids of one word", async () => {
    const answer = await app.request(`${LIST}?inline=on&columns=Title&columns=Author`, { cookies: admin });
    expect(answer.headers.get("Location")).toBe(`${LIST}?columns=Title%2CAuthor&inline=on`);
    const html = await page("/admin/manage-users");
    expect(html).toMatch(/id="column-[^"]*"/);
    expect(html).not.toMatch(/id="column-[^"]* [^"]*"/);
  });

  it("always keeps the title and the button to publish, and shows all columns if none is chosen", async () => {
    expect(headersOf(await opened("?columns=Author"))).toEqual(["Title", "Author", "Status", "Actions"]);
    expect(headersOf(await opened("?columns=Colour"))).toHaveLength(6);
    expect(await listedTitles("columns=Author")).toHaveLength(5);
  });
});
