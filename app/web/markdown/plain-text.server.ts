import type { TextBlock, TextSpan } from "~/ui/text-blocks";
import { toBlocks } from "./to-blocks.server";

/** The plain words of a Markdown text: for excerpts, feeds and page heads. */
export const plainTextOf = (text: string): string => wordsOfBlocks(toBlocks(text));

/**
 * How plain text says what is more than words. @property link its words, and its target as in `TextSpan`
 */
export type PlainWords = {
  link: (words: string, href: string) => string;
  picture: (picture: Extract<TextBlock, { kind: "picture" }>) => string;
  chart: (chart: Extract<TextBlock, { kind: "chart" }>) => string;
};

/** Without addresses and charts. */
const WORDS_ALONE: PlainWords = { link: (words) => words, picture: ({ alt }) => alt, chart: () => "" };

/** The same for a parsed text. */
export const wordsOfBlocks = (blocks: readonly TextBlock[], how: PlainWords = WORDS_ALONE): string =>
  blocks
    .map((block) => blockText(block, how))
    .filter(Boolean)
    .join("\n\n");

function blockText(block: TextBlock, how: PlainWords): string {
  const inside = (blocks: readonly TextBlock[], between: string) =>
    blocks.map((each) => blockText(each, how)).join(between);
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return spansText(block.spans, how);
    case "list":
      return block.items.map(({ blocks }) => inside(blocks, "\n")).join("\n");
    case "quote":
      return inside(block.blocks, "\n\n");
    case "table":
      return [block.head, ...block.rows]
        .map((cells) => cells.map(({ spans }) => spansText(spans, how)).join(" "))
        .join("\n");
    case "picture":
      return how.picture(block);
    case "chart":
      return how.chart(block);
    case "rule":
      return "";
  }
}

function spansText(spans: readonly TextSpan[], how: PlainWords): string {
  // A link whose words are partly emphasised is several spans.
  const parts: { text: string; href?: string }[] = [];
  for (const { text, href } of spans) {
    const last = parts.at(-1);
    if (last && last.href === href) last.text += text;
    else parts.push({ text, href });
  }
  return parts.map(({ text, href }) => (href === undefined ? text : how.link(text, href))).join("");
}
