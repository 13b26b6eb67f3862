import type { TextBlock, TextSpan } from "~/ui/text-blocks";
import { toBlocks } from "./to-blocks.server";

/** The plain words of a Markdown text: for excerpts, feeds and page heads. */
export const plainTextOf = (text: string): string => wordsOfBlocks(toBlocks(text));

/** The same for a parsed text. */
export const wordsOfBlocks = (blocks: readonly TextBlock[]): string =>
  blocks.map(blockText).filter(Boolean).join("\n\n");

function blockText(block: TextBlock): string {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return spansText(block.spans);
    case "list":
      return block.items.map(({ blocks }) => blocks.map(blockText).join("\n")).join("\n");
    case "quote":
      return block.blocks.map(blockText).join("\n\n");
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
