import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { enterAs } from "./people";
import { SCREENS, screenAddress } from "./screens";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What a theme and a width change; all else is in the markup, which is the same in each. */
const BY_EYE = ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block"];

/** Each theme and each width once with every rule, then the other two pairs. */
const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
  { colorScheme: "dark", width: 1280, rules: BY_EYE },
  { colorScheme: "light", width: 360, rules: BY_EYE },
] as const;

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
      for (const { colorScheme, width, ...look } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const axe = new AxeBuilder({ page });
        const checker = "rules" in look ? axe.withRules([...look.rules]) : axe.withTags(RULES);
        const { violations } = await checker.analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
        expect(found, `${colorScheme}, ${width} px`).toEqual([]);
      }
      await context.close();
    });
  }
}
