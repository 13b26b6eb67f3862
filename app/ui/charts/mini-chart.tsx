import { formatPrice } from "../price-format";
import { attempt } from "./attempt";
import { dayInWords } from "./calendar";
import { CallBands, CallPaths } from "./call-chart";
import { type ChartedCall, callGeometry, drawnResult } from "./call-geometry";
import { At, Made, Settled } from "./marks";
import { Chart, type Tag } from "./plot";
import { thin } from "./series";
import { spreadTags } from "./tags";

type ClosedCall = ChartedCall & { closed: NonNullable<ChartedCall["closed"]> };

export type MiniChartProps = { call: ClosedCall; sentence: string };

const BEFORE = 8;
const AFTER = 40;
/** Dates closer than this, in per cent, would overlap. */
const DATE_WIDTH = 32;

/** How a settled call went. Its figures are next to it, so without data nothing is drawn. */
export function MiniChart({ call, sentence }: MiniChartProps) {
  const geometry = attempt(() => callGeometry(thinned(call)));
  if (!geometry) return null;
  const { made, last, target, stop } = geometry;
  const level = (y: number | undefined, price: number | undefined): Tag[] =>
    y === undefined ? [] : [{ y, text: formatPrice(price, call.unit), look: "soft" }];
  const date = (x: number, day: string) => ({ x, text: dayInWords(day, "axis-day"), wide: false });
  const dates = [date(last.x, call.closed.day)];
  if (last.x - made.x >= DATE_WIDTH) dates.unshift(date(made.x, call.made.day));
  return (
    <Chart
      kind="mini"
      sentence={sentence}
      tags={spreadTags([...level(target, call.target), ...level(stop, call.stop)])}
      dates={dates}
    >
      <CallBands {...geometry} />
      <CallPaths paths={geometry.paths} />
      <At {...made}>
        <Made />
      </At>
      <At {...last}>
        <Settled won={drawnResult(call) > 0} />
      </At>
    </Chart>
  );
}

function thinned(call: ClosedCall): ChartedCall {
  const before = call.points.filter(({ day }) => day < call.made.day);
  const after = call.points.filter(({ day }) => day >= call.made.day);
  return { ...call, benchmark: undefined, points: [...before.slice(-BEFORE), ...thin(after, AFTER)] };
}
