import type { Page } from "@playwright/test";

export type DocumentFacts = {
  /** Main headings in sight; a dialog over the page has one of its own. */
  mainHeadings: number;
  /** Weights of the house's serif that the page is drawn with. */
  drawnWeights: string[];
  /** Weights of it that the page's head asks for beforehand. */
  askedWeights: string[];
  /** Bytes of the page, its sheets and its scripts as they are sent. */
  bytes: number;
};

/** What a page tells about itself once it is loaded. */
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
      askedWeights: [...preloads].flatMap(({ href }) => /serif-(\d+)/.exec(href)?.[1] ?? []),
      bytes: sent.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
