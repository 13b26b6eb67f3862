import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { CDPSession, Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

export const ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules that depend on the theme or the width. All others check the markup, which is always the same. */
export const VISUAL_RULES = [
  "color-contrast",
  "target-size",
  "scrollable-region-focusable",
  "link-in-text-block",
];

type AxeWindow = Window & { axe?: { run(options: RunOptions): Promise<AxeResults> } };

/** The readable one is twice as long, and each page parses it again. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Injects axe into the page by the browser's protocol, so the site's policy stays in force. */
export const loadAxe = (browser: CDPSession): Promise<unknown> =>
  browser.send("Runtime.evaluate", { expression: AXE });

/**
 * The violations that axe finds on the page, each as `rule: element`. It reports failures only, since passes
 * are most of its work.
 */
export async function violationsOf(page: Page, rules: readonly string[]): Promise<string[]> {
  const options: RunOptions = { runOnly: [...rules], resultTypes: ["violations"] };
  const results = await page.evaluate((given) => (window as AxeWindow).axe?.run(given), options);
  if (!results) throw new Error("axe is not on the page");
  return results.violations.map(({ id, nodes }) => `axe ${id}: ${nodes[0]?.target.join(" ")}`);
}
