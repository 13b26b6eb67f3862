import type { TextBlock, TextSpan } from "~/ui/text-blocks";
import { toBlocks } from "./to-blocks.server";

/** The words of a text as they are read, without its Markdown: for excerpts, feeds, the heads of pages. */
export const plainTextOf = (text: string): string => wordsOfBlocks(toBlocks(text));

/** The same of a text that was read already. */
export const wordsOfBlocks = (blocks: readonly TextBlock[]): string =>
  blocks.map(wordsOf).filter(Boolean).join("\n\n");

function wordsOf(block: TextBlock): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return spansText(block.spans);
    case "list":
      return block.items.map(({ blocks }) => blocks.map(wordsOf).join("\n")).join("\n");
    case "quote":
      return block.blocks.map(wordsOf).join("\n\n");
    case "table":
      return [block.head, ...block.rows]
        .map((cells) => cells.map(({ spans }) => spansText(spans)).join(" "))
        .join("\n");
    case "picture":
      return block.alt;
    case "chart":
    case "rule":
      return "";
  }
}

const spansText = (spans: readonly TextSpan[]) => spans.map(({ text }) => text).join("");
