import MarkdownIt, { type StateInline, type Token } from "markdown-it";
import { findWholeAddresses } from "../linkifier.server";
import { emphasiseCjk, isBesideCjk } from "./cjk";
import { protectFigures } from "./figures";
import { linkTarget } from "./link-target";

/**
 * Markdown features that authors can use. Everything else stays plain text: HTML, code, addresses without a
 * scheme.
 */
const RULES = [
  ...["heading", "list", "blockquote", "table", "hr"],
  ...["emphasis", "link", "image", "linkify", "escape", "newline"],
];

/** The path of an uploaded picture. */
const OWN_PICTURE = /^\/uploads\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d{1,5}\.webp$/;

export const isOwnPicture = (path: string): boolean => OWN_PICTURE.test(path);

/** The parser stops reading at this depth of lists (which count twice) and quotations. */
const MAX_NESTING = 20;

function textParser(): MarkdownIt {
  const parser = new MarkdownIt("zero", { html: false, linkify: true }).enable(RULES);
  findWholeAddresses(parser.linkify);
  // `linkTarget` alone decides about addresses; a rejected link stays as it was written.
  parser.validateLink = (address) => isOwnPicture(address) || linkTarget(address) !== undefined;
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  parser.inline.ruler.before("emphasis", "products", readProduct);
  emphasiseCjk(parser);
  return parser;
}

const PARSER = textParser();

const LETTER_OR_DIGIT = /[\p{L}\p{N})(]/u;

/**
 * Asterisks between letters or digits multiply: nothing in "5*3*2" is emphasised, like "a_b_c" in Markdown.
 */
function readProduct(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== "*") return false;
  let end = pos;
  while (src[end] === "*") end += 1;
  const inWord = LETTER_OR_DIGIT.test(src[pos - 1] ?? "") && LETTER_OR_DIGIT.test(src[end] ?? "");
  if (!inWord || isBesideCjk(src, pos, end)) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

export type { Token };

/** Parses a text with these rules; undefined if it is nested so deeply that words would be lost. */
export function parseTokens(text: string): Token[] | undefined {
  const tokens = PARSER.parse(protectFigures(text), {});
  const isTooDeep = tokens.some(({ nesting, level }) => nesting === 1 && level >= MAX_NESTING - 1);
  return isTooDeep ? undefined : tokens;
}
