import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("a published article", () => {
  it("is on the site at the next request", async () => {
    const cookies = await app.cookiesOf("editor");
    expect(await (await app.request("/news")).text()).not.toContain("Rates hold still");
    const saved = await app.request("/admin/news/new", {
      method: "POST",
      cookies,
      body: {
        title: "Rates hold still",
        content: "Nobody moved.\n\nSee https://example.com/a for more.",
        category: "Politics",
        status: "published",
        author: "",
      },
    });
    expect(saved.status).toBe(303);
    expect(saved.headers.get("Location")).toBe("/admin/news");
    const page = await (await app.request("/news")).text();
    expect(page).toContain("Rates hold still");
    const [row] = await app.sql<{ id: string; author: string | null }>("select id, author from news");
    expect(row?.author).toBeNull();
    const article = await (await app.request(`/news/${row?.id}`)).text();
    expect(article).toContain('href="https://example.com/a"');
    expect(article).toContain("Admin");
  });
});
