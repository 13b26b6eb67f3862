import { type BrowserContext, expect, type Page, type Route, test } from "@playwright/test";
import { signInByApi } from "./people";
import { screenAddress } from "./screens";
import { shiftsSoFar, watchShifts } from "./shifts";

async function contextOf(page: Page, person: string): Promise<BrowserContext> {
  const context = page.context();
  if (person !== "visitor") await signInByApi(context, person);
  return context;
}

/** Pages render once. Late pictures have reserved room. */
const PAGES_BY_PERSON: Record<string, string[]> = {
  visitor: [
    "/",
    "/news",
    "/news/{news}",
    "/daily-brief",
    "/market",
    "/stock-picks",
    "/trade-alert",
    "/videos",
    "/videos/{videos}",
    "/subscription",
    "/search?q=nvidia",
    "/login",
    "/register",
  ],
  premium: ["/", "/daily-brief/{daily-brief}", "/stock-picks", "/trade-alert/{trade-alert}", "/dashboard"],
};

/** Delays pictures. The page itself arrives whole: splits are random, and half a word would move. */
async function delayPictures(route: Route): Promise<void> {
  const request = route.request();
  if (request.resourceType() === "document") return route.fulfill({ response: await route.fetch() });
  if (request.resourceType() === "image") await new Promise((resolve) => setTimeout(resolve, 150));
  return route.continue();
}

for (const [person, screens] of Object.entries(PAGES_BY_PERSON)) {
  test(`nothing moves while a page loads, for ${person} @script`, async ({ page }) => {
    const context = await contextOf(page, person);
    await page.route("**/*", delayPictures);
    await page.addInitScript(watchShifts);
    for (const screen of screens) {
      const address = await screenAddress(context, screen);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(address);
        await page.evaluate(scrollThrough);
        await page.waitForLoadState("networkidle");
        const moved = await page.evaluate(shiftsSoFar);
        expect(moved, `${address} at ${width} px`).toEqual([]);
      }
    }
  });
}

/** A page arrives in pieces, so a table's columns need their final width before the last row arrives. */
const TABLE_PAGES: [person: string, screen: string, widths: number[]][] = [
  ["visitor", "/", [360, 1280, 1440, 1920]],
  ["premium", "/", [360, 1280, 1440, 1920]],
  ["visitor", "/market", [768, 1280]],
  ["visitor", "/stock-picks", [768, 1280]],
  ["premium", "/stock-picks", [768, 1280, 1440]],
];

for (const [person, screen, widths] of TABLE_PAGES) {
  test(`columns keep their place while the rows of ${screen} load, for ${person} @script`, async ({
    page,
  }) => {
    await contextOf(page, person);
    await page.goto(screen);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const [whole, ...partial] = await page
        .locator("main table:not(details *)")
        .first()
        .evaluate(widthsByRows);
      for (const columns of partial) expect(columns, `at ${width} px`).toEqual(whole);
    }
  });
}

/** Runs in the page: the widths of a table's columns, with all rows and with ever fewer. The rows return at the end. */
function widthsByRows(table: Element): number[][] {
  const heads = [...table.querySelectorAll("thead th")];
  const rows = [...table.querySelectorAll("tbody tr")];
  const bodies = rows.map((row) => row.parentElement);
  const measure = () => heads.map((head) => Math.round(head.getBoundingClientRect().width));
  const found = [measure()];
  for (const row of rows.toReversed()) {
    row.remove();
    found.push(measure());
  }
  for (const [nth, row] of rows.entries()) bodies[nth]?.append(row);
  return found;
}

/** Runs in the page: scrolls, so lazy content loads. */
async function scrollThrough(): Promise<void> {
  for (let at = 0; at < document.documentElement.scrollHeight; at += 600) {
    scrollTo({ top: at, behavior: "instant" });
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

/** Screens of every kind: frames, tables, cards, forms, dialogs. */
const KEYBOARD_PAGES: [person: string, screen: string, width: number][] = [
  ["visitor", "/", 1280],
  ["visitor", "/", 412],
  ["visitor", "/market", 512],
  ["visitor", "/stock-picks", 1280],
  ["visitor", "/stock-picks", 512],
  ["visitor", "/daily-brief/{daily-brief}", 1280],
  ["visitor", "/login", 1280],
  ["premium", "/dashboard", 1280],
  ["superadmin", "/admin/news", 1280],
  ["superadmin", "/admin/news", 800],
  ["superadmin", "/admin/news/new", 1280],
];

for (const [person, screen, width] of KEYBOARD_PAGES) {
  test(`the keyboard reaches all of ${screen} as ${person} at ${width} px, with visible focus`, async ({
    page,
  }) => {
    const context = await contextOf(page, person);
    await page.setViewportSize({ width, height: 720 });
    await page.goto(await screenAddress(context, screen));
    const reachable = await page.evaluate(numberStops);
    const missed = new Set(reachable);
    const trouble = new Set<string>();
    // A date field has a tab stop for each of its parts.
    for (let step = 0; step < 2 * reachable.length && missed.size > 0; step += 1) {
      await page.keyboard.press("Tab");
      const { name, problem } = await page.evaluate(checkFocus);
      if (problem) trouble.add(problem);
      missed.delete(name);
    }
    expect([...trouble]).toEqual([]);
    expect([...missed]).toEqual([]);
  });
}

/**
 * Runs in the page: labels everything that the keyboard should reach. A group of radio buttons is one stop.
 */
function numberStops(): string[] {
  const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  const around: Element = document.querySelector("[data-overlay], [role=dialog]") ?? document.body;
  const groups = new Set<string>();
  return [...around.querySelectorAll<HTMLElement>(stops)].flatMap((element, index) => {
    const { width, height } = element.getBoundingClientRect();
    const hidden = !element.checkVisibility({ visibilityProperty: true }) || width === 0 || height === 0;
    if (hidden || element.tabIndex < 0 || element.matches(":disabled") || element.closest("[inert]"))
      return [];
    if (element instanceof HTMLInputElement && element.type === "radio") {
      if (groups.has(element.name)) return [];
      groups.add(element.name);
      const chosen = around.querySelector(`input[name="${element.name}"]:checked`) ?? element;
      chosen.setAttribute("data-stop", `radio ${element.name}`);
      return [`radio ${element.name}`];
    }
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40);
    const name = `${index} ${element.tagName.toLowerCase()} ${words}`;
    element.setAttribute("data-stop", name);
    return [name];
  });
}

/** Runs in the page: the focused element must be visible, marked, and not covered by anything sticky. */
function checkFocus(): { name: string; problem: string } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { name: "", problem: "" };
  const name = focused.dataset.stop ?? focused.outerHTML.slice(0, 80);
  const lines = [...focused.getClientRects()];
  const inside = lines.filter(
    ({ top, left }) => top >= 0 && left >= 0 && top < innerHeight && left < innerWidth,
  );
  if (inside.length === 0) return { name, problem: `${name} has the focus out of sight` };
  const covered = inside.every(({ left, top, width, height }) => {
    const at = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 1));
    return !at || !(focused.contains(at) || at.contains(focused) || at.closest("label")?.contains(focused));
  });
  if (covered) return { name, problem: `${name} has the focus below something else` };
  const marked = [focused, focused.parentElement, ...focused.querySelectorAll("*")].some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = element
      ? getComputedStyle(element)
      : ({} as CSSStyleDeclaration);
    return (
      (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || (boxShadow && boxShadow !== "none")
    );
  });
  return { name, problem: marked ? "" : `${name} does not show that it has the focus` };
}

test("the skip link comes first and jumps past the menus", async ({ page }) => {
  for (const path of ["/", "/news", "/login"]) {
    await page.goto(path);
    await page.keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveText(/Skip to/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const inMain = await page.locator(":focus").evaluate((focused) => focused.closest("main") !== null);
    expect(inMain, path).toBe(true);
  }
});
