import { createContext, createElement, Fragment, type ReactNode, useContext } from "react";
import { Prose } from "./prose";
import { Pieces } from "./rich-text";
import { Cell, HeaderCell, Table } from "./table";
import type { ListItem, TableCell, TextBlock, TextSpan } from "./text-blocks";

/** What stands where a text asks for the chart of a symbol (`NVDA`) over a period (`1y`). */
export type ChartOf = (symbol: string, period: string) => ReactNode;

type Surroundings = {
  /** The level of a text's highest heading, below those of the page: 2 under its title. */
  top: 2 | 3;
  chartOf: ChartOf;
};

const chartInWords: ChartOf = (symbol, period) => <p className="meta">{`Chart: ${symbol}, ${period}`}</p>;

const SurroundingsContext = createContext<Surroundings>({ top: 2, chartOf: chartInWords });

type ArticleTextProps = Partial<Surroundings> & { blocks: readonly TextBlock[] };

/** An author's text. Plain paragraphs look as `RichText` draws them. */
export function ArticleText({ blocks, top = 2, chartOf = chartInWords }: ArticleTextProps) {
  return (
    <SurroundingsContext.Provider value={{ top, chartOf }}>
      <Prose>{inOrder(blocks, drawBlock)}</Prose>
    </SurroundingsContext.Provider>
  );
}

/** Elements side by side as if each were written out: what a text consists of never moves, so none needs a key. */
const inOrder = <Part,>(parts: readonly Part[], draw: (part: Part) => ReactNode) =>
  createElement(Fragment, null, ...parts.map(draw));

const drawBlock = (block: TextBlock) => <Block block={block} />;
const drawWords = (spans: readonly TextSpan[]) => <Pieces pieces={spans} />;

function Block({ block }: { block: TextBlock }) {
  const { top, chartOf } = useContext(SurroundingsContext);
  switch (block.kind) {
    case "paragraph":
      return block.tight ? drawWords(block.spans) : <p>{drawWords(block.spans)}</p>;
    case "heading":
      return createElement(`h${top + block.level - 1}`, null, drawWords(block.spans));
    case "list":
      return createElement(block.ordered ? "ol" : "ul", null, inOrder(block.items, drawItem));
    case "quote":
      return <blockquote>{inOrder(block.blocks, drawBlock)}</blockquote>;
    case "table":
      return <TextTable {...block} />;
    case "picture":
      // Its words and its file are all that is known of it, so it gets the room that an article's own picture has.
      return <img className="pic pic--3x2" src={block.src} alt={block.alt} loading="lazy" decoding="async" />;
    case "chart":
      return chartOf(block.symbol, block.period);
    case "rule":
      return <hr />;
  }
}

const drawItem = ({ value, blocks }: ListItem) => <li value={value}>{inOrder(blocks, drawBlock)}</li>;

function TextTable({ head, rows }: Extract<TextBlock, { kind: "table" }>) {
  const label = head.map(({ spans }) => spans.map(({ text }) => text).join("")).join(", ");
  return (
    <Table label={label}>
      <thead>
        <tr>{inOrder(head, drawHeaderCell)}</tr>
      </thead>
      <tbody>{inOrder(rows, drawRow)}</tbody>
    </Table>
  );
}

const drawRow = (cells: readonly TableCell[]) => <tr>{inOrder(cells, drawCell)}</tr>;
const drawHeaderCell = ({ spans, numeric }: TableCell) => (
  <HeaderCell numeric={numeric}>{drawWords(spans)}</HeaderCell>
);
const drawCell = ({ spans, numeric }: TableCell) => <Cell numeric={numeric}>{drawWords(spans)}</Cell>;
