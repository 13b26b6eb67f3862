import { insertPageContent } from "tests/support/page-content";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 45);
  await app.sql(
    "insert into quotes (category, name, last) select 'Funds', 'Many ' || n, 10 from generate_series(1, 205) as n",
  );
});
afterAll(() => app.stop());

async function page(search: string) {
  const response = await app.request(`/search?${search}`);
  expect(response.status).toBe(200);
  const html = (await response.text()).replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const main = html.split("<main")[1] ?? "";
  return { main, links: [...main.matchAll(/<h3><a href="([^"]+)"/g)].map(([, to = ""]) => to) };
}

it("a search pages through one kind, each result once, and ends", async () => {
  const first = await page("q=copper&in=news");
  expect(first.main).toContain("1 to 20 of 45");
  expect(first.main).toContain('<a href="/search?q=copper&in=news&page=2" rel="next">');
  const second = await page("q=copper&in=news&page=2");
  const third = await page("q=copper&in=news&page=3");
  expect(third.main).toContain("41 to 45 of 45");
  expect(third.main).not.toContain('rel="next"');
  const all = [...first.links, ...second.links, ...third.links];
  expect([all.length, new Set(all).size]).toEqual([45, 45]);
  const numbers = await app.sql<{ id: string }>("select id from news order by created_at desc, id desc");
  expect(all).toEqual(numbers.map(({ id }) => `/news/${id}`));
});

it("a search pages through all kinds together, each with its next five", async () => {
  const first = await page("q=on");
  const second = await page("q=on&page=2");
  expect(first.main).toContain('<a href="/search?q=on&page=2" rel="next">');
  expect(second.main).toContain('<a href="/search?q=on" rel="prev">');
  expect(second.main).toContain("Page 2 of ");
  for (const kind of ["/news/", "/videos/"]) {
    const [before, after] = [first, second].map(({ links }) => links.filter((to) => to.startsWith(kind)));
    expect([before?.length, after?.length]).toEqual([5, 5]);
    expect(before).not.toEqual(expect.arrayContaining([after?.[0]]));
  }
});

it("a search page past the end reports it, and names the last", async () => {
  for (const [search, last, way] of [
    ["q=copper&in=news", 3, "/search?q=copper&in=news&page=3"],
    ["q=copper", 9, "/search?q=copper&page=9"],
    ["q=cpoper&in=news", 3, "/search?q=cpoper&in=news&page=3"],
  ] as const) {
    const { main, links } = await page(`${search}&page=99`);
    expect(links).toEqual([]);
    expect(main).toContain(
      `<strong>There is no page 99.</strong><p>The last page is ${last}.</p><a href="${way}">`,
    );
    expect((await page(way.split("?")[1] ?? "")).links.length).toBeGreaterThan(0);
  }
  expect((await page("q=zzyzx&page=2")).main).toContain("Nothing found for “zzyzx”.");
});

it("a search lists the best 200 of a kind and reports the limit", async () => {
  const last = await page("q=many&in=quotes&page=10");
  expect(last.main).toContain("181 to 200 of 200");
  expect(last.main).toContain("Only the best 200 results of each kind are listed.");
  expect(last.links).toHaveLength(20);
  expect((await page("q=many&in=quotes&page=11")).main).toContain(
    "<strong>There is no page 11.</strong><p>The last page is 10.</p>",
  );
  expect((await page("q=copper&in=news")).main).not.toContain("Only the best");
});

it.each([
  "page=0",
  "page=-1",
  "page=x",
  "page=1e9",
  "page=",
])("a search shows the first page for %s", async (odd) => {
  expect((await page(`q=copper&in=news&${odd}`)).main).toContain("1 to 20 of 45");
});
