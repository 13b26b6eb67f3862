import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { enterAs } from "./people";
import { SCREENS, screenAddress } from "./screens";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const [person, screens] of Object.entries(SCREENS)) {
  for (const screen of screens) {
    test(`axe finds nothing on ${screen} as ${person} @script`, async ({ browser, baseURL }) => {
      // A long page has the checker at work for a while, and a busy machine is no failure.
      test.setTimeout(240_000);
      // The checker is a script of its own, which the site's policy would refuse.
      const context = await browser.newContext({ baseURL, bypassCSP: true });
      if (person !== "visitor") await enterAs(context, person);
      const page = await context.newPage();
      await page.goto(await screenAddress(context, screen));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
          expect(found, `${colorScheme}, ${width} px`).toEqual([]);
        }
      }
      await context.close();
    });
  }
}
