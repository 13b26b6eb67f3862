import { insertPageContent } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { PASSWORD, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** By section, with the query parameters that a page of it reads. */
const LOCKED = {
  "daily-brief": { table: "daily_briefs", search: "" },
  "trade-alert": { table: "trade_alerts", search: "" },
  videos: { table: "videos", search: "?play=1" },
};

let app: TestApp;
let basic: string;
beforeAll(async () => {
  app = await startTestApp();
  await insertPageContent(app.sql, 2);
  basic = await app.cookiesOf("basic");
});
afterAll(() => app.stop());

describe.each(Object.entries(LOCKED))("at a locked record of /%s", (section, { table, search }) => {
  const locked = async () => {
    const [row] = await app.sql<{ id: string }>(`select id from ${table} limit 1`);
    return `/${section}/${row?.id}`;
  };

  it(
    "a visitor gets to the sign-in page and back to the same page",
    spec("4 front lock visitor shown"),
    async () => {
      const path = await locked();
      const html = await (await app.request(`${path}${search || "?invented=1"}`)).text();
      const [, to = ""] = /Already a member\?.*?<a href="([^"]+)"/.exec(html) ?? [];
      expect(to).toBe(`/login?next=${encodeURIComponent(path + search)}`);
      const body = { email: "premium@demo.test", password: PASSWORD };
      const signedIn = await app.request(to, { method: "POST", body });
      expect([signedIn.status, signedIn.headers.get("Location")]).toEqual([303, path + search]);
    },
  );

  it("a member of a lower tier is not sent to sign in", spec("4 front lock visitor shown"), async () => {
    // More requests than cached renders, so that the test also reads a cached page.
    for (let visit = 0; visit < 6; visit += 1) {
      await app.request(await locked());
      const html = await (await app.request(await locked(), { cookies: basic })).text();
      expect(html).toContain("Upgrade to Premium");
      expect(html).not.toContain("Already a member?");
    }
  });
});
