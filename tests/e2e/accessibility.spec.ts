import { test as base, expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { signInByApi } from "./people";
import { SCREENS, SIMILAR_SCREENS, screenAddress } from "./screens";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What a theme and a width change; all else is in the markup, which is the same in each. */
const VISUAL_RULES = ["color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block"];

/** Each theme and each width once with every rule, then the other two pairs. */
const VARIANTS = [
  { colorScheme: "light", width: 1280, runOnly: RULES },
  { colorScheme: "dark", width: 360, runOnly: RULES },
  { colorScheme: "dark", width: 1280, runOnly: VISUAL_RULES },
  { colorScheme: "light", width: 360, runOnly: VISUAL_RULES },
] as const;

type Checker = { run(options: RunOptions): Promise<AxeResults> };
type Pages = (person: string) => Promise<Page>;

const baseUrl = () => process.env.BASE_URL ?? "";

/** A worker keeps one page for each person: nothing is changed here, and a new page costs more than a check. */
const test = base.extend<object, { pageOf: Pages }>({
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<string, Promise<Page>>();
      const open = async (person: string) => {
        // The checker is a script of its own, which the site's policy would refuse.
        const context = await browser.newContext({ baseURL: process.env.BASE_URL, bypassCSP: true });
        if (person !== "visitor") await signInByApi(context, person);
        // Who has asked for a link is shown the page that says so.
        else await context.addCookies([{ name: "openbell_done", value: "reset-request", url: baseUrl() }]);
        return context.newPage();
      };
      await use((person) => {
        const page = pages.get(person) ?? open(person);
        pages.set(person, page);
        return page;
      });
      for (const page of pages.values()) await (await page).context().close();
    },
    { scope: "worker" },
  ],
});

/**
 * What the checker finds on the page as it is, `rule: element` each. It describes what fails only: to describe all
 * that passes too is most of its work.
 */
async function violationsOf(page: Page, runOnly: readonly string[]): Promise<string[]> {
  const results = await page.evaluate(
    (only) => (window as Window & { axe?: Checker }).axe?.run({ runOnly: only, resultTypes: ["violations"] }),
    [...runOnly],
  );
  if (!results) throw new Error("The checker is not on the page");
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
}

for (const [person, screens] of Object.entries(SCREENS)) {
  for (const screen of screens) {
    test(`axe finds nothing on ${screen} as ${person} @script`, async ({ pageOf }) => {
      const page = await pageOf(person);
      const response = await page.goto(await screenAddress(page.context(), screen));
      // A record that is not there has a page, too.
      if (screen.includes("{")) expect(response?.status()).toBe(200);
      await page.evaluate(axe.source);
      for (const { colorScheme, width, runOnly } of SIMILAR_SCREENS.includes(screen)
        ? VARIANTS.slice(0, 1)
        : VARIANTS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await violationsOf(page, runOnly), `${colorScheme}, ${width} px`).toEqual([]);
      }
    });
  }
}
