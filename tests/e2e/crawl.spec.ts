import { test as base, type CDPSession, expect, type Page } from "@playwright/test";
import { markupErrors } from "tests/support/markup";
import { coveringPairs, drawn, SEED_NOTE } from "tests/support/sample";
import { spec } from "../support/spec";
import { ALL_RULES, loadAxe, VISUAL_RULES, violationsOf } from "./crawl/axe";
import { watchComplaints } from "./crawl/complaints";
import { documentFacts } from "./crawl/document";
import { closeTables, OTHER_FACES, OWN_FACE, openTables, wronglyFaded } from "./crawl/fades";
import { formFaults } from "./crawl/forms";
import { layoutProblems, overflowOf } from "./crawl/layout";
import { keepAllLaidOut } from "./lay-out";
import { signInByApi } from "./people";
import { AddressBook, SCREENS, SIMILAR_SCREENS } from "./screens";

/* Loads every screen once, under the site's own policy, and checks all at once: console, markup and forms,
   weight and fonts, axe, narrow windows and large text, fading edges. */

type Variant = { colorScheme: "light" | "dark"; width: number };

/** Axe checks a screen in a pair of these: all rules in the first, the visual ones in the other as well. */
const PAIRS: [Variant, Variant][] = [
  [
    { colorScheme: "light", width: 1280 },
    { colorScheme: "dark", width: 360 },
  ],
  [
    { colorScheme: "dark", width: 1280 },
    { colorScheme: "light", width: 360 },
  ],
];

/** The widths at which fading edges are checked. */
const WIDTHS = [360, 412, 768, 1280];

/** People whose pages preload their fonts. */
const READERS = ["visitor", "premium"];

/** Shows a text of the site together with that text's main heading. */
const SHOWS_A_TEXT = ["/admin/settings/texts/terms/versions/0"];

/**
 * The page with its style sheets and scripts, compressed: the sum of the budgets in
 * tests/routes/system/page-weight.test.ts.
 */
const MOST_BYTES = 200_000;

/**
 * A worker reuses these for each person: the test changes nothing, and a new page costs more than a check.
 */
type Desk = { page: Page; browser: CDPSession; takeComplaints: () => string[]; addresses: AddressBook };

const test = base.extend<object, { deskOf: (person: string) => Promise<Desk> }>({
  deskOf: [
    async ({ browser }, use) => {
      const desks = new Map<string, Promise<Desk>>();
      const open = async (person: string): Promise<Desk> => {
        const context = await browser.newContext({ baseURL: process.env.BASE_URL });
        if (person !== "visitor") await signInByApi(context, person);
        // A visitor who requested a link sees the confirmation page.
        else
          await context.addCookies([
            { name: "openbell_done", value: "reset-request", url: process.env.BASE_URL ?? "" },
          ]);
        const page = await context.newPage();
        return {
          page,
          browser: await context.newCDPSession(page),
          takeComplaints: watchComplaints(page),
          addresses: new AddressBook(context.request),
        };
      };
      await use((person) => {
        const desk = desks.get(person) ?? open(person);
        desks.set(person, desk);
        return desk;
      });
      for (const desk of desks.values()) await (await desk).page.context().close();
    },
    { scope: "worker" },
  ],
});

for (const [person, screens] of Object.entries(SCREENS)) {
  for (const screen of screens) {
    test(
      `${screen} as ${person} passes all checks`,
      spec("beyond every page read axe"),
      async ({ deskOf }) => {
        const desk = await deskOf(person);
        const { page, takeComplaints } = desk;
        const address = await desk.addresses.of(screen);
        await page.setViewportSize({ width: 1280, height: 900 });
        const response = await page.goto(address);
        // A missing record also has a page.
        if (screen.includes("{")) expect(response?.status()).toBe(200);
        const html = (await response?.text()) ?? "";
        const found = [...(await markupErrors(html)), ...(await formFaults(page, html))];
        found.push(...(await documentFaults(page, person, SHOWS_A_TEXT.includes(screen) ? 2 : 1)));
        await page.evaluate(keepAllLaidOut);
        found.push(...(await layoutProblems(page, desk.browser)));
        found.push(...(await edgeFaults(page, screen)));
        await page.evaluate(keepFewOperations);
        await loadAxe(desk.browser);
        found.push(...(await axeFaults(page, screen)));
        found.push(...takeComplaints());
        expect(found, SEED_NOTE).toEqual([]);
      },
    );
  }
}

async function documentFaults(page: Page, person: string, headings: number): Promise<string[]> {
  const found: string[] = [];
  const { mainHeadings, drawnWeights, preloadedWeights, bytes } = await documentFacts(page);
  if (mainHeadings !== headings) found.push(`${mainHeadings} main headings`);
  if (bytes > MOST_BYTES) found.push(`${bytes} bytes`);
  if (READERS.includes(person)) {
    if (!drawnWeights.includes("600")) found.push("no headline in the house's serif");
    const late = drawnWeights.filter((weight) => !preloadedWeights.includes(weight));
    if (late.length > 0) found.push(`finds out late that it needs the serif of weight ${late}`);
  }
  return found;
}

/** Edges that fade wrongly, and content wider than the window, with the tables of all charts opened. */
async function edgeFaults(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  const pairs = coveringPairs(OTHER_FACES, WIDTHS, `faces of ${screen}`);
  await page.evaluate(openTables);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const over = await overflowOf(page);
    if (over > 0) found.push(`${width} px: ${over} px too wide`);
    const faces = pairs.flatMap(([face, at]) => (at === width ? [face] : []));
    const edges = await wronglyFaded(page, [OWN_FACE, ...faces]);
    found.push(...edges.map((edge) => `${width} px, ${edge}`));
  }
  await page.evaluate(closeTables);
  return found;
}

/** Violations of axe's rules in a drawn pair of themes and widths; in a deep run in all of them. */
async function axeFaults(page: Page, screen: string): Promise<string[]> {
  const found: string[] = [];
  const variants = drawn(PAIRS, 1, `themes of ${screen}`).flat();
  for (const [nth, { colorScheme, width }] of variants.entries()) {
    if (nth > 0 && SIMILAR_SCREENS.includes(screen)) break;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const violations = await violationsOf(page, nth === 0 ? ALL_RULES : VISUAL_RULES);
    found.push(...violations.map((violation) => `${colorScheme}, ${width} px, ${violation}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/**
 * Runs in the API page before axe. One component renders its 200 operations, so two of each chapter are
 * enough.
 */
function keepFewOperations(): void {
  const seen = new Map<Element | null, number>();
  for (const operation of document.querySelectorAll(".operation")) {
    const count = (seen.get(operation.parentElement) ?? 0) + 1;
    seen.set(operation.parentElement, count);
    if (count > 2) operation.remove();
  }
}
