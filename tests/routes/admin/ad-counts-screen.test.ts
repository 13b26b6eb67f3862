import { em } from "db/orm.server";
import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeEach, describe, expect, it } from "vitest";
import { storeRecentCounts } from "~/features/ads/recent-counts.server";

setUpApp();
beforeEach(() => database.rows("delete from ads"));

const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

const get = async (path: string) => {
  const response = await app.request(path, { cookies: await cookiesOf("admin") });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** An ad added a hundred days ago, with counts for the given days ago. */
async function counted(name: string, days: Record<number, [views: number, clicks: number]>): Promise<string> {
  const created_at = new Date(Date.now() - 100 * 86_400_000);
  const ad = await insertRecord(database, "ads", { name: `https://advertiser.test/${name}`, created_at });
  for (const [ago, [views, clicks]] of Object.entries(days)) {
    await database.rows(
      "insert into ad_counts (ad_id, day, views, clicks) values (?, (now() at time zone 'UTC')::date - ?::int, ?, ?)",
      [ad, ago, views, clicks],
    );
  }
  await em().transactional((manager) => storeRecentCounts([ad], "UTC", manager));
  return ad;
}

/** The visible text of a page. */
const words = (html: string) =>
  html
    .replaceAll(/<(script|title|svg).*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

const DAYS = {
  0: [10, 1],
  6: [1200, 6],
  7: [300, 3],
  29: [500, 0],
  30: [7, 7],
  89: [2000, 10],
  90: [9, 9],
} as const;

describe("the counts of one ad", () => {
  it.each([
    ["", "2,010", "10", "0.50%", 30],
    ["?days=7", "1,210", "7", "0.58%", 7],
    ["?days=90", "4,017", "27", "0.67%", 90],
    ["?days=365", "2,010", "10", "0.50%", 30],
  ])(
    "show %s with its days and totals",
    spec("beyond views clicks ads day"),
    async (search, views, clicks, rate, rows) => {
      const ad = await counted("sums", { ...DAYS } as never);
      const { status, text } = await get(`/admin/ads/${ad}/counts${search}`);
      expect(status).toBe(200);
      const tiles = words(/<section class="tiles".*?<\/section>/s.exec(text)?.[0] ?? "");
      expect(tiles).toContain(`Views ${views}`);
      expect(tiles).toContain(`Clicks ${clicks}`);
      expect(tiles).toContain(`Click rate ${rate}`);
      const table = /<tbody>.*?<\/tbody>/s.exec(text)?.[0] ?? "";
      expect(table.match(/<tr>/g)).toHaveLength(rows);
      expect(words(/<tr>.*?<\/tr>/s.exec(table)?.[0] ?? "")).toMatch(
        /^ \w{3} \d{1,2} \w+ \d{4} 10 1 10\.00% $/,
      );
      // The chart contains the same days twice.
      expect(text.match(/<title>\w{3} \d/g)).toHaveLength(rows * 2);
      expect(text).toContain("https://advertiser.test/sums");
      expect(text).not.toContain("data-views");
    },
  );

  it("begin on the day the ad was added, with a message if there are none", async () => {
    const ad = await insertRecord(database, "ads", { status: "draft" });
    const { text } = await get(`/admin/ads/${ad}/counts`);
    expect(words(text)).toContain("No views in the last 30 days. Only published ads are shown and counted.");
    expect(text).not.toContain("<tbody>");
    await database.rows("insert into ad_counts values (?, (now() at time zone 'UTC')::date, 3, 0)", [ad]);
    const table = /<tbody>.*?<\/tbody>/s.exec((await get(`/admin/ads/${ad}/counts`)).text)?.[0] ?? "";
    expect(table.match(/<tr>/g)).toHaveLength(1);
  });

  it("can be downloaded as CSV", async () => {
    const ad = await counted("csv", { 1: [200, 1] });
    const { text, headers } = await get(`/admin/ads/${ad}/counts/export.csv?days=7`);
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="ad-views-and-clicks.csv"');
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(8);
    expect(lines[0]).toBe("Day,Views,Clicks,Click rate");
    expect(lines[1]).toMatch(/^\d{4}-\d{2}-\d{2},0,0,$/);
    expect(lines[2]).toMatch(/^\d{4}-\d{2}-\d{2},200,1,0\.50%$/);
  });

  it.each([
    "nonsense",
    "00000000-0000-4000-8000-000000000000",
  ])("return 404 for /admin/ads/%s", async (id) => {
    for (const path of [`/admin/ads/${id}/counts`, `/admin/ads/${id}/counts/export.csv`]) {
      const { status, text } = await get(path);
      expect([status, text]).toEqual([404, expect.stringContaining("Ad not found.")]);
    }
  });
});

describe("the list of ads", () => {
  it("shows 30-day figures, links them to the daily counts, and sorts by them", async () => {
    const [few, many, none] = [
      await counted("few", { 0: [3, 2], 30: [5000, 5000] }),
      await counted("many", { 0: [1000, 1], 29: [234, 0] }),
      await counted("none", {}),
    ];
    const order = async (search: string) => {
      const { text } = await get(`/admin/ads${search}`);
      return [...text.matchAll(/<a href="\/admin\/ads\/([\w-]+)\/counts">([\d,]+)</g)].map(
        ([, id, figure]) => [id, figure],
      );
    };
    expect(await order("?sort=recentViews&direction=desc")).toEqual([
      [many, "1,234"],
      [many, "1"],
      [few, "3"],
      [few, "2"],
      [none, "0"],
      [none, "0"],
    ]);
    expect((await order("?sort=recentClicks&direction=asc")).map(([id]) => id)).toEqual([
      none,
      none,
      many,
      many,
      few,
      few,
    ]);
    expect((await order("?q=many")).map(([id]) => id)).toEqual([many, many]);
    const csv = (await get("/admin/ads/export.csv?sort=recentClicks&direction=desc")).text;
    expect(csv).toMatch(/ID,Url,Category,Position,Status,"Views, 30 days","Clicks, 30 days",Created/);
    expect(csv.split("\r\n")[1]).toContain("https://advertiser.test/few,Square,1,Published,3,2,");
  });

  it("ad counts are linked from the ad's form and absent from the API", async () => {
    const ad = await counted("form", { 0: [3, 2] });
    expect((await get(`/admin/ads/${ad}/edit`)).text).toContain(
      `<a href="/admin/ads/${ad}/counts">Views and clicks</a>`,
    );
    for (const path of ["/api/ads", "/api/ads/admin", `/api/ads/${ad}`]) {
      expect((await get(path)).text).not.toMatch(/views|clicks/i);
    }
  });

  it("an edited ad keeps its counts; a deleted ad loses them", async () => {
    const ad = await counted("edited", { 0: [3, 2] });
    const cookies = await cookiesOf("admin");
    const body = {
      name: "https://advertiser.test/edited",
      category: "square",
      position: "4",
      status: "draft",
    };
    const edited = await app.request(`/admin/ads/${ad}/edit`, { method: "POST", cookies, body });
    expect(edited.status).toBe(303);
    const rows = () => database.rows("select views, clicks from ad_counts where ad_id = ?", [ad]);
    expect(await rows()).toEqual([{ views: 3, clicks: 2 }]);
    expect((await app.request(`/admin/ads?delete=${ad}`, { method: "POST", cookies })).status).toBe(303);
    expect(await rows()).toEqual([]);
  });
});
