import { formatCount } from "../format";
import { attempt } from "./attempt";
import { dayNumber } from "./calendar";
import { dateLabels } from "./date-labels";
import { FigureTable, type FigureTableData } from "./exhibit";
import { BOX } from "./path";
import { Chart, Grid, Stretched } from "./plot";
import { barScale, type TimeScale } from "./scales";

export type BarsProps = {
  /** A sum for each day, oldest first. */
  days: readonly { day: string; value: number }[];
  /** The last day is not over: say so in the sentence, too. */
  running?: boolean;
  tickLabel?: (value: number) => string;
  sentence: string;
  table: FigureTableData;
};

/** How much of its slot a bar takes. */
const SHARE = 0.72;

/** A sum a day, from zero. The running day is drawn in the colour of the price. */
export function Bars({ days, running, tickLabel = formatCount, sentence, table }: BarsProps) {
  if (days.length === 0) return <p className="no-prices">No figures yet.</p>;
  const geometry = attempt(() => barsGeometry(days));
  if (!geometry) return <FigureTable {...table} />;
  const { scale, slot, bars, dates } = geometry;
  return (
    <Chart kind="bars" sentence={sentence} scale={scale} tickLabel={tickLabel} dates={dates}>
      <Grid scale={scale} />
      <Stretched>
        <path className="bar-day" d={barsPath(running ? bars.slice(0, -1) : bars, slot)} />
        {running && <path className="bar-now" d={barsPath(bars.slice(-1), slot)} />}
      </Stretched>
    </Chart>
  );
}

function barsGeometry(days: BarsProps["days"]) {
  const [from = "", to = ""] = [days[0]?.day, days.at(-1)?.day];
  const scale = barScale(days.map(({ value }) => value));
  const slots = dayNumber(to) - dayNumber(from) + 1;
  const slot = 100 / slots;
  const start = (day: string) => (dayNumber(day) - dayNumber(from)) * slot;
  const middles: TimeScale = { from, to, x: (day) => start(day) + slot / 2 };
  return {
    scale,
    slot,
    bars: days.map(({ day, value }) => ({
      day,
      x: start(day) + (slot * (1 - SHARE)) / 2,
      y: scale.y(value),
    })),
    dates: dateLabels(middles),
  };
}

/** Filled boxes, each from the zero line up and down again. */
function barsPath(bars: readonly { x: number; y: number }[], slot: number): string {
  const width = Math.round((slot * SHARE * BOX.width) / 100);
  return bars
    .map(({ x, y }) => {
      const height = Math.round(((100 - y) * BOX.height) / 100);
      return `M${Math.round((x * BOX.width) / 100)} ${BOX.height}v-${height}h${width}v${height}z`;
    })
    .join("");
}
