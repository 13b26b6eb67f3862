import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";

test(
  "an opened article counts one view, a hovered link none @both",
  spec("beyond readings articles briefs films"),
  async ({ page }, { project }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/readings/")) sent.push(pathname);
    });
    await page.goto("/news");
    const links = page.locator("main h3 a");
    const address = (await links.first().getAttribute("href")) ?? "";
    await links.nth(1).hover();
    await links.first().click();
    await expect(page).toHaveURL(address);
    const ending = project.name === "no-script" ? "views.gif" : "views";
    await expect.poll(() => sent).toEqual([`/readings${address}/${ending}`]);
    // A return counts another view. Lists count none.
    await page.goto("/news");
    await page.goto(address);
    await expect.poll(() => sent).toHaveLength(2);
  },
);

test("a visit through a newsletter's link is reported once, on any page, and its address can be shared @both", async ({
  page,
}, { project }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/editions/")) sent.push(pathname + search);
  });
  const hasScript = project.name !== "no-script";
  const report = hasScript ? "/editions/clicks?edition=6f9619ff8b86" : "/editions/clicks.gif";
  for (const path of ["/trade-alert", "/"]) {
    sent.length = 0;
    await page.goto(`${path}?edition=6f9619ff8b86`);
    await expect.poll(() => sent).toEqual([report]);
    if (hasScript) {
      await expect.poll(() => new URL(page.url()).search).toBe("");
      await page.reload();
    }
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`${path}$`));
    expect(sent).toEqual([report]);
  }
});
