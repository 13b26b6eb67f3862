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
  /** The instrument of the prices, and their unit. */
  name: string;
  unit?: PriceUnit;
  /** Oldest first; the last one is the current price. */
  points: readonly Close[];
  /** The period, yyyy-mm-dd; it ends today. */
  from: string;
  to: string;
  /** The buy zone. */
  zone?: { low: number; high: number };
  flags?: readonly Flag[];
  /** The last price is old although the exchange is open. */
  stale?: boolean;
  /** No longer traded: the line ends at the last price. */
  halted?: boolean;
  sentence: string;
  table: FigureTableData;
};

/** Room on the right for the half-disc at the current price. */
const ROOM_AT_THE_END = 0.01;
/** The plot is high enough for tags this close. */
const TAGS_APART = 8.5;

/** The price over a period, with our publications. */
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
  const visible = points.filter(({ day }) => day >= from && day <= to);
  const last = visible.at(-1) ?? points.at(-1) ?? { day: to, close: Number.NaN };
  const values = [...visible.map(({ close }) => close), ...(zone ? [zone.low, zone.high] : [])];
  const scale = values.length === 1 ? middleScale(last.close) : valueScale([...values, last.close]);
  const at = ({ day, close }: Close) => ({ x: time.x(day), y: scale.y(close) });
  const tags: Tag[] = [{ y: scale.y(last.close), text: formatPrice(last.close, unit), look: "box" }];
  for (const edge of zone ? [zone.high, zone.low] : [])
    tags.push({ y: scale.y(edge), text: formatPrice(edge, unit), look: "ink" });
  return {
    scale,
    dates:
      visible.length > 1
        ? dateLabels(time)
        : [{ x: time.x(last.day), text: dayInWords(last.day), wide: false }],
    tags: spreadTags(tags, TAGS_APART),
    zone: zone && { low: scale.y(zone.low), high: scale.y(zone.high) },
    zoneLabel: zone && labelPlace(visible.map(at), (scale.y(zone.low) + scale.y(zone.high)) / 2),
    path: visible.length > 1 && pricePath(visible, { x: time.x, y: scale.y }),
    few: areFew(visible) ? visible.map(at) : [],
    last: { ...at(last), day: last.day },
    flags: placeFlags(
      flags.filter(({ day }) => day >= from && day <= to),
      ({ day }) => at({ day, close: closeOn(visible, day) ?? visible[0]?.close ?? last.close }),
      at(last),
    ),
  };
}

/** The width of the zone's label on a phone, in per cent of the plot. */
const LABEL = { width: 22, height: 7 } as const;
const LABEL_PLACES = [2, 16, 30, 44, 58, 72];

/**
 * The position of the zone's label: as far left as the line allows. Undefined without room; the source line
 * then names the zone.
 */
function labelPlace(line: readonly { x: number; y: number }[], middle: number): number | undefined {
  const near = line.filter(({ y }) => Math.abs(y - middle) < LABEL.height);
  return LABEL_PLACES.find((place) => near.every(({ x }) => x < place - 1 || x > place + LABEL.width));
}
