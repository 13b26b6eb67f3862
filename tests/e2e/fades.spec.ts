import { expect, type Page, test } from "@playwright/test";
import { signInByApi } from "./people";
import { SCREENS, screenAddress } from "./screens";

const WIDTHS = [360, 412, 768, 1280];

/**
 * The faces that the site asks for, and others: how wide a word is depends on what the reader's machine has. Where one
 * is not installed the next in line is, which is as good a test.
 */
const FACES: Record<string, string> = {
  "the reader's own": "",
  "narrow ones": `--font-sans: "Liberation Sans Narrow", "DejaVu Sans Condensed", Arial, sans-serif;
    --font-serif: "DejaVu Serif Condensed", "Liberation Serif", serif;`,
  "wide ones": `--font-sans: Verdana, "DejaVu Sans Mono", monospace;
    --font-serif: "DejaVu Serif", Georgia, serif;`,
};

// What fades is moved by script here; a page without script is drawn by the same rules.
for (const [person, screens] of Object.entries(SCREENS)) {
  test(`edges fade for ${person} only where something in sight is cut @script`, async ({ browser }) => {
    test.setTimeout(480_000);
    // A style of the test's own, which the site's policy would refuse.
    const context = await browser.newContext({ baseURL: process.env.BASE_URL, bypassCSP: true });
    if (person !== "visitor") await signInByApi(context, person);
    const page = await context.newPage();
    const wrong: string[] = [];
    for (const screen of screens) {
      await page.goto(await screenAddress(context, screen));
      wrong.push(...(await wronglyFaded(page, screen)));
    }
    await context.close();
    expect(wrong).toEqual([]);
  });
}

async function wronglyFaded(page: Page, screen: string): Promise<string[]> {
  const style = await page.addStyleTag({ content: "/* faces */" });
  const wrong: string[] = [];
  for (const [name, faces] of Object.entries(FACES)) {
    await style.evaluate((element, css) => {
      element.textContent = css;
    }, faces && `:root { ${faces} }`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const found = await fadedEdges(page);
      wrong.push(...found.map((edge) => `${screen}, ${width} px, ${name}: ${edge}`));
    }
  }
  return wrong;
}

/** What fades though all of it is in sight, and what is cut without a sign, at both ends of its way. */
const fadedEdges = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const frames = async () => {
      await frame();
      await frame();
    };
    const HIDDEN = "inset(50%)";
    /** What rounding and a letter's side bearing make. */
    const SLACK = 1;
    /** Less than this is lost without a sign: a faded column would hide more of it. */
    const UNSIGNED = 4;

    /** The boxes of what can be seen within: words, pictures, fields. */
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

    /** What boxes between an element and its scroller leave of it; nothing of what only is read out. */
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

    const wrong: string[] = [];
    const scrollers = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) => getComputedStyle(element).maskImage.includes("gradient") && element.clientWidth > 0,
    );
    for (const scroller of scrollers) {
      const of = `${scroller.className} ${scroller.getAttribute("aria-label") ?? ""}`.trim();
      const start = scroller.scrollLeft;
      const way = scroller.scrollWidth - scroller.clientWidth;
      for (const end of way > 0 ? [0, way] : [0]) {
        scroller.scrollTo({ left: end, behavior: "instant" });
        await frames();
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
        for (const side of ["before", "after"] as const) {
          const cut = Math.round(over[side]);
          if (faded[side] && over[side] <= SLACK) wrong.push(`${of} fades ${side} with ${cut} px to come`);
          if (!faded[side] && over[side] > UNSIGNED && side === "after")
            wrong.push(`${of} is cut by ${cut} px`);
        }
      }
      scroller.scrollTo({ left: start, behavior: "instant" });
    }
    return wrong;
  });
