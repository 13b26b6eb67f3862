import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    SITE_NAME: "Tidewater",
    SUPPORT_PHONE: "+44 7700 900999",
    SUPPORT_EMAIL: "desk@tide.test",
  });
});
afterAll(() => app.stop());

describe("the static pages", () => {
  it.each([
    ["/about", "About Tidewater"],
    ["/contact", "Contact Support"],
    ["/privacy", "Privacy Policy"],
    ["/terms", "Terms of use"],
    ["/disclaimer", "Disclaimer"],
  ])(
    "%s is a separate page with the site's name",
    spec("2.3 close icons home links"),
    async (path, title) => {
      const response = await app.request(path);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(`<title>${title} | Tidewater</title>`);
      expect(page).not.toMatch(/\{\w+\}|Openbell/);
      const home = await (await app.request("/")).text();
      expect(home).toContain(`href="${path}"`);
    },
  );

  it("show the operator's support number", async () => {
    expect(await (await app.request("/contact")).text()).toContain("+44 7700 900999");
    expect(await (await app.request("/privacy")).text()).toContain("+44 7700 900999");
  });

  it("show the operator's support email", async () => {
    expect(await (await app.request("/contact")).text()).toContain("or to desk@tide.test by email");
    expect(await (await app.request("/privacy")).text()).toContain("or to desk@tide.test by email");
  });

  it("show it once, also to members, whose bar has it on other pages", async () => {
    const cookies = await app.cookiesOf("premium");
    const times = async (path: string) => {
      const page = await (await app.request(path, { cookies })).text();
      return page.slice(page.indexOf("<body")).split("+44 7700 900999").length - 1;
    };
    expect(await times("/about")).toBeGreaterThan(0);
    for (const path of ["/contact", "/privacy"]) expect(await times(path), path).toBe(1);
  });

  it(
    "state that content is educational, no advice, and that investing carries risk",
    spec("2.1 disclaimer footer section 1"),
    async () => {
      const text = await (await app.request("/disclaimer")).text();
      for (const sentence of ["for education only", "not financial advice", "carry risk"])
        expect(text).toContain(sentence);
    },
  );
});

describe("an announced feature", () => {
  it.each([
    "/academy",
    "/community",
    "/ai-driven",
    "/gamification",
  ])("%s is a 404 with a message", async (path) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toContain("text/html");
    expect(await response.text()).toContain("<h1");
  });

  it(
    "is grey in the navigation, never a link",
    spec("2.1 extras collapsible four greyed", "2.1 placeholders lead nowhere"),
    async () => {
      const home = await (await app.request("/")).text();
      for (const name of ["Academy", "Community", "AI driven", "Gamification"]) {
        expect(home).toContain(`<span class="off">${name}</span>`);
      }
      expect(home).not.toMatch(/href="\/(academy|community|ai-driven|gamification)/);
      expect(home).not.toContain('href="#"');
    },
  );
});
