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
  /** In per cent, turned round for a sell. */
  result: number;
};

export type DotsChartProps = {
  calls: readonly SettledCall[];
  from: string;
  to: string;
  median?: number;
  /** In the right column, or under the plans. */
  size?: "rail" | "plans";
  sentence: string;
  table: FigureTableData;
};

/** Results beyond these, in per cent, are put on the edge and named, at every width. */
const EDGES = { low: -60, high: 60 } as const;
const onScale = (result: number) => Math.max(EDGES.low, Math.min(EDGES.high, result));
const isBeyond = ({ result }: Pick<SettledCall, "result">) => onScale(result) !== result;

/** Said in the source line of a chart that has such results; empty for every other one. */
export const edgeNote = (calls: readonly Pick<SettledCall, "result">[]): string =>
  calls.some(isBeyond)
    ? `A result beyond ${percentLabel(EDGES.low)} or ${percentLabel(EDGES.high)} lies on the edge, with its figure.`
    : "";

/** Were we right, over time: every settled call is a dot. */
export function DotsChart(props: DotsChartProps) {
  if (props.calls.length === 0) return <p className="no-prices">No call has been settled yet.</p>;
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
      {named.map(({ x, y, text, wide }) => (
        <At key={text} x={x} y={y} className={wide ? "wide" : undefined}>
          {/* On the lower edge above its dot: the days stand below. */}
          <text
            className="remark"
            x={x > 80 ? -9 : 9}
            y={y > 95 ? -6 : 4}
            textAnchor={x > 80 ? "end" : undefined}
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
    named: namedOf(calls, size === undefined).map((call) => ({
      ...place(call),
      text: nameOf(call),
      wide: !isBeyond(call),
    })),
  };
}

/** All that lie beyond the scale; with `ends` also the best two and the worst one. */
function namedOf(calls: readonly SettledCall[], ends: boolean): SettledCall[] {
  const beyond = calls.filter(isBeyond);
  if (!ends) return beyond;
  const ranked = [...calls].sort((one, other) => other.result - one.result);
  return [...new Set([...ranked.slice(0, 2), ...ranked.slice(-1), ...beyond])];
}

const nameOf = ({ name, result }: SettledCall) => `${name || DASH} ${formatSigned(result, 0)}%`;
