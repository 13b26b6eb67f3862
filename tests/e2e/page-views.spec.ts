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
