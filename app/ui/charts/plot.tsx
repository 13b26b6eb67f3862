import type { ReactNode } from "react";
import { cx } from "../class-names";
import { truncate } from "../format";
import type { DateLabel } from "./date-labels";
import { At } from "./marks";
import { BOX } from "./path";
import { percent, type ValueScale } from "./scales";
import { freeTicks } from "./tags";
import "./charts.css";

/** The longest alternative text, in letters. */
const LONGEST_SENTENCE = 300;

export const spoken = (sentence: string): string => truncate(sentence, LONGEST_SENTENCE);

export type Tag = {
  /** Per cent from the top. */
  y: number;
  text: string;
  /** The last price has a filled box. */
  look: "box" | "ink" | "soft";
};

type ChartProps = {
  kind: "year" | "call" | "mini" | "dots" | "bars";
  /** A smaller plot for a small place. */
  size?: "rail" | "plans";
  sentence: string;
  /** Absent for charts without ticks. */
  scale?: ValueScale;
  tickLabel?: (value: number) => string;
  /** In their final positions, from top to bottom. */
  tags?: readonly Tag[];
  dates: readonly DateLabel[];
  /** The layers of the plot, from the bands upwards. */
  children: ReactNode;
};

/** The longest labels of a gutter, in letters: "46,218", "Target 305.00", "Target 111,500.00". */
const GUTTERS = { narrow: 7, worded: 13, long: 17 } as const;

function gutterOf(tags: readonly Tag[]) {
  const longest = Math.max(0, ...tags.map(({ text }) => text.length));
  if (longest > GUTTERS.long) return "chart--longest";
  return longest > GUTTERS.worded ? "chart--long" : longest > GUTTERS.narrow && "chart--tags";
}

/** A grid of three drawings: plot, gutter on the right, and date line. */
export function Chart({
  kind,
  size,
  sentence,
  scale,
  tickLabel = String,
  tags = [],
  dates,
  children,
}: ChartProps) {
  const ticks = (scale?.ticks ?? []).map((value) => ({ value, y: scale?.y(value) ?? 0 }));
  return (
    <div className={cx("chart", `chart--${kind}`, size && `chart--${size}`, gutterOf(tags))}>
      <svg className="plot" role="img" aria-label={spoken(sentence)}>
        <line className="axis" x2="100%" y1="100%" y2="100%" />
        {children}
      </svg>
      <svg className="axis-y" aria-hidden="true">
        {freeTicks(ticks, tags).map(({ value, y }) => (
          <text key={value} x="8" y={percent(y)} dy="4">
            {tickLabel(value)}
          </text>
        ))}
        {tags.map((tag) => (
          <At key={`${tag.look}${tag.text}`} x={0} y={tag.y}>
            <TagLabel tag={tag} />
          </At>
        ))}
      </svg>
      <Dates labels={dates} />
    </div>
  );
}

/** The line of dates below a plot. */
export function Dates({ labels }: { labels: readonly DateLabel[] }) {
  return (
    <svg className="axis-x" aria-hidden="true">
      {labels.map(({ x, text, wide, atEdge }) => (
        <text key={x} className={wide || atEdge ? "wide" : undefined} x={percent(x)} y="13">
          {text}
        </text>
      ))}
      {labels.map(
        ({ x, text, wide, atEdge }) =>
          atEdge &&
          !wide && (
            <text key={x} className="narrow" y="13">
              {text}
            </text>
          ),
      )}
    </svg>
  );
}

function TagLabel({ tag: { look, text } }: { tag: Tag }) {
  if (look !== "box")
    return (
      <text className={`tag-${look}`} x="8" y="4">
        {text}
      </text>
    );
  // A bold digit is 8.4 px wide in the widest of the readers' typefaces, a comma or point 4.6 px.
  const width = Math.max(52, text.length * 8 + 6);
  return (
    <>
      <path className="tagbox" d={`M0 0l6-10h${width}v20h-${width}z`} />
      <text className="tagbox-text" x={6 + width / 2} y="4">
        {text}
      </text>
    </>
  );
}

/** Grid lines; the zero line of returns is emphasised. */
export const Grid = ({ scale, zero }: { scale: ValueScale; zero?: boolean }) => (
  <g className="gridlines">
    {scale.ticks.map((tick) => (
      <line
        key={tick}
        className={zero && tick === 0 ? "zero" : undefined}
        x2="100%"
        y1={percent(scale.y(tick))}
        y2={percent(scale.y(tick))}
      />
    ))}
  </g>
);

/** The only stretched part: its paths use a box of 1000 × 400. */
export function Stretched({
  children,
  box = BOX,
}: {
  children: ReactNode;
  box?: { width: number; height: number };
}) {
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

type BandProps = { look: "zone" | "reward" | "risk"; from: number; to: number; one: number; other: number };

/** A rectangle between two positions on each axis, in either order. */
export function Band({ look, from, to, one, other }: BandProps) {
  return (
    <rect
      className={`band-${look}`}
      x={percent(from)}
      y={percent(Math.min(one, other))}
      width={percent(to - from)}
      height={percent(Math.abs(one - other))}
    />
  );
}

type RuleProps = { look: "zone" | "reward" | "risk" | "median"; from?: number; to?: number; y: number };

/** A horizontal line at a value, across the plot or a part of it. */
export const Rule = ({ look, from = 0, to = 100, y }: RuleProps) => (
  <line className={`rule-${look}`} x1={percent(from)} x2={percent(to)} y1={percent(y)} y2={percent(y)} />
);

/** Replaces a chart without any price. */
export const NoPrices = ({ name }: { name: string }) => (
  <p className="no-prices">{`No prices for ${name} yet.`}</p>
);
