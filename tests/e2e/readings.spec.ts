import { expect, test } from "@playwright/test";
import { spec } from "../support/spec";

test(
  "an article that is opened is told of once, and one that is pointed at is not @both",
  spec("beyond readings articles briefs films"),
  async ({ page }, { project }) => {
    const told: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/readings/")) told.push(pathname);
    });
    await page.goto("/news");
    const links = page.locator("main h3 a");
    const address = (await links.first().getAttribute("href")) ?? "";
    await links.nth(1).hover();
    await links.first().click();
    await expect(page).toHaveURL(address);
    const ending = project.name === "no-script" ? "views.gif" : "views";
    await expect.poll(() => told).toEqual([`/readings${address}/${ending}`]);
    // Somebody who looks something up and comes back reads it once more; a list is nothing that is read.
    await page.goto("/news");
    await page.goto(address);
    await expect.poll(() => told).toHaveLength(2);
  },
);
