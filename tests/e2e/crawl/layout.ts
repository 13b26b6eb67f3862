import type { CDPSession, Page } from "@playwright/test";

/** A window. Text at 200% comes from the reader's own setting or from a style sheet. */
type ScreenSize = { width: number; largeBy?: "setting" | "style" };

/**
 * The sizes that a screen must fit: 320 px is 1280 at 400 %, 640 is 1280 at 200 % (WCAG 2.2, 1.4.10), and
 * text at 200% (1.4.4) on a phone and on a desktop. A reader's own text size moves the breakpoints. Enlarging
 * by a style sheet, or only the text, does not.
 */
const SCREEN_SIZES: readonly ScreenSize[] = [
  { width: 1280, largeBy: "style" },
  { width: 1280, largeBy: "setting" },
  { width: 360, largeBy: "setting" },
  { width: 320 },
  { width: 640 },
];

/** Content that does not fit a narrow window or large text. */
export async function layoutProblems(page: Page, browser: CDPSession): Promise<string[]> {
  const found: string[] = [];
  for (const { width, largeBy } of SCREEN_SIZES) {
    await browser.send("Page.setFontSizes", { fontSizes: { standard: largeBy === "setting" ? 32 : 16 } });
    await page.setViewportSize({ width, height: 640 });
    const problems = await page.evaluate(findLayoutProblems, largeBy === "style" ? "32px" : "");
    found.push(...problems.map((what) => `${width} px, text ${largeBy ? 32 : 16} px: ${what}`));
  }
  return found;
}

/** How much wider the page is than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Runs in the page: finds content wider than the window, and words broken into single letters. */
function findLayoutProblems(fontSize: string): string[] {
  const html = document.documentElement;
  html.style.fontSize = fontSize;
  const over = html.scrollWidth - html.clientWidth;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const squeezed: string[] = [];
  while (texts.nextNode()) {
    const words = texts.currentNode.textContent?.trim() ?? "";
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    if (lines > 2 && words.length < 3 * lines) squeezed.push(`"${words.slice(0, 20)}" in ${lines} lines`);
  }
  return over > 0 ? [`${over} px too wide`, ...squeezed] : squeezed;
}
