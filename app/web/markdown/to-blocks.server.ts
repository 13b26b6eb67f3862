import type { ListItem, TableCell, TextBlock, TextSpan } from "~/ui/text-blocks";
import { toParagraphs } from "../rich-text.server";
import { linkTarget } from "./link-target";
import { isOwnPicture, type Token, tokensOf } from "./parser.server";

/** A line of its own that asks for a chart: `chart NVDA 1y`. */
const CHART = /^chart ([A-Z0-9][A-Z0-9.^=-]{0,19}) (\d{1,2}[dwmy])$/;

/** What Markdown is written with, or a chart asked for; most texts have nothing of it. A parser replaces NUL. */
const SIGNS = /[*_[\\|#>\0]|^\s*(?:[-+]|\d{1,9}[.)]|chart )/m;

/** What a text consists of. Where nothing in it is Markdown, or more than can be read, it is what `toParagraphs` finds, to the byte. */
export const toBlocks = (text: string): TextBlock[] =>
  SIGNS.test(text) ? parsedBlocks(text) : plainBlocks(text);

const plainBlocks = (text: string) =>
  toParagraphs(text).map((spans): TextBlock => ({ kind: "paragraph", spans }));

/** The same of any text: with a parser, which takes ten times as long. */
export function parsedBlocks(text: string): TextBlock[] {
  const plain = plainBlocks(text);
  const tokens = tokensOf(text);
  if (!tokens) return plain;
  const blocks = blocksOf(tokens);
  return lettersOf(blocks) === lettersOf(plain) ? plain : blocks;
}

/** The letters of paragraphs; undefined where there is anything else. Markdown that was read has left less of them. */
function lettersOf(blocks: readonly TextBlock[]): string | undefined {
  const texts = blocks.map((block) => (block.kind === "paragraph" ? block.spans : undefined));
  if (texts.includes(undefined)) return undefined;
  return texts
    .flatMap((spans) => spans?.map(({ text }) => text) ?? [])
    .join("")
    .replace(/\s+/g, "");
}

/** Each token with those inside of it. */
function* nodesOf(tokens: readonly Token[]): Generator<{ token: Token; inside: Token[] }> {
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const end = token.nesting === 1 ? closingOf(tokens, index) : index;
    yield { token, inside: tokens.slice(index + 1, end) };
    index = end;
  }
}

function closingOf(tokens: readonly Token[], start: number): number {
  let end = start + 1;
  while (tokens[end]?.level !== tokens[start]?.level) end += 1;
  return end;
}

const blocksOf = (tokens: readonly Token[]): TextBlock[] =>
  [...nodesOf(tokens)].flatMap(({ token, inside }) => blockOf(token, inside) ?? []);

function blockOf(token: Token, inside: Token[]): TextBlock | undefined {
  switch (token.type) {
    case "paragraph_open":
      return paragraphOf(token, inside);
    case "heading_open":
      return { kind: "heading", level: levelOf(token), spans: spansOf(inside) };
    case "bullet_list_open":
    case "ordered_list_open":
      return { kind: "list", ordered: token.tag === "ol", items: itemsOf(inside) };
    case "blockquote_open":
      return { kind: "quote", blocks: blocksOf(inside) };
    case "table_open":
      return tableOf(inside);
    case "hr":
      return { kind: "rule" };
  }
}

/** `#` to `###`; what is lower counts as the third. */
const levelOf = ({ tag }: Token) => Math.min(3, Number(tag.slice(1))) as 1 | 2 | 3;

const itemsOf = (tokens: readonly Token[]): ListItem[] =>
  [...nodesOf(tokens)].map(({ token, inside }) => ({
    ...(token.info ? { value: Number(token.info) } : {}),
    blocks: blocksOf(inside),
  }));

/** A chart or a picture stands in a paragraph of its own. */
function paragraphOf({ hidden }: Token, inside: Token[]): TextBlock {
  const content = inside[0]?.content ?? "";
  const [, symbol, period] = CHART.exec(content) ?? [];
  if (symbol && period) return { kind: "chart", symbol, period };
  const [only, ...others] = inside[0]?.children ?? [];
  const src = only?.type === "image" && others.length === 0 ? only.attrGet("src") : null;
  if (only && src && isOwnPicture(src)) return { kind: "picture", src, alt: wordsOf(only) };
  return { kind: "paragraph", spans: spansOf(inside), ...(hidden ? { tight: true } : {}) };
}

/** The words of a picture, without the signs by which they were written. */
const wordsOf = ({ children, content }: Token): string =>
  children?.map((child) => child.content).join("") ?? content;

function tableOf(inside: readonly Token[]): TextBlock {
  const rows = [...nodesOf(inside)].flatMap((part) => [...nodesOf(part.inside)]);
  const [head = [], ...body] = rows.map((row) => [...nodesOf(row.inside)].map(cellOf));
  return { kind: "table", head, rows: body };
}

const cellOf = ({ token, inside }: { token: Token; inside: Token[] }): TableCell => ({
  spans: spansOf(inside),
  ...(token.attrGet("style") === "text-align:right" ? { numeric: true } : {}),
});

type Marks = Omit<TextSpan, "text">;

/** How each token changes what the words behind it are. */
const MARKS: { readonly [type: string]: (marks: Marks, token: Token) => Marks } = {
  strong_open: (marks) => ({ ...marks, strong: true }),
  strong_close: ({ strong: _, ...marks }) => marks,
  em_open: (marks) => ({ ...marks, emphasis: true }),
  em_close: ({ emphasis: _, ...marks }) => marks,
  link_open: (marks, token) => {
    const address = token.attrGet("href") ?? "";
    // A picture of ours is no page.
    const href = isOwnPicture(address) ? undefined : linkTarget(address);
    return href === undefined ? marks : { ...marks, href };
  },
  link_close: ({ href: _, ...marks }) => marks,
};

/** The words of a paragraph, a heading or a cell. A picture among words is its alternative text. */
function spansOf([line]: readonly Token[]): TextSpan[] {
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
