import { loadApiDescription } from "tests/support/api-description";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let page: string;
beforeAll(async () => {
  app = await startTestApp({ SITE_NAME: "Tidewater", PUBLIC_URL: "http://localhost:3000" });
  page = await (await app.request("/api/docs")).text();
});
afterAll(() => app.stop());

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value]) => value ?? "");

describe("the API page", () => {
  it("shows every operation of the description, with a curl command and its responses", async () => {
    const { operations } = await loadApiDescription(app);
    for (const { operationId, method, path, responses } of operations) {
      const [, shown = ""] = page.split(`<h3 id="${operationId}"`);
      const article = shown.split("</article>")[0] ?? "";
      expect(article, operationId).toContain(`>${method}</span> <code>${path}</code>`);
      expect(article, operationId).toMatch(/<code>curl /);
      const [, answers = ""] = /<p class="meta">(<strong>\d{3}<\/strong>.*?)<\/p>/.exec(article) ?? [];
      for (const status of Object.keys(responses).filter((one) => Number(one) < 500 && one !== "304")) {
        expect(answers, operationId).toMatch(new RegExp(`[> ]${status}[<,.]`));
      }
    }
    expect(page.match(/<article class="operation"/g)).toHaveLength(operations.length);
  });

  it("has no two copy buttons with the same name", () => {
    const names = attributes(page, "aria-label").filter((name) => name.startsWith("Copy: "));
    expect(names.length).toBe(page.match(/data-copy=""/g)?.length);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it("links to every chapter, without broken links", () => {
    const ids = attributes(page, "id");
    expect(new Set(ids).size).toBe(ids.length);
    const anchors = attributes(page, "href").filter((href) => href.startsWith("#"));
    expect(anchors.length).toBeGreaterThan(100);
    for (const anchor of anchors) expect(ids, anchor).toContain(anchor.slice(1));
  });

  it("is complete without script, with the site's name and only this site", () => {
    expect(page).toContain("<h1>The Tidewater API</h1>");
    expect(page).not.toMatch(/modulepreload|__remixContext|\sstyle=|<style/);
    for (const address of [...attributes(page, "src"), ...attributes(page, "href")]) {
      expect(address).toMatch(/^(#|\/(?!\/)|http:\/\/localhost:3000|https:\/\/www\.standardwebhooks\.com$)/);
    }
  });

  it("is linked from every footer, and open to search engines", async () => {
    const home = await (await app.request("/")).text();
    expect(home.split("<footer")[1]).toContain('href="/api/docs"');
    expect(await (await app.request("/sitemaps/pages.xml")).text()).toContain("/api/docs</loc>");
    expect(await (await app.request("/robots.txt")).text()).toContain("Allow: /api/docs\n");
    expect(page).toContain("<title>The API | Tidewater</title>");
  });

  it("appears in the reader's theme and name, cached or not", async () => {
    const cookies = await app.cookiesOf("premium");
    for (let time = 0; time < 6; time += 1) {
      const dark = await (await app.request("/api/docs", { cookies: "openbell_theme=dark" })).text();
      expect(dark).toContain('data-theme="dark"');
      expect(await (await app.request("/api/docs")).text()).not.toContain("data-theme");
      const member = await (await app.request("/api/docs", { cookies })).text();
      expect(member).toContain("premium Tester");
      expect(page).not.toContain("premium Tester");
    }
  });

  it("shows the site's error page on failure, not JSON", async () => {
    const answer = await app.request("/api/docs", { method: "DELETE" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Content-Type")).toContain("text/html");
  });
});

describe("the API document", () => {
  it("is cacheable for minutes, and revalidated by its ETag", async () => {
    for (let time = 0; time < 3; time += 1) {
      const first = await app.request("/api/openapi.json");
      expect(first.headers.get("Cache-Control")).toBe("public, max-age=300");
      expect(first.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      const etag = first.headers.get("ETag") ?? "";
      const again = await app.request("/api/openapi.json", { headers: { "If-None-Match": etag } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
  });

  it("is the same for everybody, with the site's name", async () => {
    const visitor = await (await app.request("/api/openapi.json")).text();
    const staff = await app.request("/api/openapi.json", { cookies: await app.cookiesOf("superadmin") });
    expect(await staff.text()).toBe(visitor);
    expect(JSON.parse(visitor)).toMatchObject({ info: { title: "Tidewater API" } });
  });
});

describe("the Postman collection", () => {
  it("has every operation of the description, in its groups, with variables for site and token", async () => {
    const { operations } = await loadApiDescription(app);
    const { info, item, variable } = await (await app.request("/api/postman.json")).json();
    expect(info.name).toBe("Tidewater API");
    expect(variable[0]).toEqual({ key: "site", value: "http://localhost:3000" });
    type Sent = {
      method: string;
      url: string;
      auth?: { type: string };
      body?: { mode: string; raw?: string };
    };
    const requests: Sent[] = item.flatMap((group: { item: { request: Sent }[] }) =>
      group.item.map(({ request }) => request),
    );
    const patterns = operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, "*")}`);
    const sent = requests.map(({ method, url }) => {
      const path = url.replace("{{site}}", "").replace(/\?.*/, "");
      const request = `${method} ${path}`;
      return patterns.includes(request) ? request : patterns.find((pattern) => matches(pattern, request));
    });
    expect(sent.toSorted()).toEqual(patterns.toSorted());
    const profile = requests.find(({ url }) => url.endsWith("/api/user/profile"));
    const list = requests.find(({ url }) => url.startsWith("{{site}}/api/news?"));
    expect([profile?.auth, list?.auth]).toEqual([undefined, { type: "noauth" }]);
    for (const { body } of requests) if (body?.mode === "raw") JSON.parse(body.raw ?? "");
  });
});

const matches = (pattern: string, request: string) =>
  new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`).test(request);
