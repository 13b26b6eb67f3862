import { openDatabase } from "tests/support/database";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { expect, it } from "vitest";
import { MORE, PLACES, placesFor } from "~/features/staff/places.server";
import { admin, article, editor, openBackOffice, page, unescaped } from "./kit/back-office";

openBackOffice();

type Found = { title: string; type: string; link: string };
async function found(typed: string, cookies = admin): Promise<Found[]> {
  const answer = await app.request(`/admin/go.json?q=${encodeURIComponent(typed)}`, { cookies });
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  return ((await answer.json()) as { results: Found[] }).results;
}
const linksIn = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
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

const ROLES = ["editor", "admin", "superadmin"] as const;

it.each(ROLES)("“go to” and the menu lead an %s only to what is open, and to all of it", async (role) => {
  const cookies = await app.cookiesOf(role);
  const open = placesFor({ kind: "staff", role });
  // Places of a lower role are loaded with that role: the role matrix loads each page with each role.
  const openToLower = new Set(
    ROLES.slice(0, ROLES.indexOf(role)).flatMap((lower) => placesFor({ kind: "staff", role: lower })),
  );
  for (const place of PLACES) {
    if (openToLower.has(place) && open.includes(place)) continue;
    const { status } = await app.request(place.link, { cookies });
    expect([place.link, status]).toEqual([place.link, open.includes(place) ? 200 : 403]);
  }
  const menu = linksIn(/<summary>More.*?<\/details>/s.exec(await page("/admin", cookies))?.[0] ?? "");
  expect(menu).toEqual(MORE.filter((link) => open.some((place) => place.link === link)));
});

it("“go to” finds a payment by the number of its receipt, and a screen by what else it is called", async () => {
  const superadmin = await app.cookiesOf("superadmin");
  await insertRecord(database, "payments", { receipt_number: 21 });
  const [receipt] = await found("R-000021", superadmin);
  expect([receipt?.title, receipt?.type, receipt?.link]).toEqual([
    expect.stringMatching(/^R-000021, \S+@/),
    "Payments",
    "/admin/payments?q=R-000021",
  ]);
  expect(await page("/admin/payments?q=R-000021", superadmin)).toContain(">R-000021<");
  expect(await titles("trash", superadmin)).toContain("Bin");
});

it("“go to” puts the record with the exact title before newer ones that contain it", async () => {
  await article({ title: "Zinc" });
  for (let nth = 1; nth <= 25; nth += 1) await article({ title: `Why ${nth} mines sell zinc` });
  expect((await titles("zinc"))[0]).toBe("Zinc");
});

it("“go to” puts a member with exactly this email before lists that mention it", async () => {
  const superadmin = await app.cookiesOf("superadmin");
  expect((await titles("premium@demo.test", superadmin))[0]).toBe("premium Tester");
});

it("“go to” leaves out what cannot be searched now", async () => {
  await article({ title: "Tin is short" });
  const other = openDatabase(app.databaseUrl);
  await other.rows("begin");
  await other.rows("lock table videos");
  try {
    expect(await titles("tin is")).toEqual(["Tin is short"]);
  } finally {
    await other.rows("rollback");
    await other.close();
  }
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
