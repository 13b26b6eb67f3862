import { listen } from "db/orm.server";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { startInstance, waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { describe, expect, it, vi } from "vitest";
import { adCounter } from "~/features/ads/flush-ad-counts.server";

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";
const PICTURE = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image" };

setUpProxiedApp({ TRUST_PROXY: "1", SITE_TZ: "Pacific/Kiritimati" });

let networks = 0;

/** The headers of a reader's browser, with a new network each time. */
const reader = (headers: Record<string, string> = {}) => {
  networks += 1;
  return { "User-Agent": BROWSER, "X-Forwarded-For": `203.0.113.${networks}`, ...headers };
};

const postCount = (id: string, what: string, headers = reader(), base = app) =>
  base.request(`/ads/${id}/${what}`, { method: "POST", headers });

const pixel = (id: string, headers: Record<string, string>, method = "GET") =>
  app.request(`/ads/${id}/views.gif`, { method, headers: reader(headers) });

const counts = async (id: string) => {
  const [row] = await database.rows<{ views: number; clicks: number }>(
    "select sum(views)::int as views, sum(clicks)::int as clicks from ad_counts where ad_id = ?",
    [id],
  );
  return [row?.views ?? 0, row?.clicks ?? 0];
};

/** Resolves once all earlier counts are written. */
async function allWritten(): Promise<void> {
  const last = await insertRecord(database, "ads");
  await postCount(last, "views");
  await waitUntil(async () => (await counts(last))[0] === 1);
}

// At once: the counts of all these tests are written in the same rounds.
describe.concurrent("an ad's count", () => {
  it("is stored by day of the site's time zone", spec("beyond views clicks ads day"), async () => {
    const ad = await insertRecord(database, "ads");
    const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: "Pacific/Kiritimati" });
    const days = [today()];
    for (const what of ["views", "views", "views", "clicks"])
      expect((await postCount(ad, what)).status).toBe(204);
    await allWritten();
    days.push(today());
    expect(await counts(ad)).toEqual([3, 1]);
    const [{ day } = { day: "" }] = await database.rows<{ day: string }>(
      "select max(day)::text as day from ad_counts where ad_id = ?",
      [ad],
    );
    expect(days).toContain(day);
  });

  it("gets the same empty, uncached response without a cookie for everybody", async () => {
    const ad = await insertRecord(database, "ads");
    const draft = await insertRecord(database, "ads", { status: "draft" });
    const over = await insertRecord(database, "ads", { unpublish_at: "2020-01-01T00:00:00Z" });
    for (const cookies of ["", await app.cookiesOf("premium"), await app.cookiesOf("admin")]) {
      for (const id of [ad, draft, over, "00000000-0000-4000-8000-000000000000"]) {
        const response = await app.request(`/ads/${id}/views`, {
          method: "POST",
          headers: reader(),
          cookies,
        });
        expect([response.status, await response.text()]).toEqual([204, ""]);
        expect(response.headers.get("Set-Cookie")).toBeNull();
        expect(response.headers.get("Cache-Control")).toBe("no-store");
      }
    }
    await allWritten();
    expect([await counts(ad), await counts(draft), await counts(over)]).toEqual([
      [3, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it("accepts the ping of a followed link, too", async () => {
    const ad = await insertRecord(database, "ads");
    const headers = reader({ "Content-Type": "text/ping", "Ping-To": "https://advertiser.test/" });
    const response = await app.request(`/ads/${ad}/clicks`, { method: "POST", headers, body: "PING" });
    expect(response.status).toBe(204);
    await allWritten();
    expect(await counts(ad)).toEqual([0, 1]);
  });

  it.each([
    "nonsense",
    "%00",
    "00000000-0000-4000-8000-00000000000g",
  ])("does not exist at /ads/%s", async (id) => {
    for (const what of ["views", "clicks"]) expect((await postCount(id, what)).status).toBe(404);
    expect((await pixel(id, PICTURE)).status).toBe(404);
  });

  it.each(["views", "clicks"])("accepts only POST: %s", async (what) => {
    const ad = await insertRecord(database, "ads");
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await app.request(`/ads/${ad}/${what}`, { method, headers: reader() });
      expect([response.status, response.headers.get("Allow")]).toEqual([405, "POST"]);
    }
    await allWritten();
    expect(await counts(ad)).toEqual([0, 0]);
  });

  it("ignores reports from other sites and programs", async () => {
    const ad = await insertRecord(database, "ads");
    expect((await postCount(ad, "views", reader({ "Sec-Fetch-Site": "cross-site" }))).status).toBe(403);
    expect((await postCount(ad, "views", reader({ Origin: "https://evil.test" }))).status).toBe(403);
    const program = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    for (const name of [program, "curl/8.14.1", ""]) {
      expect((await postCount(ad, "views", reader({ "User-Agent": name }))).status).toBe(204);
    }
    await allWritten();
    expect(await counts(ad)).toEqual([0, 0]);
  });

  it("is limited to 240 per minute and network, and an IPv6 household is one network", async () => {
    const ad = await insertRecord(database, "ads");
    const all = Array.from({ length: 500 }, (_, n) =>
      postCount(ad, "views", reader({ "X-Forwarded-For": `2001:db8:5:1::${(n + 1).toString(16)}` })),
    );
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([204]));
    await allWritten();
    const [views] = await counts(ad);
    expect(views).toBeGreaterThanOrEqual(240);
    // Up to twice as many if a minute ended in between.
    expect(views).toBeLessThanOrEqual(480);
  });
});

describe.concurrent("the ad's picture for browsers without script", () => {
  it("is an uncached GIF, and counts on a page of ours", spec("beyond views clicks ads day"), async () => {
    const ad = await insertRecord(database, "ads");
    const response = await pixel(ad, PICTURE);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/gif");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe("GIF89a");
    // Older browsers, and any over plain http, send only a Referer.
    expect((await pixel(ad, { Referer: `${app.url}/news` })).status).toBe(200);
    await allWritten();
    expect(await counts(ad)).toEqual([2, 0]);
  });

  it("does not count for other sites", async () => {
    const OTHERS: Record<string, [headers: Record<string, string>, method?: string]> = {
      "a page of another site": [{ ...PICTURE, "Sec-Fetch-Site": "cross-site" }],
      "a page of a neighbouring site": [{ ...PICTURE, "Sec-Fetch-Site": "same-site" }],
      "somebody who opens it": [{ "Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document" }],
      "a script": [{ "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty" }],
      "a browser that says nothing": [{}],
      "a page of another site, in an older browser": [{ Referer: "https://evil.test/" }],
      "a referrer that is none": [{ Referer: "about:blank" }],
      HEAD: [PICTURE, "HEAD"],
    };
    const adsByClient = new Map<string, string>();
    for (const [who, [headers, method]] of Object.entries(OTHERS)) {
      const ad = await insertRecord(database, "ads");
      expect((await pixel(ad, headers, method)).status, who).toBe(200);
      adsByClient.set(who, ad);
    }
    await allWritten();
    for (const [who, ad] of adsByClient) expect([who, ...(await counts(ad))]).toEqual([who, 0, 0]);
  });
});

describe("a page with an ad", () => {
  it("links to the advertiser, and has the addresses for views and clicks", async () => {
    const name = "https://advertiser.test/counted";
    const ad = await insertRecord(database, "ads", { category: "rectangle", name });
    const html = await (await app.request("/market")).text();
    const [, attributes = ""] = /<a class="ad-box"([^>]*advertiser\.test\/counted[^>]*)>/.exec(html) ?? [];
    expect(attributes).toContain(`href="${name}"`);
    expect(attributes).toContain(`ping="/ads/${ad}/clicks"`);
    expect(attributes).toContain(`data-views="/ads/${ad}/views"`);
    expect(html).toContain(
      `<noscript><img src="/ads/${ad}/views.gif" width="1" height="1" alt="" hidden=""/>`,
    );
    // Only within noscript, so browsers with script never load it.
    expect(html.replaceAll(/<noscript>.*?<\/noscript>/gs, "")).not.toContain("views.gif");
    await database.rows("delete from ads where id = ?", [ad]);
  });

  it("stays cached while its counts are written", async () => {
    const heard: string[] = [];
    const end = await listen("content", (table) => heard.push(table));
    const ad = await insertRecord(database, "ads");
    await postCount(ad, "views");
    await waitUntil(async () => (await counts(ad))[0] === 1);
    await insertRecord(database, "movers");
    await waitUntil(async () => heard.includes("movers"));
    expect(heard.filter((table) => !["ads", "images"].includes(table))).toEqual(["movers"]);
    await end();
  });
});

describe("counts of ads survive", () => {
  it("a database outage, and are written afterwards", async () => {
    const ad = await insertRecord(database, "ads");
    proxy.refuse();
    const write = vi.spyOn(adCounter(), "flush");
    const failures = () => write.mock.settledResults.filter(({ type }) => type === "rejected").length;
    try {
      for (const what of ["views", "views", "clicks"]) expect((await postCount(ad, what)).status).toBe(204);
      await waitUntil(async () => failures() >= 2);
    } finally {
      write.mockRestore();
    }
    await postCount(ad, "views");
    expect(await counts(ad)).toEqual([0, 0]);
    proxy.thaw();
    await waitUntil(async () => (await counts(ad))[0] === 3);
    expect(await counts(ad)).toEqual([3, 1]);
  });

  it("a stop of the server", async () => {
    const ad = await insertRecord(database, "ads");
    const instance = await startInstance(app.databaseUrl);
    for (const what of ["views", "clicks"]) {
      const answer = await fetch(`${instance.url}/ads/${ad}/${what}`, { method: "POST", headers: reader() });
      expect(answer.status).toBe(204);
    }
    await instance.stop();
    expect(await counts(ad)).toEqual([1, 1]);
  });
});
