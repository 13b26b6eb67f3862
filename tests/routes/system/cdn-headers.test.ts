import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { insertPageContent } from "tests/support/page-content";
import { rawRequest } from "tests/support/raw-request";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RULES_SOURCE } from "~/web/speculation-rules.server";

const STATS = "https://stats.example";

let app: TestApp;
let item: Record<"news" | "brief" | "video" | "alert", string>;
beforeAll(async () => {
  app = await startTestApp({ CDN_SECONDS: "30", ANALYTICS_SRC: `${STATS}/count.js` });
  await insertPageContent(app.sql, 3);
  const idOf = async (table: string) =>
    (await app.sql<{ id: string }>(`select id from ${table} limit 1`))[0]?.id ?? "";
  item = {
    news: await idOf("news"),
    brief: await idOf("daily_briefs"),
    video: await idOf("videos"),
    alert: await idOf("trade_alerts"),
  };
});
afterAll(() => app.stop());

const PAGES = [
  "/",
  "/news",
  "/news?category=Tech",
  "/news/{news}",
  "/daily-brief",
  "/daily-brief/{brief}",
  "/videos",
  "/videos/{video}",
  "/trade-alert",
  "/trade-alert/{alert}",
  "/stock-picks",
  "/market",
  "/about",
  "/contact",
  "/privacy",
  "/terms",
  "/disclaimer",
  "/api/docs",
];
const addressOf = (page: string) => page.replace(/\{(\w+)\}/, (_, name: keyof typeof item) => item[name]);

const FOR_ALL = "public, max-age=0, s-maxage=30";

describe.each(PAGES)("%s", (page) => {
  it("is cacheable for any visitor, and has no nonce or cookie", async () => {
    for (const time of ["drawn", "kept"]) {
      const { headers, body, status } = await rawRequest(app.url, {
        path: addressOf(page),
        headers: { Host: "localhost:3000", Cookie: "_ga=GA1.2.3; other=1" },
      });
      expect([time, status]).toEqual([time, 200]);
      expect(headers["cache-control"]).toBe(FOR_ALL);
      expect(headers["cdn-cache-control"]).toBe("public, max-age=30, stale-while-revalidate=30");
      expect(String(headers.vary).split(", ").sort()).toEqual(["Accept-Encoding", "Cookie"]);
      expect(headers["content-security-policy"]).toContain(`script-src 'self' ${RULES_SOURCE} ${STATS};`);
      expect(headers["content-security-policy"]).not.toContain("nonce");
      expect(headers["set-cookie"]).toBeUndefined();
      // The policy would block inline scripts and scripts with a nonce.
      for (const [, attributes] of body.matchAll(/<script([^>]*)>/g))
        expect(attributes).toMatch(/ src="|type="(application\/ld\+json|speculationrules)"/);
      expect([...body.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce)).toEqual([""]);
    }
  });

  it.each([
    "basic",
    "premium",
    "private",
    "editor",
  ] as Person[])("is private for a signed-in person: %s", async (person) => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await app.request(addressOf(page), { cookies: await app.cookiesOf(person) });
      expect(answer.headers.get("Cache-Control")).toMatch(/^private/);
      expect(answer.headers.get("CDN-Cache-Control")).toBeNull();
      expect(answer.headers.get("Content-Security-Policy")).toContain("'nonce-");
    }
  });
});

it.each([
  "openbell_theme=dark",
  "_ga=1; openbell_theme=dark",
  "openbell_member=over",
  "openbell_staff=over",
  "openbell_ref=CODE-PREMIUM",
  "openbell_toast=any",
])("a page for a request with %s is private", async (cookies) => {
  for (let time = 0; time < 2; time += 1) {
    const answer = await app.request("/news", { cookies });
    expect(answer.headers.get("Cache-Control")).toMatch(/^private/);
    expect(answer.headers.get("CDN-Cache-Control")).toBeNull();
  }
});

it("a referral link, which sets a cookie, is private", async () => {
  const answer = await app.request("/news?ref=CODE-PREMIUM");
  expect(answer.headers.get("Set-Cookie")).toContain("openbell_ref=");
  expect(answer.headers.get("Cache-Control")).toMatch(/^private/);
});

it.each([
  ["/login", 200],
  ["/register", 200],
  ["/search?q=rates", 200],
  ["/subscription", 200],
  ["/api/news", 200],
  ["/nowhere", 404],
  ["/readyz", 200],
])("%s is not cacheable by a CDN", async (path, status) => {
  const answer = await app.request(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Cache-Control")).toMatch(/private|no-store/);
  expect(answer.headers.get("Surrogate-Key")).toBeNull();
  expect(answer.headers.get("CDN-Cache-Control")).toBeNull();
});

it("a page requested with a token is private", async () => {
  const answer = await app.request("/news", {
    headers: { Authorization: `Bearer ${await app.tokenOf("premium")}` },
  });
  expect(answer.headers.get("Cache-Control")).toMatch(/^private/);
});

it("surrogate keys name the tables of a page", async () => {
  const keysOf = async (path: string) =>
    String((await app.request(path)).headers.get("Surrogate-Key"))
      .split(" ")
      .sort();
  expect(await keysOf(addressOf("/news/{news}"))).toEqual(expect.arrayContaining(["ads", "frame", "news"]));
  expect(await keysOf(addressOf("/news/{news}"))).not.toContain("daily_briefs");
  expect(await keysOf("/daily-brief")).toEqual(expect.arrayContaining(["daily_briefs", "frame"]));
});

const drawnBytes = () =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: "#1B1464" } })
    .webp()
    .toBuffer();

describe("a picture", () => {
  const stored = async () => {
    const [image] = await app.sql<{ id: string }>(
      "insert into images (width, height, byte_size, widths) values (640, 400, 1000, '{320}') returning id",
    );
    const id = image?.id ?? "";
    await mkdir(join(app.dataDir, "uploads", id), { recursive: true });
    await writeFile(join(app.dataDir, "uploads", id, "320.webp"), await drawnBytes());
    return id;
  };
  const headersOf = async (path: string, cookies = "") => {
    const { headers } = await app.request(path, { cookies });
    return ["Cache-Control", "CDN-Cache-Control", "Surrogate-Key"].map((name) => headers.get(name));
  };

  it("has the cache time of pages if published, and is purged by the records that show it", async () => {
    const id = await stored();
    await app.sql("update news set image_id = ? where id = ?", [id, item.news]);
    expect(await headersOf(`/uploads/${id}/320.webp`)).toEqual([
      "public, max-age=31536000, immutable, s-maxage=30",
      "public, max-age=30, stale-while-revalidate=30",
      "images news",
    ]);
    const [cacheControl, forCaches, keys] = await headersOf(`/og/news/${item.news}.png`);
    expect(cacheControl).toBe("public, max-age=86400, s-maxage=30");
    expect(forCaches).toBe("public, max-age=30, stale-while-revalidate=30");
    expect(keys?.split(" ").sort()).toEqual(["images", "news", "site_settings"]);
  });

  it("is never cached if readers may not see it", async () => {
    const id = await stored();
    await app.sql("update news set image_id = ?, status = 'draft' where id = ?", [id, item.news]);
    const path = `/uploads/${id}/320.webp`;
    expect(await headersOf(path)).toEqual(["no-store", null, null]);
    expect(await headersOf(path, await app.cookiesOf("editor"))).toEqual(["private, no-store", null, null]);
  });
});
