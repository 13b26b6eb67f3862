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
  // The server's clock is fixed: some pages show their time, to date their prices.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => void vi.useRealTimers());

/** The date of a pick's public figures is its last change, which the page shows to everybody. */
const KINDS = LOCKED_TABLES.filter(({ table }) => table !== "stock_picks");

const SITEMAPS = ["daily-brief-1", "trade-alert-1", "videos-1", "news-1", "latest-news"];

/** Every readable address, in both of its forms, with the ids of the records to change. */
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

/** A response without the parts that differ for each request. */
async function fetchComparable(
  path: string,
  headers: Record<string, string>,
  round: string,
): Promise<string> {
  const response = await app.request(`${path}?round=${round}`, { headers });
  const requestId = response.headers.get("X-Request-Id") ?? "";
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
  // Computed from the whole response with its ids: it changes if anything does.
  const named = [...response.headers].filter(([name]) => name !== "date" && name !== "etag");
  const text = JSON.stringify(named) + (await response.text());
  return text
    .replaceAll(requestId, "")
    .replaceAll(nonce, "")
    .replaceAll(round, "")
    .replaceAll(/"_openbell[^"]*"/g, "");
}

it("a change of locked content is invisible to readers without access", async () => {
  const basic = { Cookie: await app.cookiesOf("basic") };
  const reading = async (round: string) => {
    const found = new Map<string, string>();
    for (const path of everywhere()) {
      found.set(`visitor ${path}`, await fetchComparable(path, {}, round));
      found.set(`basic ${path}`, await fetchComparable(path, basic, round));
    }
    return found;
  };
  const before = await reading("theRoundOne");
  for (const { table } of KINDS) {
    const { texts: words = [], figures = [] } = planted.columns[table] ?? {};
    const id = planted.ids[table]?.[0] ?? "";
    const assignments = [...words.map((word) => `${word} = ?`), ...figures.map((figure) => `${figure} = ?`)];
    const link = "https://www.youtube.com/watch?v=changed-it0";
    const values = [
      ...words.map((word) => (word === "youtube_link" ? link : "Changed")),
      ...figures.map(() => 7),
    ];
    await database.rows(`update ${table} set ${assignments.join(", ")}, version = version + 1 where id = ?`, [
      ...values,
      id,
    ]);
  }
  const after = await reading("theRoundTwo");
  const different = [...before]
    .filter(([request, text]) => after.get(request) !== text)
    .map(([request]) => request);
  expect(different).toEqual([]);
  expect(before.size).toBeGreaterThan(150);
});

it("sitemaps date open records by their change, and locked ones by their creation", async () => {
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
