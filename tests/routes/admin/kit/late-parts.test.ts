import { withoutTable, withUnavailableTable } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, article, openBackOffice, page, titlesOf } from "./back-office";

openBackOffice();

const LATE = "could not be loaded. Reload the page to see it.";
const plain = (html: string) => html.replaceAll("<!-- -->", "");
/** Runs while a read of every article fails, as one that takes too long would: only the newest can be read. */
const withUncountableNews = (run: () => Promise<void>) =>
  withoutTable(app, "news", async () => {
    await app.sql(`create function readable(title text) returns boolean language plpgsql cost 10000000 as
      $$ begin if title = 'Old' then raise exception 'too many for a test'; end if; return true; end $$`);
    await app.sql("create view news as select * from news_gone where readable(title)");
    try {
      await run();
    } finally {
      await app.sql("drop view news; drop function readable(text)");
    }
  });

describe("a list whose rows cannot be counted in time", () => {
  it("has its rows, a next page and a line about it, and no number", async () => {
    await article({ title: "Old", created_at: "2020-01-01" });
    for (let nth = 1; nth <= 12; nth += 1) await article({ title: `No ${nth}` });
    await withUncountableNews(async () => {
      const html = plain(await page("/admin/news"));
      expect(titlesOf(html)).toHaveLength(5);
      expect(html).toContain("The items took too long to count.");
      expect(html).toContain('rel="next"');
      expect(html).not.toMatch(/of \d+|There are more than/);
      expect(html).toContain("Select the matching rows, 500 at most");
    });
    expect(plain(await page("/admin/news"))).toContain("<strong>13</strong> items");
  });
});

describe("parts beside a list", () => {
  it("are left out: the saved views", async () => {
    await article({ title: "Tin" });
    const html = await withoutTable(app, "list_views", () => page("/admin/news"));
    expect(titlesOf(html)).toEqual(["Tin"]);
    expect(html).toContain("The saved views took too long to load.");
  });

  it("are left out: working copies, also in the question before a deletion", async () => {
    const id = await article({ title: "Tin" });
    for (const search of ["", `?delete=${id}`, `?discard=${id}`]) {
      const answer = await withUnavailableTable(app, "working_copies", () =>
        app.request(`/admin/news${search}`, { cookies: admin }),
      );
      const html = await answer.text();
      expect([search, answer.status, titlesOf(html)]).toEqual([search, 200, ["Tin"]]);
      expect(html.includes("Are you sure")).toBe(search.startsWith("?delete"));
    }
  });

  it("are left out: a member's labels", async () => {
    const id = await insertRecord(database, "members");
    const answer = await withUnavailableTable(app, "member_labels", () =>
      app.request(`/admin/manage-users/${id}`, { cookies: admin }),
    );
    expect([answer.status, plain(await answer.text())]).toEqual([
      200,
      expect.stringContaining(`The labels ${LATE}`),
    ]);
  });

  it("are left out: the totals of payments", async () => {
    const superadmin = await app.cookiesOf("superadmin");
    const answer = await withoutTable(app, "payment_totals", () =>
      app.request("/admin/payments", { cookies: superadmin }),
    );
    expect([answer.status, plain(await answer.text())]).toEqual([
      200,
      expect.stringContaining(`The totals ${LATE}`),
    ]);
  });

  it("are left out: a member's changes", async () => {
    const id = await insertRecord(database, "members");
    const answer = await withoutTable(app, "changes", () =>
      app.request(`/admin/manage-users/${id}`, { cookies: admin }),
    );
    expect([answer.status, plain(await answer.text())]).toEqual([
      200,
      expect.stringContaining(`This part ${LATE}`),
    ]);
  });
});

describe("the items that need attention", () => {
  const itemsIn = (html: string) => /Needs attention<\/h2>.*?<\/section>/s.exec(html)?.[0] ?? "";

  it("are shown without those that are late, with a line about it", async () => {
    const late = "Some items could not be loaded.";
    const drafts = 'href="/admin/news?status=draft"';
    await article({ status: "draft" });
    const without = itemsIn(await withoutTable(app, "review_entries", () => page("/admin")));
    expect(without).toContain(drafts);
    expect(without).toContain(late);
    const whole = itemsIn(await page("/admin"));
    expect(whole).toContain(drafts);
    expect(whole).not.toContain(late);
  });
});

describe("counts of the dashboard", () => {
  it("say that there are more where counting stopped, and are not added up", async () => {
    await database.rows(`insert into members (firstname, lastname, email, password_hash, referral_code, created_at)
      select 'Ada', 'Byron', 'm' || n || '@demo.test', repeat('x', 60), 'R' || lpad(n::text, 9, '0'), now() - interval '3 days' * (n / 1101)
        from generate_series(1, 11000) as n`);
    const words = plain(await page("/admin", await app.cookiesOf("superadmin")));
    expect(words).toMatch(/New members<\/h3><p class="figure">10,000\+<\/p>/);
    expect(words).toContain('<td class="num">1,000+</td>');
    expect(words).not.toMatch(/Needs attention<\/h2><p class="meta">/);
    await database.rows("delete from members where email ~ '^m[0-9]+@'");
  });
});
