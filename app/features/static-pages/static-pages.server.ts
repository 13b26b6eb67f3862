import { config } from "~/platform/config.server";
import type { TextSpan } from "~/ui/text-blocks";
import { toParagraphs } from "~/web/rich-text.server";
import about from "./content/about.md?raw";
import contact from "./content/contact.md?raw";
import disclaimer from "./content/disclaimer.md?raw";
import privacy from "./content/privacy.md?raw";
import terms from "./content/terms.md?raw";
import { type Block, parseStaticText } from "./parse-static-text";
import type { StaticPageName } from "./static-pages.rules";

const SOURCES: Record<StaticPageName, string> = { about, contact, privacy, terms, disclaimer };

/** A block with its web addresses marked as links. */
export type RenderedBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph" | "list"; lines: TextSpan[][] };

/** A page whose words staff may replace: one file per page in `content/`. */
export function staticPage(name: StaticPageName): {
  title: string;
  summary: string;
  blocks: RenderedBlock[];
} {
  const { siteName, supportPhone, publicUrl } = config();
  const { title, blocks } = parseStaticText(SOURCES[name], { siteName, supportPhone, publicUrl });
  const first = blocks.find((block) => block.kind === "paragraph");
  return { title, summary: first?.text ?? "", blocks: blocks.map(renderBlock) };
}

function renderBlock(block: Block): RenderedBlock {
  if (block.kind === "heading") return block;
  const lines = block.kind === "list" ? block.items : [block.text];
  return { kind: block.kind, lines: lines.map((line) => toParagraphs(line)[0] ?? []) };
}
