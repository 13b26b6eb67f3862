import { LOCKED_TABLES, type PlantedCanaries, plantCanaries } from "tests/support/canaries";
import { allRoutes, dataUrl } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { MATRIX } from "../security/matrix";
import { matrixPath } from "../security/matrix-records";

let planted: PlantedCanaries;

setUpApp();
beforeAll(async () => {
  planted = await plantCanaries(database);
  // The server's clock stands: some pages say the moment they were made at, to tell how old their prices are.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => void vi.useRealTimers());

/** A pick's public figures have their day, which is when the pick was last changed: the page says it to everybody. */
const KINDS = LOCKED_TABLES.filter(({ table }) => table !== "stock_picks");

const SITEMAPS = ["daily-brief-1", "trade-alert-1", "videos-1", "news-1", "latest-news"];

/** Every address that may be read, in both of its forms, with the ids of the records that are about to change. */
function everywhere(): string[] {
  const open = allRoutes().filter(({ reads, page, pattern }) => {
    return (reads || page) && !/^\/(admin|dashboard|demo)/.test(pattern);
  });
  const paths = open.flatMap(({ pattern, page }) => {
    const path = matrixPath(pattern, planted.ids[MATRIX[pattern]?.table ?? ""]?.[0] ?? "nothing");
    return page ? [path, dataUrl(path)] : [path];
  });
  return [...paths, ...SITEMAPS.map((file) => `/sitemaps/${file}.xml`)];
}

/** What an answer says, without what is another with each request. */
async function said(path: string, headers: Record<string, string>, round: string): Promise<string> {
  const response = await app.request(`${path}?round=${round}`, { headers });
  const requestId = response.headers.get("X-Request-Id") ?? "";
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
  // Made of the whole answer, with its ids: it is another where anything is.
  const named = [...response.headers].filter(([name]) => name !== "date" && name !== "etag");
  const text = JSON.stringify(named) + (await response.text());
  return text
    .replaceAll(requestId, "")
    .replaceAll(nonce, "")
    .replaceAll(round, "")
    .replaceAll(/"_openbell[^"]*"/g, "");
}

it("a change of what is locked is nowhere to be seen for who has not paid", async () => {
  const basic = { Cookie: await app.cookiesOf("basic") };
  const reading = async (round: string) => {
    const found = new Map<string, string>();
    for (const path of everywhere()) {
      found.set(`visitor ${path}`, await said(path, {}, round));
      found.set(`basic ${path}`, await said(path, basic, round));
    }
    return found;
  };
  const before = await reading("theRoundOne");
  for (const { table } of KINDS) {
    const { texts: words = [], figures = [] } = planted.columns[table] ?? {};
    const id = planted.ids[table]?.[0] ?? "";
    const asked = [...words.map((word) => `${word} = ?`), ...figures.map((figure) => `${figure} = ?`)];
    const link = "https://www.youtube.com/watch?v=changed-it0";
    const values = [
      ...words.map((word) => (word === "youtube_link" ? link : "Changed")),
      ...figures.map(() => 7),
    ];
    await database.rows(`update ${table} set ${asked.join(", ")}, version = version + 1 where id = ?`, [
      ...values,
      id,
    ]);
  }
  const after = await reading("theRoundTwo");
  const telling = [...before].filter(([asked, text]) => after.get(asked) !== text).map(([asked]) => asked);
  expect(telling).toEqual([]);
  expect(before.size).toBeGreaterThan(150);
});

it("the maps say of what is open when it was changed, and of what is locked when it was made", async () => {
  const modified = async (section: string, id: string) => {
    const text = await (await app.request(`/sitemaps/${section}-1.xml`)).text();
    return new RegExp(`/${id}</loc><lastmod>([^<]+)`).exec(text)?.[1];
  };
  const times = async (table: string, id: string) => {
    const [row] = await database.rows<{ created: Date; updated: Date }>(
      `select created_at as created, updated_at as updated from ${table} where id = ?`,
      [id],
    );
    return { created: row?.created.toISOString(), updated: row?.updated.toISOString() };
  };
  const free = await database.insert("videos", {
    title: "Free",
    youtube_link: "https://www.youtube.com/watch?v=aaaaaaaaaaa",
    is_free: true,
    status: "published",
  });
  await database.rows("update videos set caption = 'Another caption' where id = ?", [free]);
  const article = planted.ids.news?.[0] ?? "";
  await database.rows("update news set content = 'Another text' where id = ?", [article]);
  for (const [section, table, id] of [
    ["daily-brief", "daily_briefs", planted.ids.daily_briefs?.[0] ?? ""],
    ["trade-alert", "trade_alerts", planted.ids.trade_alerts?.[0] ?? ""],
    ["videos", "videos", planted.ids.videos?.[0] ?? ""],
  ] as const) {
    const { created, updated } = await times(table, id);
    expect(created).not.toBe(updated);
    expect([section, await modified(section, id)]).toEqual([section, created]);
  }
  expect(await modified("videos", free)).toBe((await times("videos", free)).updated);
  expect(await modified("news", article)).toBe((await times("news", article)).updated);
});
