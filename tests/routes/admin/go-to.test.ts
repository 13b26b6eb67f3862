import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { expect, it } from "vitest";
import { admin, article, editor, openBackOffice, page, unescaped } from "./kit/back-office";

openBackOffice();

type Found = { title: string; type: string; link: string };
async function found(typed: string, cookies = admin): Promise<Found[]> {
  const answer = await app.request(`/admin/go.json?q=${encodeURIComponent(typed)}`, { cookies });
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  return ((await answer.json()) as { results: Found[] }).results;
}
const titles = async (typed: string, cookies = admin) =>
  (await found(typed, cookies)).map(({ title }) => title);

it("“go to” finds screens and records, including drafts, by a few letters", async () => {
  const id = await article({ title: "Copper is short", status: "draft" });
  expect(await found("copper")).toEqual([
    { id: `/admin/news/${id}/edit`, title: "Copper is short", type: "News", link: `/admin/news/${id}/edit` },
  ]);
  expect(await titles("daily")).toContain("Daily Brief");
  const html = unescaped(await page("/admin/go?q=copper"));
  expect(html).toContain(`<a href="/admin/news/${id}/edit">Copper is short</a>`);
});

it("“go to” suggests only what is open to the reader", async () => {
  await insertRecord(database, "daily_briefs", {
    company_name: "Copperworks",
    ticker: "CPPR",
    status: "draft",
  });
  expect(await titles("copperworks")).toContain("Copperworks");
  expect(await titles("copperworks", editor)).toEqual([]);
  expect(await titles("payments", editor)).toEqual([]);
});

it("“go to” opens a screen by its exact name", async () => {
  const answer = await app.request("/admin/go?q=stock+picks", { cookies: admin });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/admin/stock-picks"]);
});

it.each([
  "",
  "x",
  "\0\0",
  "%%%",
  "'; drop table news; --",
  "\ud800ab",
])("“go to” handles hostile input: %j", async (typed) => {
  const answer = await app.request(`/admin/go?q=${encodeURIComponent(typed.toWellFormed())}`, {
    cookies: admin,
  });
  expect(answer.status).toBe(200);
});

it("“go to” shows a message without matches, and keeps the input", async () => {
  const html = unescaped((await page("/admin/go?q=zzzz")).replaceAll("<!-- -->", ""));
  expect(html).toContain("No screen or record matches “zzzz”.");
  expect(html).toContain('value="zzzz"');
});
