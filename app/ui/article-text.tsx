import { createContext, createElement, Fragment, type ReactNode, useContext } from "react";
import { usePictureQuery } from "./picture";
import { Prose } from "./prose";
import { Pieces } from "./rich-text";
import { Cell, HeaderCell, RowHeader, Table } from "./table";
import { textAnchor } from "./text-anchor";
import type { ListItem, TableCell, TextBlock, TextSpan } from "./text-blocks";

/** A chart's place in its text. */
export type ChartPlace = {
  /** Of its heading, 2 to 6: one below the chapter's that it stands in. */
  level: number;
  /** How many of its text were drawn before it. */
  before: number;
};

/** What stands where a text asks for the chart of a symbol (`NVDA`) over a period (`1y`); null where there is nothing to draw. */
export type ChartOf = (symbol: string, period: string, place: ChartPlace) => ReactNode;

type Block<Kind extends TextBlock["kind"]> = Extract<TextBlock, { kind: Kind }>;

type Surroundings = {
  /** The level of a text's highest heading, below those of the page: 2 under its title. */
  top: 2 | 3;
  charts: ReadonlyMap<Block<"chart">, ReactNode>;
  /** Where links of the text lead to. */
  anchors: ReadonlyMap<Block<"heading">, string>;
  /** The titles of the chapters that tables stand in. */
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

/** An author's text. Plain paragraphs look as `RichText` draws them. */
export function ArticleText({ blocks, top = 2, chartOf = chartInWords }: ArticleTextProps) {
  return (
    <SurroundingsContext.Provider value={surroundingsIn(blocks, top, chartOf)}>
      <Prose>{inOrder(blocks, drawBlock)}</Prose>
    </SurroundingsContext.Provider>
  );
}

/** What charts and tables have to know of the text around them, in its order: their chapter, and the charts before. */
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

/** The second of two headings of the same words is another place. @returns an anchor that none before it has */
function anchorsInUse(): (anchor: string) => string {
  const taken = new Set<string>();
  /** How often each was asked for: a text may have one heading ten thousand times. */
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

/** A block, or what stands in it. */
function withInside(block: TextBlock): TextBlock[] {
  if (block.kind === "list") return block.items.flatMap((item) => item.blocks.flatMap(withInside));
  return block.kind === "quote" ? block.blocks.flatMap(withInside) : [block];
}

const wordsOf = (spans: readonly TextSpan[]) => spans.map(({ text }) => text).join("");

/** Elements side by side as if each were written out: what a text consists of never moves, so none needs a key. */
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

/** Its words and its file are all that is known of it, so it gets the room that an article's own picture has. */
function TextPicture({ picture: { src, alt } }: { picture: Block<"picture"> }) {
  const withQuery = usePictureQuery();
  return <img className="pic pic--3x2" src={withQuery(src)} alt={alt} loading="lazy" decoding="async" />;
}

const drawItem = ({ value, blocks }: ListItem) => (
  <li value={value} dir="auto">
    {inOrder(blocks, drawBlock)}
  </li>
);

/** Named by its chapter, else by its columns; each row by its first cell. */
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
