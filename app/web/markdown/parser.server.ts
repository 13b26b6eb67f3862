import MarkdownIt, { type StateInline, type Token } from "markdown-it";
import { safeHref } from "../http-url";
import { findWholeAddresses } from "../linkifier.server";
import { safePath } from "../safe-path";
import { protectFigures } from "./figures";

/** What authors may write. What is not named here stays the text that it is: HTML, code, addresses without a scheme. */
const RULES = [
  ...["heading", "list", "blockquote", "table", "hr"],
  ...["emphasis", "link", "image", "linkify", "escape", "newline"],
];

/** A picture as the picture room serves it. */
const OWN_PICTURE = /^\/uploads\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d{1,5}\.webp$/;

export const isOwnPicture = (path: string): boolean => OWN_PICTURE.test(path);

/** At this depth of lists and quotations, a list counted twice, the parser's preset stops reading. */
const MAX_NESTING = 20;

function parserWhere(isTarget: (address: string) => boolean): MarkdownIt {
  const parser = new MarkdownIt("zero", { html: false, linkify: true }).enable(RULES);
  findWholeAddresses(parser.linkify);
  // Addresses are judged and written by `safeHref` and `safePath` alone: what they refuse is no link, and is left as it was written.
  parser.validateLink = (address) => isOwnPicture(address) || isTarget(address);
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  parser.inline.ruler.before("emphasis", "products", readProduct);
  return parser;
}

/** Of whom a text is: the owner's pages lead to others of the site by their paths. */
export type Author = "staff" | "owner";

const PARSERS: Record<Author, MarkdownIt> = {
  staff: parserWhere((address) => safeHref(address) !== undefined),
  owner: parserWhere((address) => safeHref(address) !== undefined || safePath(address) !== undefined),
};

const LETTER_OR_DIGIT = /[\p{L}\p{N})(]/u;

/** Stars between letters or figures multiply: of "5*3*2" nothing is emphasised, as Markdown has it of "a_b_c". */
function readProduct(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src[pos] !== "*") return false;
  let end = pos;
  while (src[end] === "*") end += 1;
  const inWord = LETTER_OR_DIGIT.test(src[pos - 1] ?? "") && LETTER_OR_DIGIT.test(src[end] ?? "");
  if (!inWord) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
}

export type { Token };

/** What markdown-it makes of a text, by these rules; undefined of one that is nested so deeply that words would be left out. */
export function tokensOf(text: string, author: Author = "staff"): Token[] | undefined {
  const tokens = PARSERS[author].parse(protectFigures(text), {});
  const isTooDeep = tokens.some(({ nesting, level }) => nesting === 1 && level >= MAX_NESTING - 1);
  return isTooDeep ? undefined : tokens;
}
