import type { TextBlock, TextSpan } from "~/ui/text-blocks";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { escapeXml } from "./xml";

/**
 * The context of a text outside its page.
 * @property origin of the site
 * @property page the path of the text's own page
 * @property isLocked whether the record has a lock: its pictures and charts are links to its page, because a
 * feed reader has no session to fetch them with
 */
type Elsewhere = { origin: string; page: string; isLocked?: boolean };

/**
 * An author's whole text as the HTML of a feed entry: no classes, absolute addresses, no charts. Access to
 * charts is only checked on the site's pages.
 */
export const feedHtml = (text: string, elsewhere: Elsewhere): string => blocksHtml(toBlocks(text), elsewhere);

/** The same for a text that was read already. */
export const blocksHtml = (blocks: readonly TextBlock[], elsewhere: Elsewhere): string =>
  blocks
    .map((block) => blockHtml(block, elsewhere))
    .filter(Boolean)
    .join("\n");

/** An absolute address: feed readers cannot resolve others. */
function wholeAddress(href: string, { origin, page }: Elsewhere): string {
  if (href.startsWith("/")) return origin + href;
  return href.startsWith("#") ? `${origin}${page}${href}` : href;
}

const tag = (name: string, html: string) => `<${name}>${html}</${name}>`;

function blockHtml(block: TextBlock, elsewhere: Elsewhere): string {
  const words = (spans: readonly TextSpan[]) => spans.map((span) => spanHtml(span, elsewhere)).join("");
  const onPage = (name: string) => linkHtml(elsewhere.page, escapeXml(name), elsewhere);
  const inside = (blocks: readonly TextBlock[]) => blocks.map((each) => blockHtml(each, elsewhere)).join("");
  switch (block.kind) {
    case "paragraph":
      return block.tight ? words(block.spans) : tag("p", words(block.spans));
    case "heading":
      return tag(`h${block.level + 1}`, words(block.spans));
    case "list":
      return tag(
        block.ordered ? "ol" : "ul",
        block.items.map(({ blocks }) => tag("li", inside(blocks))).join(""),
      );
    case "quote":
      return tag("blockquote", inside(block.blocks));
    case "table": {
      const row = (cells: typeof block.head, name: string) =>
        tag("tr", cells.map(({ spans }) => tag(name, words(spans))).join(""));
      return tag("table", row(block.head, "th") + block.rows.map((cells) => row(cells, "td")).join(""));
    }
    case "picture":
      return tag("p", elsewhere.isLocked ? onPage(`Picture: ${block.alt}`) : pictureHtml(block, elsewhere));
    case "chart":
      return elsewhere.isLocked ? tag("p", onPage(`Chart: ${block.symbol}, ${block.period}`)) : "";
    case "rule":
      return "<hr/>";
  }
}

export const pictureHtml = (
  { src, alt }: { src: string; alt: string },
  { origin }: Pick<Elsewhere, "origin">,
): string => `<img src="${escapeXml(origin + src)}" alt="${escapeXml(alt)}"/>`;

const linkHtml = (href: string, words: string, elsewhere: Elsewhere) =>
  `<a href="${escapeXml(wholeAddress(href, elsewhere))}">${words}</a>`;

function spanHtml({ text, href, strong, emphasis }: TextSpan, elsewhere: Elsewhere): string {
  const lines = escapeXml(text).replaceAll("\n", "<br/>");
  const stressed = emphasis ? tag("em", lines) : lines;
  const words = strong ? tag("strong", stressed) : stressed;
  return href === undefined ? words : linkHtml(href, words, elsewhere);
}
