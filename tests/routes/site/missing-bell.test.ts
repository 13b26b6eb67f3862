import { withoutTable } from "tests/support/database-failures";
import { app, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";

setUpApp();

it("a member’s bell that cannot be read says so, and is there again once it can", async () => {
  const cookies = await app.cookiesOf("basic");
  const page = async (path: string) => (await app.request(path, { cookies })).text();
  await withoutTable(app, "videos", async () => {
    for (const path of ["/about", "/notifications", "/dashboard"]) {
      const html = await page(path);
      expect(html).toContain("Notifications cannot be shown right now.");
      expect(html).not.toContain("Nothing new.");
    }
  });
  await expect.poll(() => page("/about")).toContain("Nothing new.");
});
