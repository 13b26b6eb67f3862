import { formatPrice, type PriceUnit } from "../price-format";
import { attempt } from "./attempt";
import { dayInWords } from "./calendar";
import { dateLabels } from "./date-labels";
import { FigureTable, type FigureTableData } from "./exhibit";
import { type Flag, placeFlags, stacked } from "./flags";
import { At, FlagMark } from "./marks";
import { pricePath } from "./path";
import { Band, Chart, Grid, NoPrices, Rule, Stretched, type Tag } from "./plot";
import { LastPrice, Points } from "./price-marks";
import { middleScale, timeScale, valueScale } from "./scales";
import { areFew, type Close, closeOn } from "./series";
import { spreadTags } from "./tags";
import { tickLabel } from "./tick-label";

export type YearChartProps = {
  /** Whose prices they are, and what these are counted in. */
  name: string;
  unit?: PriceUnit;
  /** Oldest first; the last one is the price now. */
  points: readonly Close[];
  /** The period, yyyy-mm-dd: its last day is today. */
  from: string;
  to: string;
  /** Where we would buy. */
  zone?: { low: number; high: number };
  flags?: readonly Flag[];
  /** The last price is old while the exchange is open. */
  stale?: boolean;
  /** It is no longer traded: the line ends at the last price. */
  halted?: boolean;
  sentence: string;
  table: FigureTableData;
};

/** The half-disc at today's price needs room at its right. */
const ROOM_AT_THE_END = 0.01;
/** The plot is high enough for tags to stand this near. */
const TAGS_APART = 8.5;

/** What did the price do, and what did we say. */
export function YearChart(props: YearChartProps) {
  if (props.points.length === 0) return <NoPrices name={props.name} />;
  const geometry = attempt(() => yearGeometry(props));
  if (!geometry) return <FigureTable {...props.table} />;
  const { zone, zoneLabel, path, few, flags, last, ...frame } = geometry;
  return (
    <Chart kind="year" sentence={props.sentence} {...frame} tickLabel={tickLabel(frame.scale)}>
      {zone && <Band look="zone" from={0} to={100} one={zone.low} other={zone.high} />}
      <Grid scale={frame.scale} />
      {zone && <Rule look="zone" y={zone.high} />}
      {zone && <Rule look="zone" y={zone.low} />}
      {path && (
        <Stretched>
          <path className={props.stale ? "price before" : "price"} d={path} />
        </Stretched>
      )}
      <Points places={few} />
      <LastPrice {...last} stale={props.stale} halted={props.halted && dayInWords(last.day, "short-day")} />
      {stacked(flags).map((flag) => (
        <FlagMark key={flag.number} flag={flag} />
      ))}
      {zone && zoneLabel !== undefined && (
        <At x={zoneLabel} y={(zone.low + zone.high) / 2}>
          <text className="band-label" y="4">
            Buy zone
          </text>
        </At>
      )}
    </Chart>
  );
}

function yearGeometry({ points, from, to, zone, unit, flags = [] }: YearChartProps) {
  const time = timeScale(from, to, ROOM_AT_THE_END);
  const shown = points.filter(({ day }) => day >= from && day <= to);
  const last = shown.at(-1) ?? points.at(-1) ?? { day: to, close: Number.NaN };
  const values = [...shown.map(({ close }) => close), ...(zone ? [zone.low, zone.high] : [])];
  const scale = values.length === 1 ? middleScale(last.close) : valueScale([...values, last.close]);
  const at = ({ day, close }: Close) => ({ x: time.x(day), y: scale.y(close) });
  const tags: Tag[] = [{ y: scale.y(last.close), text: formatPrice(last.close, unit), look: "box" }];
  for (const edge of zone ? [zone.high, zone.low] : [])
    tags.push({ y: scale.y(edge), text: formatPrice(edge, unit), look: "ink" });
  return {
    scale,
    dates:
      shown.length > 1
        ? dateLabels(time)
        : [{ x: time.x(last.day), text: dayInWords(last.day), wide: false }],
    tags: spreadTags(tags, TAGS_APART),
    zone: zone && { low: scale.y(zone.low), high: scale.y(zone.high) },
    zoneLabel: zone && labelPlace(shown.map(at), (scale.y(zone.low) + scale.y(zone.high)) / 2),
    path: shown.length > 1 && pricePath(shown, { x: time.x, y: scale.y }),
    few: areFew(shown) ? shown.map(at) : [],
    last: { ...at(last), day: last.day },
    flags: placeFlags(
      flags.filter(({ day }) => day >= from && day <= to),
      ({ day }) => at({ day, close: closeOn(shown, day) ?? shown[0]?.close ?? last.close }),
      at(last),
    ),
  };
}

/** The room that the zone's name takes on a phone, in per cent of the plot. */
const LABEL = { width: 22, height: 7 } as const;
const LABEL_PLACES = [2, 16, 30, 44, 58, 72];

/** Where the zone's name stands: as far to the left as the line leaves it free. Undefined where it nowhere does: the source names the band. */
function labelPlace(line: readonly { x: number; y: number }[], middle: number): number | undefined {
  const near = line.filter(({ y }) => Math.abs(y - middle) < LABEL.height);
  return LABEL_PLACES.find((place) => near.every(({ x }) => x < place - 1 || x > place + LABEL.width));
}
