import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const choose = (body: Record<string, string>, headers?: Record<string, string>) =>
  app.request("/theme", { method: "POST", body, headers });

const themeOf = async (cookies?: string, path = "/news") =>
  /<html lang="en"(?: data-theme="(\w+)")?>/.exec(await (await app.request(path, { cookies })).text())?.[1];

describe("choosing a theme", () => {
  it("sets a cookie, and returns to the page", spec("beyond theme remembered without script"), async () => {
    const response = await choose({ theme: "dark", to: "/news?category=Tech" });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/news?category=Tech");
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^openbell_theme=dark; .*HttpOnly; SameSite=Lax/);
    expect(await themeOf(cookie.split(";")[0])).toBe("dark");
  });

  it(
    "is possible on every page, by a form without script",
    spec("beyond theme remembered without script"),
    async () => {
      const page = await (
        await app.request("/news?category=Tech", { cookies: "openbell_theme=light" })
      ).text();
      expect(page).toContain('method="post" action="/theme"');
      expect(page).toContain('name="to" value="/news?category=Tech"');
      expect(page).toMatch(/value="light" aria-pressed="true"/);
      expect(page).toMatch(/value="dark" aria-pressed="false"/);
    },
  );

  it.each([
    ["visitor", "/login?next=/videos"],
    ["visitor", "/register"],
    ["visitor", "/forget-password"],
    ["visitor", "/admin/login"],
    ["premium", "/dashboard/subscription"],
    ["superadmin", "/admin/news?size=10"],
  ] as const)("is possible for %s on %s, and returns there", async (person, path) => {
    const cookies = ["openbell_theme=dark", person === "visitor" ? "" : await app.cookiesOf(person)];
    const page = await (await app.request(path, { cookies: cookies.filter(Boolean).join("; ") })).text();
    expect(page.match(/method="post" action="\/theme"/g)).toHaveLength(1);
    expect(page).toContain(`name="to" value="${path}"`);
    expect(page).toMatch(/value="dark" aria-pressed="true"/);
  });

  it("does not mix themes in the page cache", spec("beyond theme remembered without script"), async () => {
    for (let round = 0; round < 6; round += 1) {
      expect(await themeOf(undefined)).toBeUndefined();
      expect(await themeOf("openbell_theme=dark")).toBe("dark");
      expect(await themeOf("openbell_theme=light")).toBe("light");
      expect(await themeOf("openbell_theme=blue")).toBeUndefined();
    }
  });
});

describe("a manipulated theme form", () => {
  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "",
  ])("to %j redirects home", spec("beyond hostile text search ways"), async (to) => {
    const response = await choose({ theme: "dark", to });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/");
  });

  it.each(["/news\r\nSet-Cookie: stolen=1", "/news\u2028x", "/🚀"])("adds no header for %j", async (to) => {
    const response = await choose({ theme: "dark", to });
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toMatch(/^\/[!-~]*$/);
    expect(response.headers.getSetCookie()).toHaveLength(1);
  });

  it("stores nothing for an unknown theme", async () => {
    const response = await choose({ theme: "dark; Domain=evil.example", to: "/" });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("redirects home for an invalid body", async () => {
    const headers = { "Content-Type": "application/json" };
    const response = await app.request("/theme", { method: "POST", body: "{}", headers });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("cannot come from another site", async () => {
    expect((await choose({ theme: "dark", to: "/" }, { Origin: "https://evil.example" })).status).toBe(403);
  });

  it("opened by GET changes nothing", async () => {
    const response = await app.request("/theme");
    expect(response.status).toBe(302);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
