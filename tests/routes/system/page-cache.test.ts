import { clearPageCache, serverPageCache } from "tests/support/cached-pages";
import { withoutTable } from "tests/support/database-failures";
import { insertPageContent } from "tests/support/page-content";
import { recordStatements } from "tests/support/record-statements";
import { casesOf } from "tests/support/sample";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

let app: TestApp;
let premium: string;
let article: string;
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 12);
  premium = await app.cookiesOf("premium");
  [{ id: article } = { id: "" }] = await app.sql<{ id: string }>("select id from news limit 1");
});
afterAll(() => app.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const inParallel = <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

describe("100 parallel requests for one cold page", () => {
  it.each([
    ["a visitor's", () => ({})],
    ["a member's", () => ({ cookies: premium })],
    ["of readers who have an older copy", () => ({ headers: { "If-None-Match": '"older"' } })],
  ])("from %s make one render", async (_, options) => {
    clearPageCache();
    // On a slow machine the requests take so long that a new variant would be due.
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const statuses: number[] = [];
    const sent = await recordStatements(async () => {
      const answers = await inParallel(100, () => app.request(`/news/${article}`, options()));
      statuses.push(...answers.map(({ status }) => status));
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(sent.filter((sql) => /from news\b.* where news\.id = /s.test(sql)).length, sent.join("\n")).toBe(
      1,
    );
  });

  it("all get a reply when the one that renders disconnects", async () => {
    clearPageCache();
    const leaving = new AbortController();
    const first = app.request("/news", { signal: leaving.signal }).catch(() => undefined);
    const others = inParallel(20, () => app.request("/news"));
    leaving.abort();
    await first;
    expect((await others).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it("render separately if the page is not cacheable", async () => {
    await withoutTable(app, "quotes", async () => {
      clearPageCache();
      const answers = await inParallel(10, () => app.request("/market"));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(500));
      expect(serverPageCache().size.pages).toBe(0);
    });
  });
});

describe("invented query parameters", () => {
  it("take no memory, however many there are", async () => {
    const paths = ["/news", "/about", `/news/${article}`, "/api/news"];
    for (const path of paths) for (let visit = 0; visit < 5; visit += 1) await app.request(path);
    for (let batch = 0; batch < casesOf(10_000) / 100; batch += 1) {
      await inParallel(100, async (index) => {
        const response = await app.request(`${paths[index % paths.length]}?x${batch}=${index}`);
        await response.arrayBuffer();
      });
    }
    expect(serverPageCache().size.pages).toBeLessThanOrEqual(paths.length);
  });

  it("do not appear on other readers' pages", async () => {
    clearPageCache();
    for (let visit = 0; visit < 5; visit += 1) {
      const html = await (await app.request("/news?planted=wordofmine", { cookies: premium })).text();
      expect(html).not.toContain("wordofmine");
    }
    expect(await (await app.request("/news", { cookies: premium })).text()).not.toContain("wordofmine");
  });

  it("do not affect the parameters that a page reads, in any order", async () => {
    const titles = async (path: string) =>
      [...(await (await app.request(path)).text()).matchAll(/<span class="quote-name">([^<]+)/g)].map(
        ([, name]) => name,
      );
    clearPageCache();
    const plain = await (await app.request("/market?category=Bonds&sort=name&direction=desc")).text();
    const mixed = await (
      await app.request("/market?utm=x&direction=desc&sort=name&x=1&category=Bonds")
    ).text();
    const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0].replace(/class="ad.*/s, "");
    expect(mainOf(mixed)).toBe(mainOf(plain));
    expect(mainOf(mixed)).not.toBe(mainOf(await (await app.request("/market?category=Bonds")).text()));
    expect(await titles("/market?page=2")).not.toEqual(["none"]);
  });
});

describe("a page with a failed part", () => {
  it("shows the requesting member's name, although the render was shared", async () => {
    await withoutTable(app, "quotes", async () => {
      clearPageCache();
      const response = await app.request("/market", { cookies: premium });
      const html = await response.text();
      expect(response.status).toBe(500);
      expect(html).toContain("premium@demo.test");
      expect(html).not.toMatch(/ob(firstname|lastname|initials|email|picture|nonce)[0-9a-f]{18}/);
    });
  });
});
