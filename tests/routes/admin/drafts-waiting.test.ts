import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { afterEach, expect, it } from "vitest";

setUpApp();
afterEach(() => database.empty("news", "daily_briefs", "videos", "ads"));

const draft = (table: string) => insertRecord(database, table, { status: "draft" });

type Item = { count: string; word: string; text: string; to: string };

/** The items under Needs attention on this person's dashboard. */
async function attention(person: "editor" | "admin" | "superadmin"): Promise<Item[]> {
  const answer = await app.request("/admin", { cookies: await app.cookiesOf(person) });
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  const item =
    /<li><span class="figure[^"]*">([^<]*)<\/span><span class="badge[^"]*">([^<]*)<\/span><span>([^<]*)<\/span><a href="([^"]*)"/g;
  return [...html.matchAll(item)].map(([, count = "", word = "", text = "", to = ""]) => ({
    count,
    word,
    text,
    to,
  }));
}

it("drafts are listed under Needs attention with one link per section", async () => {
  await draft("news");
  await draft("news");
  await draft("daily_briefs");
  await draft("videos");
  await draft("ads");
  await insertRecord(database, "news");
  expect(await attention("admin")).toEqual([
    { count: "2", word: "Draft", text: "news items are not published yet", to: "/admin/news?status=draft" },
    {
      count: "1",
      word: "Draft",
      text: "daily brief is not published yet",
      to: "/admin/daily-brief?status=draft",
    },
    { count: "1", word: "Draft", text: "video is not published yet", to: "/admin/videos?status=draft" },
    { count: "1", word: "Draft", text: "ad is not published yet", to: "/admin/ads?status=draft" },
  ]);
  expect(await attention("superadmin")).toEqual(await attention("admin"));
});

it("an editor sees drafts of open sections only, and each link lists what it counts", async () => {
  for (const table of ["news", "daily_briefs", "videos", "ads"]) await draft(table);
  await insertRecord(database, "videos", { title: "Out already" });
  const items = await attention("editor");
  expect(items.map(({ to }) => to)).toEqual(["/admin/news?status=draft", "/admin/videos?status=draft"]);
  for (const { to } of items) {
    const list = await app.request(to, { cookies: await app.cookiesOf("editor") });
    const html = await list.text();
    expect(html.match(/<tr id="row-/g)).toHaveLength(1);
    expect(html).not.toContain("Out already");
  }
});

it("without drafts no item is shown", async () => {
  await insertRecord(database, "news");
  expect(await attention("editor")).toEqual([]);
});
