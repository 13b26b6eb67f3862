import { DASH, formatSigned } from "../format";
import { attempt } from "./attempt";
import { dateLabels } from "./date-labels";
import { FigureTable, type FigureTableData } from "./exhibit";
import { At } from "./marks";
import { dotsPath } from "./path";
import { Chart, Grid, Rule, Stretched } from "./plot";
import { timeScale, valueScale } from "./scales";
import { percentLabel } from "./tick-label";

export type SettledCall = {
  name: string;
  /** The day it ended, yyyy-mm-dd. */
  day: string;
  /** In per cent; inverted for a sell. */
  result: number;
};

export type DotsChartProps = {
  calls: readonly SettledCall[];
  from: string;
  to: string;
  median?: number;
  /** In the right column, or below the plans. */
  size?: "rail" | "plans";
  sentence: string;
  /** Shown when there is nothing to draw. */
  empty?: string;
  table: FigureTableData;
};

/** Results beyond these, in per cent, are drawn at the edge with a label. */
const EDGES = { low: -60, high: 60 } as const;
const onScale = (result: number) => Math.max(EDGES.low, Math.min(EDGES.high, result));
const isBeyond = ({ result }: Pick<SettledCall, "result">) => onScale(result) !== result;

/** The note for the source line about such results; empty without any. */
export const edgeNote = (calls: readonly Pick<SettledCall, "result">[]): string =>
  calls.some(isBeyond)
    ? `A result beyond ${percentLabel(EDGES.low)} or ${percentLabel(EDGES.high)} is drawn at the edge, with its figure.`
    : "";

/** All settled calls over time, one dot each. */
export function DotsChart(props: DotsChartProps) {
  if (props.calls.length === 0)
    return <p className="no-prices">{props.empty ?? "No call has been settled yet."}</p>;
  const geometry = attempt(() => dotsGeometry(props));
  if (!geometry) return <FigureTable {...props.table} />;
  const { scale, dates, paths, median, named } = geometry;
  return (
    <Chart
      kind="dots"
      size={props.size}
      sentence={props.sentence}
      scale={scale}
      tickLabel={percentLabel}
      dates={dates}
    >
      <Grid scale={scale} zero />
      {median !== undefined && <Rule look="median" y={median} />}
      <Stretched>
        <path className="dots edge" d={paths.all} />
        {paths.won && <path className="dots win" d={paths.won} />}
        {paths.lost && <path className="dots loss" d={paths.lost} />}
        {paths.lost && <path className="dots hole" d={paths.lost} />}
      </Stretched>
      {named.map(({ x, y, text, wide, left, raised }) => (
        <At key={text} x={x} y={y} className={wide ? "wide" : undefined}>
          <text
            className="remark"
            x={left ? -9 : 9}
            y={raised ? -6 : 4}
            textAnchor={left ? "end" : undefined}
          >
            {text}
          </text>
        </At>
      ))}
    </Chart>
  );
}

function dotsGeometry({ calls, from, to, median, size }: DotsChartProps) {
  const time = timeScale(from, to, 0.02);
  const scale = valueScale([0, ...calls.map(({ result }) => onScale(result))], { room: 0 });
  const place = (call: SettledCall) => ({ x: time.x(call.day), y: scale.y(onScale(call.result)) });
  const won = calls.filter(({ result }) => result > 0);
  const lost = calls.filter(({ result }) => result <= 0);
  return {
    scale,
    dates: dateLabels(time),
    paths: {
      all: dotsPath(calls.map(place)),
      won: dotsPath(won.map(place)),
      lost: dotsPath(lost.map(place)),
    },
    median: median === undefined ? undefined : scale.y(median),
    named: placedNames(
      namedOf(calls, size === undefined).map((call) => ({
        ...place(call),
        text: nameOf(call),
        wide: !isBeyond(call),
      })),
      calls.map(place),
    ),
  };
}

/** Results beyond the scale; with `ends` also the best two and the worst one. Required labels come first. */
function namedOf(calls: readonly SettledCall[], ends: boolean): SettledCall[] {
  const beyond = calls.filter(isBeyond);
  if (!ends) return beyond;
  const ranked = [...calls].sort((one, other) => other.result - one.result);
  return [...new Set([...beyond, ...ranked.slice(0, 2), ...ranked.slice(-1)])];
}

type Place = { x: number; y: number };
type Name = Place & { text: string; wide: boolean };
/** The side of its dot where a label is, and whether it is raised a little. */
type Side = { left: boolean; raised: boolean };

/**
 * The size of a label in per cent of the narrowest plot that shows all: a letter, the gap to its dot, a line,
 * the raise.
 */
const NAME = { letter: 1.4, gap: 2, line: 4, dot: 3, up: 3 } as const;

/** Labels beyond these have no room to the right of their dot, or below it because of the dates. */
const LAST = { right: 80, beside: 95 } as const;

function boxOf({ x, y, text }: Name, { left, raised }: Side) {
  const width = NAME.letter * text.length;
  const from = left ? x - NAME.gap - width : x + NAME.gap;
  return { from, to: from + width, y: raised ? y - NAME.up : y };
}

/** Sides of a dot, in order of preference. */
const sidesOf = ({ x, y }: Place): Side[] =>
  [false, true]
    .flatMap((raised) => [x > LAST.right, x <= LAST.right].map((left) => ({ left, raised })))
    .filter(({ raised }) => raised || y <= LAST.beside);

/**
 * Places each label where no other label is and, if possible, no dot. An optional label without room is left
 * out.
 */
function placedNames(names: readonly Name[], dots: readonly Place[]): (Name & Side)[] {
  const taken: ReturnType<typeof boxOf>[] = [];
  return names.flatMap((name) => {
    const sides = sidesOf(name);
    const inside = sides.filter((side) => {
      const { from, to } = boxOf(name, side);
      return from >= 0 && to <= 100;
    });
    const clear = inside.filter((side) => {
      const { from, to, y } = boxOf(name, side);
      return taken.every((box) => from > box.to || to < box.from || Math.abs(y - box.y) > NAME.line);
    });
    const free = clear.find((side) => {
      const { from, to, y } = boxOf(name, side);
      return dots.every((dot) => dot.x < from || dot.x > to || Math.abs(y - dot.y) > NAME.dot);
    });
    const side = free ?? clear[0] ?? (name.wide ? undefined : sides[0]);
    if (!side) return [];
    taken.push(boxOf(name, side));
    return [{ ...name, ...side }];
  });
}

const nameOf = ({ name, result }: SettledCall) => `${name || DASH} ${formatSigned(result, 0)}%`;
