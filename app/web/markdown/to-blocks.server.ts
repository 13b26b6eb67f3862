import type { ListItem, TableCell, TextBlock, TextSpan } from "~/ui/text-blocks";
import { toParagraphs } from "../rich-text.server";
import { linkTarget } from "./link-target";
import { isOwnPicture, parseTokens, type Token } from "./parser.server";

/** A paragraph that embeds a chart: `chart NVDA 1y`. */
const CHART = /^chart ([A-Z0-9][A-Z0-9.^=-]{0,19}) (\d{1,2}[dwmy])$/;

/** Markdown's characters, or a chart; most texts have neither. (The parser replaces NUL.) */
const SIGNS = /[*_[\\|#>\0]|^\s*(?:[-+]|\d{1,9}[.)]|chart )/m;

/** The blocks of a text. Text without Markdown, or nested too deeply, equals the result of `toParagraphs`. */
export const toBlocks = (text: string): TextBlock[] =>
  SIGNS.test(text) ? parsedBlocks(text) : plainBlocks(text);

const plainBlocks = (text: string) =>
  toParagraphs(text).map((spans): TextBlock => ({ kind: "paragraph", spans }));

/** The same with the parser, which takes ten times as long. */
export function parsedBlocks(text: string): TextBlock[] {
  const plain = plainBlocks(text);
  const tokens = parseTokens(text);
  if (!tokens) return plain;
  const blocks = toBlockList(tokens);
  return paragraphLetters(blocks) === paragraphLetters(plain) ? plain : blocks;
}

/** The letters of paragraphs; undefined if there is any other block. Markdown removes its own characters. */
function paragraphLetters(blocks: readonly TextBlock[]): string | undefined {
  const texts = blocks.map((block) => (block.kind === "paragraph" ? block.spans : undefined));
  if (texts.includes(undefined)) return undefined;
  return texts
    .flatMap((spans) => spans?.map(({ text }) => text) ?? [])
    .join("")
    .replace(/\s+/g, "");
}

/** Each token with the tokens inside it. */
function* nodesOf(tokens: readonly Token[]): Generator<{ token: Token; inside: Token[] }> {
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const end = token.nesting === 1 ? closingIndex(tokens, index) : index;
    yield { token, inside: tokens.slice(index + 1, end) };
    index = end;
  }
}

function closingIndex(tokens: readonly Token[], start: number): number {
  let end = start + 1;
  while (tokens[end]?.level !== tokens[start]?.level) end += 1;
  return end;
}

const toBlockList = (tokens: readonly Token[]): TextBlock[] =>
  [...nodesOf(tokens)].flatMap(({ token, inside }) => toBlock(token, inside) ?? []);

function toBlock(token: Token, inside: Token[]): TextBlock | undefined {
  switch (token.type) {
    case "paragraph_open":
      return toParagraph(token, inside);
    case "heading_open":
      return { kind: "heading", level: headingLevel(token), spans: toSpans(inside) };
    case "bullet_list_open":
    case "ordered_list_open":
      return { kind: "list", ordered: token.tag === "ol", items: toItems(inside) };
    case "blockquote_open":
      return { kind: "quote", blocks: toBlockList(inside) };
    case "table_open":
      return toTable(inside);
    case "hr":
      return { kind: "rule" };
  }
}

/** `#` to `###`; deeper levels count as the third. */
const headingLevel = ({ tag }: Token) => Math.min(3, Number(tag.slice(1))) as 1 | 2 | 3;

const toItems = (tokens: readonly Token[]): ListItem[] =>
  [...nodesOf(tokens)].map(({ token, inside }) => ({
    ...(token.info ? { value: Number(token.info) } : {}),
    blocks: toBlockList(inside),
  }));

/** A chart or a picture is a paragraph of its own. */
function toParagraph({ hidden }: Token, inside: Token[]): TextBlock {
  const content = inside[0]?.content ?? "";
  const [, symbol, period] = CHART.exec(content) ?? [];
  if (symbol && period) return { kind: "chart", symbol, period };
  const [only, ...others] = inside[0]?.children ?? [];
  const src = only?.type === "image" && others.length === 0 ? only.attrGet("src") : null;
  if (only && src && isOwnPicture(src)) return { kind: "picture", src, alt: altText(only) };
  return { kind: "paragraph", spans: toSpans(inside), ...(hidden ? { tight: true } : {}) };
}

/** A picture's alternative text, without Markdown characters. */
const altText = ({ children, content }: Token): string =>
  children?.map((child) => child.content).join("") ?? content;

function toTable(inside: readonly Token[]): TextBlock {
  const rows = [...nodesOf(inside)].flatMap((part) => [...nodesOf(part.inside)]);
  const [head = [], ...body] = rows.map((row) => [...nodesOf(row.inside)].map(toCell));
  return { kind: "table", head, rows: body };
}

const toCell = ({ token, inside }: { token: Token; inside: Token[] }): TableCell => ({
  spans: toSpans(inside),
  ...(token.attrGet("style") === "text-align:right" ? { numeric: true } : {}),
});

type Marks = Omit<TextSpan, "text">;

/** How each token changes the formatting of the text after it. */
const MARKS: { readonly [type: string]: (marks: Marks, token: Token) => Marks } = {
  strong_open: (marks) => ({ ...marks, strong: true }),
  strong_close: ({ strong: _, ...marks }) => marks,
  em_open: (marks) => ({ ...marks, emphasis: true }),
  em_close: ({ emphasis: _, ...marks }) => marks,
  link_open: (marks, token) => {
    const address = token.attrGet("href") ?? "";
    // An uploaded picture is not a page.
    const href = isOwnPicture(address) ? undefined : linkTarget(address);
    return href === undefined ? marks : { ...marks, href };
  },
  link_close: ({ href: _, ...marks }) => marks,
};

/** The text spans of a paragraph, heading or cell. An inline picture becomes its alternative text. */
function toSpans([line]: readonly Token[]): TextSpan[] {
  const spans: TextSpan[] = [];
  let marks: Marks = {};
  for (const token of line?.children ?? []) {
    const change = MARKS[token.type];
    if (change) marks = change(marks, token);
    const text = token.type.endsWith("break") ? "\n" : token.content;
    if (text !== "") addSpan(spans, { text, ...marks });
  }
  return spans;
}

function addSpan(spans: TextSpan[], { text, ...marks }: TextSpan): void {
  const last = spans.at(-1);
  const { text: before, ...same } = last ?? { text: "" };
  if (last && JSON.stringify(same) === JSON.stringify(marks)) last.text = before + text;
  else spans.push({ text, ...marks });
}
