import { formatCount } from "../format";
import { attempt } from "./attempt";
import { dayNumber, dayOf } from "./calendar";
import { dateLabels } from "./date-labels";
import { FigureTable, type FigureTableData } from "./exhibit";
import { BOX } from "./path";
import { Chart, Grid, Stretched } from "./plot";
import { barScale, type TimeScale } from "./scales";

/** The sum of a day or of several days. */
export type DaysSum = { day: string; value: number; length?: number };

export type BarsProps = {
  /** One sum per day or period, oldest first. */
  days: readonly DaysSum[];
  /** The last day is incomplete; mention it in the description. */
  running?: boolean;
  tickLabel?: (value: number) => string;
  sentence: string;
  table: FigureTableData;
};

/** The share of its slot that a bar fills. */
const SHARE = 0.72;

/** Daily sums from zero up or down. The current day has the price's colour. */
export function Bars({ days, running, tickLabel = formatCount, sentence, table }: BarsProps) {
  if (days.length === 0) return <p className="no-prices">No figures yet.</p>;
  const geometry = attempt(() => barsGeometry(days));
  if (!geometry) return <FigureTable {...table} />;
  const { scale, bars, dates } = geometry;
  return (
    <Chart kind="bars" sentence={sentence} scale={scale} tickLabel={tickLabel} dates={dates}>
      <Grid scale={scale} zero />
      <Stretched>
        <path className="bar-day" d={barsPath(running ? bars.slice(0, -1) : bars)} />
        {running && <path className="bar-now" d={barsPath(bars.slice(-1))} />}
      </Stretched>
    </Chart>
  );
}

type Bar = { x: number; width: number; y: number; zero: number };

function barsGeometry(days: BarsProps["days"]) {
  const [from = "", last] = [days[0]?.day, days.at(-1)];
  const end = dayNumber(last?.day ?? "") + (last?.length ?? 1);
  const scale = barScale(days.map(({ value }) => value));
  const slot = 100 / (end - dayNumber(from));
  const start = (day: string) => (dayNumber(day) - dayNumber(from)) * slot;
  const middles: TimeScale = { from, to: dayOf(end - 1), x: (day) => start(day) + slot / 2 };
  return {
    scale,
    bars: days.map(({ day, value, length = 1 }): Bar => {
      const room = slot * length;
      const width = room * SHARE;
      return { x: start(day) + (room - width) / 2, width, y: scale.y(value), zero: scale.y(0) };
    }),
    dates: dateLabels(middles),
  };
}

/** Filled boxes from the zero line to each value. */
function barsPath(bars: readonly Bar[]): string {
  const across = (share: number) => Math.round((share * BOX.width) / 100);
  const down = (share: number) => Math.round((share * BOX.height) / 100);
  return bars
    .map(({ x, width, y, zero }) => {
      const height = down(zero) - down(y);
      return `M${across(x)} ${down(zero)}v${-height}h${across(width)}v${height}z`;
    })
    .join("");
}
