import type { Page } from "@playwright/test";

/**
 * The site's fonts and others, because the width of a word depends on the reader's machine. If one is
 * missing, its fallback is an equally good test.
 */
const FACES = {
  "the reader's own": "",
  "narrow ones": `--font-sans: "Liberation Sans Narrow", "DejaVu Sans Condensed", Arial, sans-serif;
    --font-serif: "DejaVu Serif Condensed", "Liberation Serif", serif;`,
  "wide ones": `--font-sans: Verdana, "DejaVu Sans Mono", monospace;
    --font-serif: "DejaVu Serif", Georgia, serif;`,
};

type Face = keyof typeof FACES;

export const OWN_FACE: Face = "the reader's own";
export const OTHER_FACES: readonly Face[] = ["narrow ones", "wide ones"];

/** Runs in the page: opens collapsed tables, so the checks include the figures of charts. */
export function openTables(): void {
  for (const folded of document.querySelectorAll<HTMLDetailsElement>("details:not([open]):has(.scroll)")) {
    folded.open = true;
    folded.dataset.opened = "";
  }
}

/** Runs in the page: closes what `openTables` opened. */
export function closeTables(): void {
  for (const opened of document.querySelectorAll<HTMLDetailsElement>("details[data-opened]"))
    opened.open = false;
}

/**
 * Edges that fade or are cut wrongly at the page's current width, in each of the fonts. All fonts are tried
 * within the page, because each request to the browser is slow.
 */
export async function wronglyFaded(page: Page, faces: readonly Face[]): Promise<string[]> {
  const chosen = Object.fromEntries(faces.map((face) => [face, FACES[face]]));
  return Object.entries(await fadedEdges(page, chosen)).flatMap(([face, edges]) =>
    edges.map((edge) => `${face}: ${edge}`),
  );
}

/**
 * Content that fades although it fits, and content that is cut without a fade, at both ends of its scroll
 * range, in the page's fonts. All scrollers on a page move together, because a fade updates one frame later.
 */
const fadedEdges = (page: Page, faces: Record<string, string>): Promise<Record<string, string[]>> =>
  page.evaluate(async (allFaces) => {
    /** Waits a frame: a fade follows its scroller within the frame. */
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
    const HIDDEN = "inset(50%)";
    /** Tolerance for rounding and a letter's side bearing. */
    const SLACK = 1;
    /** A smaller cut needs no fade: a faded column would hide more. */
    const UNSIGNED = 4;

    /** The boxes of visible content: words, pictures, fields. */
    function* boxes(scroller: Element) {
      const walker = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement;
        if (!element || (node instanceof Text && !node.data.trim())) continue;
        if (node instanceof Element && !node.matches("img, svg, input, select, button")) continue;
        const range = document.createRange();
        range.selectNode(node);
        const rects = node instanceof Element ? [node.getBoundingClientRect()] : [...range.getClientRects()];
        const clip = clipOf(element, scroller);
        if (!clip) continue;
        for (const { left, right, width } of rects) {
          if (width > 0) yield { left: Math.max(left, clip.left), right: Math.min(right, clip.right) };
        }
      }
    }

    /**
     * The visible part of an element within the boxes up to its scroller; none for text that only screen
     * readers get.
     */
    function clipOf(element: Element, scroller: Element) {
      const clip = { left: -Infinity, right: Infinity };
      if (getComputedStyle(element).visibility === "hidden") return undefined;
      for (let at: Element | null = element; at && at !== scroller; at = at.parentElement) {
        const { clipPath, overflowX, display } = getComputedStyle(at);
        if (clipPath === HIDDEN) return undefined;
        if (overflowX === "visible" || display === "inline") continue;
        const { left, right } = at.getBoundingClientRect();
        clip.left = Math.max(clip.left, left);
        clip.right = Math.min(clip.right, right);
      }
      return clip;
    }

    const fades = (element: Element, names: string[]) =>
      names.some((name) => Number.parseFloat(getComputedStyle(element).getPropertyValue(name)) > 0.5);

    const scrollers = () =>
      [...document.querySelectorAll<HTMLElement>("body *")].filter(
        (element) => getComputedStyle(element).maskImage.includes("gradient") && element.clientWidth > 0,
      );

    function wrongSides(scroller: HTMLElement): string[] {
      const of = `${scroller.className} ${scroller.getAttribute("aria-label") ?? ""}`.trim();
      const { left, width } = scroller.getBoundingClientRect();
      const seen = [...boxes(scroller)];
      const over = {
        before: left - Math.min(...seen.map((box) => box.left)),
        after: Math.max(...seen.map((box) => box.right)) - (left + width),
      };
      const faded = {
        before: fades(scroller, ["--fade-before"]),
        after: fades(scroller, ["--fade", "--fade-after"]),
      };
      return (["before", "after"] as const).flatMap((side) => {
        const cut = Math.round(over[side]);
        if (faded[side] && over[side] <= SLACK) return `${of} fades ${side} with ${cut} px to come`;
        return !faded[side] && over[side] > UNSIGNED && side === "after" ? `${of} is cut by ${cut} px` : [];
      });
    }

    const scrollTo = (element: HTMLElement, left: number) => element.scrollTo({ left, behavior: "instant" });
    const wayOf = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth - clientWidth;

    async function wrongEdges(all: HTMLElement[]): Promise<string[]> {
      const starts = all.map(({ scrollLeft }) => scrollLeft);
      for (const one of all) scrollTo(one, 0);
      await frame();
      const wrong = all.flatMap(wrongSides);
      const moving = all.filter((one) => wayOf(one) > 0);
      for (const one of moving) scrollTo(one, wayOf(one));
      if (moving.length > 0) await frame();
      wrong.push(...moving.flatMap(wrongSides));
      for (const [nth, one] of all.entries()) scrollTo(one, starts[nth] ?? 0);
      return wrong;
    }

    const found: Record<string, string[]> = {};
    // Which parts fade depends on the width, not on the font.
    const all = scrollers();
    if (all.length === 0) return found;
    // The site's policy would refuse a <style> element.
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    for (const [name, faces] of Object.entries(allFaces)) {
      sheet.replaceSync(faces && `:root { ${faces} }`);
      found[name] = await wrongEdges(all);
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    return found;
  }, faces);
