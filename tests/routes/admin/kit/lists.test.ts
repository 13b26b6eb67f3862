import { insertRecord } from "tests/support/record-factories";
import { recordStatements } from "tests/support/record-statements";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { admin, article, linksIn, listedTitles, openBackOffice, page } from "./back-office";

openBackOffice();

describe("a list's search", () => {
  it.each([
    ["100%", "Up 100% today"],
    ["a_b", "a_b"],
    ["\\", "back\\slash"],
    ["o'neill", `O'Neill "quoted"`],
    [`"quoted"`, `O'Neill "quoted"`],
    ["); drop table news; --", "Robert'); drop table news; --"],
  ])("escapes %s", async (words, expected) => {
    for (const title of [
      "Up 100% today",
      "Up 1000 today",
      "a_b",
      "axb",
      "back\\slash",
      `O'Neill "quoted"`,
      "Robert'); drop table news; --",
    ]) {
      await article({ title });
    }
    expect(await listedTitles(new URLSearchParams({ q: words }).toString())).toEqual([expected]);
  });

  it(
    "matches title, content and author, not case-sensitive, and no other field",
    spec("2.4-7 list search 5 10"),
    async () => {
      await article({ title: "One", content: "about Nickel" });
      await article({ title: "NICKEL two" });
      await article({ title: "Three", author: "Nick El" });
      expect(await listedTitles("q=nickel&sort=title&direction=asc")).toEqual(["NICKEL two", "One"]);
      expect(await listedTitles("q=nick+el")).toEqual(["Three"]);
      expect(await listedTitles("q=Tech")).toEqual([]);
      expect(await page("/admin/news?q=Tech")).toContain("No news found.");
    },
  );
});

describe("From and To", () => {
  it.each([
    // [day, just before, first moment, last moment, just after]: days of 25, 23 and 24 hours.
    [
      "2026-11-01",
      "2026-11-01T03:59:59.999Z",
      "2026-11-01T04:00Z",
      "2026-11-02T04:59:59.999Z",
      "2026-11-02T05:00Z",
    ],
    [
      "2026-03-08",
      "2026-03-08T04:59:59.999Z",
      "2026-03-08T05:00Z",
      "2026-03-09T03:59:59.999Z",
      "2026-03-09T04:00Z",
    ],
    [
      "2026-07-16",
      "2026-07-16T03:59:59.999Z",
      "2026-07-16T04:00Z",
      "2026-07-17T03:59:59.999Z",
      "2026-07-17T04:00Z",
    ],
  ])(
    "filter %s as a whole day of the site's time zone",
    spec("2.4-7 list search 5 10"),
    async (day, before, first, last, after) => {
      await article({ title: "before", created_at: before });
      await article({ title: "first", created_at: first });
      await article({ title: "last", created_at: last });
      await article({ title: "after", created_at: after });
      expect(await listedTitles(`from=${day}&to=${day}`)).toEqual(["last", "first"]);
      expect(await listedTitles(`from=${day}`)).toEqual(["after", "last", "first"]);
      expect(await listedTitles(`to=${day}`)).toEqual(["last", "first", "before"]);
    },
  );

  it("ignore invalid days", async () => {
    await article({ title: "here" });
    for (const day of ["2026-02-30", "yesterday", "2026-1-1", "'", "10000-01-01"]) {
      expect(await listedTitles(`from=${encodeURIComponent(day)}&to=${encodeURIComponent(day)}`)).toEqual([
        "here",
      ]);
    }
  });
});

describe("a list's pages", () => {
  const many = async (count: number) => {
    for (let number = 1; number <= count; number += 1) {
      const two = String(number).padStart(2, "0");
      await article({ title: `No ${two}`, created_at: `2026-05-01T00:00:${two}Z` });
    }
  };

  it("have 5, 10 or 25 rows, newest first, each row once", spec("2.4-7 list search 5 10"), async () => {
    await many(27);
    expect(await listedTitles("")).toEqual(["No 27", "No 26", "No 25", "No 24", "No 23"]);
    expect(await listedTitles("size=10")).toHaveLength(10);
    expect(await listedTitles("size=25")).toHaveLength(25);
    for (const size of ["7", "100", "-5", "x"]) expect(await listedTitles(`size=${size}`)).toHaveLength(5);
    const all = await Promise.all([1, 2, 3].map((number) => listedTitles(`size=10&page=${number}`)));
    expect(new Set(all.flat()).size).toBe(27);
    expect(await listedTitles("sort=title&direction=asc")).toEqual([
      "No 01",
      "No 02",
      "No 03",
      "No 04",
      "No 05",
    ]);
    for (const odd of ["page=0", "page=x", "sort=password_hash", "direction=up"]) {
      expect(await listedTitles(odd)).toHaveLength(5);
    }
  });

  it("do not overlap for equal times", async () => {
    for (let number = 0; number < 12; number += 1) {
      await article({ title: `Same ${number}`, created_at: "2026-05-01T00:00:00Z" });
    }
    const all = await Promise.all([1, 2, 3].map((number) => listedTitles(`page=${number}`)));
    expect(new Set(all.flat()).size).toBe(12);
  });

  it("show each filter in a chip that removes it", async () => {
    await article({ title: "Copper", status: "draft" });
    const html = await page("/admin/news?q=copper&status=draft&from=2026-01-01&size=10");
    expect(linksIn(html)).toEqual(
      expect.arrayContaining([
        "/admin/news?status=draft&from=2026-01-01&size=10",
        "/admin/news?q=copper&from=2026-01-01&size=10",
        "/admin/news?q=copper&status=draft&size=10",
      ]),
    );
  });

  it("keep their state through an edit, a new record, a delete and the way back", async () => {
    const id = await article({ title: "Copper" });
    const state = "?q=Copper&sort=title&direction=asc&size=10";
    const list = await page(`/admin/news${state}`);
    const edit = `/admin/news/${id}/edit${state}`;
    expect(linksIn(list)).toEqual(expect.arrayContaining([edit, `/admin/news/new${state}`]));
    expect(linksIn(await page(edit))).toContain(`/admin/news${state}`);
    const body = { title: "Copper too", content: "Text.", category: "Tech", status: "published" };
    for (const path of [edit, `/admin/news/new${state}`]) {
      const saved = await app.request(path, { method: "POST", cookies: admin, body });
      expect([saved.status, saved.headers.get("Location")]).toEqual([303, `/admin/news${state}`]);
    }
    const deleteLink = linksIn(list).find((href) => href.includes(`delete=${id}`)) ?? "";
    expect(deleteLink).toBe(`/admin/news${state}&delete=${id}`);
    const gone = await app.request(deleteLink, { method: "POST", cookies: admin });
    expect([gone.status, gone.headers.get("Location")]).toEqual([303, `/admin/news${state}`]);
  });
});

describe("CSV", () => {
  it("escapes formulas and quotes, and contains the filtered rows", async () => {
    await article({ title: "=1+1", author: "+44 cmd" });
    await article({ title: 'Say "hi", now\nor never', author: "@sum" });
    await article({ title: "-plain, draft", status: "draft" });
    const response = await app.request("/admin/news/export.csv?status=published&sort=title&direction=asc", {
      cookies: admin,
    });
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="news.csv"');
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString("utf8");
    expect(text).toContain(",'=1+1,'+44 cmd,");
    expect(text).toContain(`,"Say ""hi"", now\nor never",'@sum,`);
    expect(text).not.toContain("plain");
    expect(text.split("\r\n")[0]).toContain("ID,Title,Author,Status,Created");
  });

  it.each([
    ["news", "ID,Title,Author,Status,Created"],
    ["ads", 'ID,Url,Category,Position,Status,"Views, 30 days","Clicks, 30 days",Created'],
    ["manage-users", "ID,No.,Name,Email,Subscription,Term,Status,Registered by,Labels,Created"],
  ])("of %s has its full header without rows, and no pictures", async (path, header) => {
    const text = await page(`/admin/${path}/export.csv?q=nobody-has-this`);
    expect(text).toBe(`${header}\r\n`);
  });
});

describe("the columns that a list reads", () => {
  it.each([
    ["news", "news", "content"],
    ["daily-brief", "daily_briefs", "analysis"],
    ["trade-alert", "trade_alerts", "analysis"],
    ["videos", "videos", "caption"],
  ])("of %s are those on the screen, without long texts", async (path, table, long) => {
    const id = await insertRecord(database, table);
    const list = async (address: string) =>
      (await recordStatements(() => page(address)))
        .filter((sql) => sql.includes(`from "${table}"`))
        .join("\n");
    for (const address of [`/admin/${path}`, `/admin/${path}/export.csv`]) {
      const sent = await list(address);
      expect(sent).toContain('"updated_at"');
      expect(sent, address).not.toMatch(new RegExp(`"${long}"|\\.\\*`));
    }
    expect(await list(`/admin/${path}/${id}/edit`)).toMatch(new RegExp(`"${long}"|\\.\\*`));
  });
});
