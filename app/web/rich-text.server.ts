import LinkifyIt from "linkify-it";
import { linkTarget } from "./http-url";

/** A paragraph's pieces: plain text, or an address that becomes a link. */
export type Piece = { text: string; href?: string };

// Only what carries its scheme is an address: guessed ones lead readers where no author meant to.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** Splits stored text into paragraphs (at blank lines) of pieces, with http(s) addresses marked as links. */
export function paragraphs(text: string): Piece[][] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map(piecesOf);
}

function piecesOf(paragraph: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of linkify.match(paragraph) ?? []) {
    const href = linkTarget(match.url);
    if (!href) continue;
    if (match.index > end) pieces.push({ text: paragraph.slice(end, match.index) });
    pieces.push({ text: match.text, href });
    end = match.lastIndex;
  }
  if (end < paragraph.length) pieces.push({ text: paragraph.slice(end) });
  return pieces;
}
