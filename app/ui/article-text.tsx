import { createContext, createElement, Fragment, type ReactNode, useContext } from "react";
import { usePictureQuery } from "./picture";
import { Prose } from "./prose";
import { Pieces } from "./rich-text";
import { Cell, HeaderCell, RowHeader, Table } from "./table";
import { textAnchor } from "./text-anchor";
import type { ListItem, TableCell, TextBlock, TextSpan } from "./text-blocks";

/** A chart's position in its text. */
export type ChartPlace = {
  /** Level of its heading, 2 to 6: one below its chapter. */
  level: number;
  /** Number of earlier charts in the text. */
  before: number;
};

/** Renders the chart of a symbol (`NVDA`) over a period (`1y`); null when there is no data. */
export type ChartOf = (symbol: string, period: string, place: ChartPlace) => ReactNode;

type Block<Kind extends TextBlock["kind"]> = Extract<TextBlock, { kind: Kind }>;

type Surroundings = {
  /** Level of the text's highest heading: 2 below the page's title. */
  top: 2 | 3;
  charts: ReadonlyMap<Block<"chart">, ReactNode>;
  /** Resolves link targets. */
  anchors: ReadonlyMap<Block<"heading">, string>;
  /** The chapter titles of tables. */
  chapters: ReadonlyMap<Block<"table">, string>;
};

const chartInWords: ChartOf = (symbol, period) => <p className="meta">{`Chart: ${symbol}, ${period}`}</p>;

const SurroundingsContext = createContext<Surroundings>({
  top: 2,
  anchors: new Map(),
  charts: new Map(),
  chapters: new Map(),
});

type ArticleTextProps = Partial<Pick<Surroundings, "top">> & {
  blocks: readonly TextBlock[];
  chartOf?: ChartOf;
};

/** An author's text. Plain paragraphs look like those of `RichText`. */
export function ArticleText({ blocks, top = 2, chartOf = chartInWords }: ArticleTextProps) {
  return (
    <SurroundingsContext.Provider value={surroundingsIn(blocks, top, chartOf)}>
      <Prose>{inOrder(blocks, drawBlock)}</Prose>
    </SurroundingsContext.Provider>
  );
}

/** Context of charts and tables, in the order of the text: their chapter, and the charts before them. */
function surroundingsIn(
  blocks: readonly TextBlock[],
  top: Surroundings["top"],
  chartOf: ChartOf,
): Surroundings {
  const charts = new Map<Block<"chart">, ReactNode>();
  const chapters = new Map<Block<"table">, string>();
  const anchors = new Map<Block<"heading">, string>();
  const freeAnchor = anchorsInUse();
  let chapter = { title: "", level: top - 1 };
  let before = 0;
  for (const block of blocks.flatMap(withInside)) {
    if (block.kind === "heading") {
      chapter = { title: wordsOf(block.spans), level: top + block.level - 1 };
      anchors.set(block, freeAnchor(textAnchor(chapter.title)));
    } else if (block.kind === "table") {
      chapters.set(block, chapter.title);
    } else if (block.kind === "chart") {
      const chart = chartOf(block.symbol, block.period, { level: chapter.level + 1, before });
      if (chart !== null) before += 1;
      charts.set(block, chart);
    }
  }
  return { top, anchors, charts, chapters };
}

/** Two headings with the same words need different anchors. @returns an anchor that is not used yet */
function anchorsInUse(): (anchor: string) => string {
  const taken = new Set<string>();
  /** How often each was used: a text may repeat a heading ten thousand times. */
  const counts = new Map<string, number>();
  return (anchor) => {
    let count = counts.get(anchor) ?? 0;
    let free: string;
    do {
      count += 1;
      free = count === 1 ? anchor : `${anchor}-${count}`;
    } while (taken.has(free));
    counts.set(anchor, count);
    taken.add(free);
    return free;
  };
}

/** A block or its content. */
function withInside(block: TextBlock): TextBlock[] {
  if (block.kind === "list") return block.items.flatMap((item) => item.blocks.flatMap(withInside));
  return block.kind === "quote" ? block.blocks.flatMap(withInside) : [block];
}

const wordsOf = (spans: readonly TextSpan[]) => spans.map(({ text }) => text).join("");

/** Static children: a text's blocks never move, so they need no keys. */
const inOrder = <Part,>(parts: readonly Part[], draw: (part: Part) => ReactNode) =>
  createElement(Fragment, null, ...parts.map(draw));

const drawBlock = (block: TextBlock) => <DrawnBlock block={block} />;
const drawWords = (spans: readonly TextSpan[]) => <Pieces pieces={spans} />;

function DrawnBlock({ block }: { block: TextBlock }) {
  const { top, anchors, charts, chapters } = useContext(SurroundingsContext);
  switch (block.kind) {
    case "paragraph":
      return block.tight ? drawWords(block.spans) : <p dir="auto">{drawWords(block.spans)}</p>;
    case "heading":
      return createElement(
        `h${top + block.level - 1}`,
        { id: anchors.get(block), dir: "auto" },
        drawWords(block.spans),
      );
    case "list":
      return createElement(block.ordered ? "ol" : "ul", { dir: "auto" }, inOrder(block.items, drawItem));
    case "quote":
      return <blockquote dir="auto">{inOrder(block.blocks, drawBlock)}</blockquote>;
    case "table":
      return <TextTable table={block} chapter={chapters.get(block)} />;
    case "picture":
      return <TextPicture picture={block} />;
    case "chart":
      return charts.get(block);
    case "rule":
      return <hr />;
  }
}

/** Its size is unknown, so it gets the room of an article's picture. */
function TextPicture({ picture: { src, alt } }: { picture: Block<"picture"> }) {
  const withQuery = usePictureQuery();
  return <img className="pic pic--3x2" src={withQuery(src)} alt={alt} loading="lazy" decoding="async" />;
}

const drawItem = ({ value, blocks }: ListItem) => (
  <li value={value} dir="auto">
    {inOrder(blocks, drawBlock)}
  </li>
);

/** Labelled by its chapter, otherwise by its columns; each row by its first cell. */
function TextTable({ table: { head, rows }, chapter }: { table: Block<"table">; chapter?: string }) {
  return (
    <Table label={chapter || head.map(({ spans }) => wordsOf(spans)).join(", ")}>
      <thead>
        <tr>{inOrder(head, drawHeaderCell)}</tr>
      </thead>
      <tbody>{inOrder(rows, drawRow)}</tbody>
    </Table>
  );
}

const drawRow = ([first, ...others]: readonly TableCell[]) => (
  <tr>
    {first && <RowHeader numeric={first.numeric}>{drawWords(first.spans)}</RowHeader>}
    {inOrder(others, drawCell)}
  </tr>
);
const drawHeaderCell = ({ spans, numeric }: TableCell) => (
  <HeaderCell numeric={numeric}>{drawWords(spans)}</HeaderCell>
);
const drawCell = ({ spans, numeric }: TableCell) => <Cell numeric={numeric}>{drawWords(spans)}</Cell>;
