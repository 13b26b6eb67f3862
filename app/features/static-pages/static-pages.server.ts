import { config } from "~/platform/config.server";
import { type Piece, paragraphs } from "~/web/rich-text.server";
import about from "./content/about.md?raw";
import contact from "./content/contact.md?raw";
import disclaimer from "./content/disclaimer.md?raw";
import privacy from "./content/privacy.md?raw";
import terms from "./content/terms.md?raw";
import { type Block, readStaticText } from "./parse-static-text";

const SOURCES = { about, contact, disclaimer, privacy, terms };

export type StaticPageName = keyof typeof SOURCES;

/** A block with its web addresses marked as links. */
export type DrawnBlock = { kind: "heading"; text: string } | { kind: "paragraph" | "list"; lines: Piece[][] };

/** A page whose words staff may replace: one file per page in `content/`. */
export function staticPage(name: StaticPageName): { title: string; summary: string; blocks: DrawnBlock[] } {
  const { siteName, supportPhone, publicUrl } = config();
  const { title, blocks } = readStaticText(SOURCES[name], { siteName, supportPhone, publicUrl });
  const first = blocks.find((block) => block.kind === "paragraph");
  return { title, summary: first?.text ?? "", blocks: blocks.map(drawn) };
}

function drawn(block: Block): DrawnBlock {
  if (block.kind === "heading") return block;
  const lines = block.kind === "list" ? block.items : [block.text];
  return { kind: block.kind, lines: lines.map((line) => paragraphs(line)[0] ?? []) };
}
