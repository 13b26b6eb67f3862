import { randomUUID } from "node:crypto";
import { withoutTable } from "tests/support/database-failures";
import { allRoutes, fillParams } from "tests/support/routes";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The visible part of a page: the theme form has the page's address in a hidden field. */
const printed = async (answer: Response) =>
  (await answer.text()).replace(/<input type="hidden"[^>]*>|<!-- -->/g, "");

/** Every page about one record. */
const ITEMS = allRoutes().filter(({ opens, pattern }) => opens && pattern.includes("/:id"));

let app: TestApp;
let superadmin: string;
let editor: string;
beforeAll(async () => {
  app = await startTestApp();
  superadmin = await app.cookiesOf("superadmin");
  editor = await app.cookiesOf("editor");
});
afterAll(() => app?.stop());

describe("an error page", () => {
  it.each(ITEMS.map(({ pattern }) => pattern))("shows no record id: %s", async (pattern) => {
    const id = randomUUID();
    const missing = await app.request(fillParams(pattern, { id, noteId: id }), {
      cookies: pattern.startsWith("/admin") ? superadmin : await app.cookiesOf("premium"),
    });
    const html = await printed(missing);
    expect(missing.status).toBe(404);
    expect(html).toContain("Error 404");
    expect(html).not.toContain(id);
    expect(html).not.toMatch(UUID);
  });

  it.each([
    "/nothing-here",
    `/${randomUUID()}`,
    "/admin/nothing-here",
  ])("shows no id for a missing page: %s", async (path) => {
    const missing = await app.request(path, { cookies: superadmin });
    expect(missing.status).toBe(404);
    expect(await printed(missing)).not.toMatch(UUID);
  });

  it.each([
    "/nothing-here",
    "/nothing/at/all",
    "/news/a/b",
  ])("keeps account and navigation: %s", async (path) => {
    const member = await printed(await app.request(path, { cookies: await app.cookiesOf("premium") }));
    expect(member).toContain('aria-label="Account menu, premium Tester"');
    const visitor = await printed(await app.request(path));
    expect(visitor).toContain('href="/login"');
    for (const html of [member, visitor]) {
      expect(html).toContain("Page not found");
      expect(html).toMatch(/<nav class="sidenav".*?href="\/daily-brief"/s);
      expect(html).toContain('<meta name="robots" content="noindex"');
    }
  });

  it("keeps the back-office menu for staff and sends visitors to the sign-in page", async () => {
    const answer = await app.request("/admin/nothing/here", { cookies: editor });
    expect(answer.status).toBe(404);
    const html = await printed(answer);
    expect(html).toContain('<nav class="adminmenu"');
    expect(html).toContain("Go to the dashboard");
    const visitor = await app.request("/admin/nothing/here");
    expect(visitor.headers.get("Location")).toMatch(/^\/admin\/login/);
  });

  it.each([
    "/admin/payments",
    `/admin/manage-users/${randomUUID()}`,
  ])("shows no id to staff without permission: %s", async (path) => {
    const refused = await app.request(path, { cookies: editor });
    const html = await printed(refused);
    expect(refused.status).toBe(403);
    expect(html).toContain("can access this page.");
    expect(html).not.toMatch(UUID);
  });

  it.each([
    "/news",
    "/daily-brief",
    "/videos",
    "/stock",
  ])("of a missing record keeps the frame and the signed-in person: %s", async (section) => {
    const cookies = await app.cookiesOf("premium");
    const html = await (await app.request(`${section}/${randomUUID()}`, { cookies })).text();
    expect(html).toContain('aria-label="Sections"');
    expect(html).toContain("Account menu");
    expect(html).toContain('aria-label="Main pages"');
    for (const stranger of ["advertisement", "Notifications", "Sign In"])
      expect(html).not.toContain(stranger);
  });

  it("has no frame if the frame itself may have failed", async () => {
    const broken = await withoutTable(app, "news", () => app.request(`/news/${randomUUID()}`));
    const html = await printed(broken);
    expect(broken.status).toBe(500);
    expect(html).toContain("Error 500");
    expect(html).not.toContain('aria-label="Sections"');
    expect(html).toContain('aria-label="Main pages"');
  });

  it("has its request id in a header", async () => {
    const missing = await app.request("/nothing-here");
    expect(missing.headers.get("X-Request-Id")).toMatch(UUID);
  });
});
