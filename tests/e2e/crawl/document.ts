import type { Page } from "@playwright/test";

export type DocumentFacts = {
  /** Visible main headings. A dialog over the page has its own. */
  mainHeadings: number;
  /** Weights of the serif font that the page uses. */
  drawnWeights: string[];
  /** Weights of the font that the page's head preloads. */
  preloadedWeights: string[];
  /** Transferred bytes of the page, its style sheets and its scripts. */
  bytes: number;
};

/** Measures a loaded page. */
export const documentFacts = (page: Page): Promise<DocumentFacts> =>
  page.evaluate(() => {
    const drawn = [...document.fonts].filter(
      ({ family, status }) => family.includes("Openbell Serif") && status !== "unloaded",
    );
    const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]');
    const sent = performance
      .getEntries()
      .filter((entry): entry is PerformanceResourceTiming => "encodedBodySize" in entry)
      .filter(({ name, entryType }) => entryType === "navigation" || /\.(js|css)$/.test(name));
    return {
      mainHeadings: [...document.querySelectorAll("h1:not([role=dialog] *)")].filter((heading) =>
        heading.checkVisibility(),
      ).length,
      drawnWeights: drawn.map(({ weight }) => weight),
      preloadedWeights: [...preloads].flatMap(({ href }) => /serif-(\d+)/.exec(href)?.[1] ?? []),
      bytes: sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
