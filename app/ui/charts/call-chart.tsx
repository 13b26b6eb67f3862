import { formatPrice } from "../price-format";
import { attempt } from "./attempt";
import { dayInWords } from "./calendar";
import {
  type CallGeometry,
  type ChartedCall,
  callGeometry,
  callTags,
  drawnResult,
  splitAtMade,
} from "./call-geometry";
import { dateLabels } from "./date-labels";
import { FigureTable, type FigureTableData } from "./exhibit";
import { At, Made, Settled } from "./marks";
import { Band, Chart, Grid, NoPrices, Rule, Stretched } from "./plot";
import { LastPrice, Points } from "./price-marks";
import { percent } from "./scales";
import { areFew } from "./series";
import { spreadTags } from "./tags";
import { tickLabel } from "./tick-label";

export type CallChartProps = {
  /** The instrument of the prices. */
  name: string;
  call: ChartedCall;
  /** The last price is old although the exchange is open. */
  stale?: boolean;
  sentence: string;
  table: FigureTableData;
};

/** Shows where a call is between its stop and target, or how it went. */
export function CallChart({ name, call, stale, sentence, table }: CallChartProps) {
  if (call.points.length === 0 && !call.closed) return <NoPrices name={name} />;
  const drawing = attempt(() => {
    const geometry = callGeometry(call);
    return { geometry, tags: spreadTags(callTags(call, geometry.scale)), dates: dateLabels(geometry.time) };
  });
  if (!drawing) return <FigureTable {...table} />;
  const { geometry, ...frame } = drawing;
  const { scale, made, last, paths } = geometry;
  return (
    <Chart kind="call" sentence={sentence} scale={scale} tickLabel={tickLabel(scale)} {...frame}>
      <CallBands {...geometry} />
      <Grid scale={scale} />
      <CallRules {...geometry} />
      <line className="post" x1={percent(made.x)} x2={percent(made.x)} y2="100%" />
      <CallPaths paths={paths} stale={stale} />
      {areFew(call.points) && <FewCloses call={call} geometry={geometry} />}
      <At {...made}>
        <Made />
      </At>
      {call.closed ? (
        <At {...last}>{<Settled won={drawnResult(call) > 0} />}</At>
      ) : (
        <LastPrice {...last} stale={stale} />
      )}
      <CallNotes call={call} geometry={geometry} />
    </Chart>
  );
}

/** The reward and risk areas, from the day of the call until it ends. A sell's target is below. */
export const CallBands = ({ made, end, target, stop }: CallGeometry) => (
  <>
    {target !== undefined && <Band look="reward" from={made.x} to={end} one={made.y} other={target} />}
    {stop !== undefined && <Band look="risk" from={made.x} to={end} one={made.y} other={stop} />}
  </>
);

const CallRules = ({ made, end, target, stop }: CallGeometry) => (
  <>
    {target !== undefined && <Rule look="reward" from={made.x} to={end} y={target} />}
    {stop !== undefined && <Rule look="risk" from={made.x} to={end} y={stop} />}
  </>
);

/** The comparison is below the price; the price is grey before the call and ink since. */
export function CallPaths({ paths, stale }: { paths: CallGeometry["paths"]; stale?: boolean }) {
  return (
    <Stretched>
      {paths.comparison && <path className="bench" d={paths.comparison} />}
      {paths.before && <path className="price before" d={paths.before} />}
      {paths.since && <path className={stale ? "price before" : "price"} d={paths.since} />}
    </Stretched>
  );
}

function FewCloses({ call, geometry: { time, scale } }: { call: ChartedCall; geometry: CallGeometry }) {
  const { before, since } = splitAtMade(call);
  const closes = [...before.slice(0, -1), ...since.slice(1, -1)];
  return <Points places={closes.map(({ day, close }) => ({ x: time.x(day), y: scale.y(close) }))} />;
}

/** A note must not end left of this share of the width. */
const NOTE_WIDTH = 26;
/** A band is labelled if it is at least this high and wide, in per cent. */
const LABELLED = { height: 9, width: 16 } as const;

/** Within this distance of the post, in per cent, the end's label would overlap it. */
const BESIDE_POST = 8;

function EndWord({ word, ...geometry }: CallGeometry & { word: string }) {
  const { made, last } = geometry;
  const besidePost = last.x - made.x < BESIDE_POST;
  return (
    <At x={besidePost ? made.x : last.x} y={last.y}>
      <text
        className="remark"
        x={besidePost ? 6 : 10}
        y={isWordAbove(geometry) ? -12 : 20}
        textAnchor={besidePost ? undefined : "middle"}
      >
        {word}
      </text>
    </At>
  );
}

/** The end's label is on the side that the price did not come from, if it fits. */
const isWordAbove = ({ made, last }: CallGeometry) => last.y > 88 || (last.y < made.y && last.y > 5);

function CallNotes({ call, geometry }: { call: ChartedCall; geometry: CallGeometry }) {
  const { made, last, end, comparisonNote, foot } = geometry;
  const onTheRight = made.x < NOTE_WIDTH;
  return (
    <>
      {!call.closed && <BandLabels {...geometry} />}
      <At x={made.x} y={5} className="wide">
        <text className="remark" x={onTheRight ? 8 : -8} textAnchor={onTheRight ? undefined : "end"}>
          {`${call.direction === "buy" ? "Buy" : "Sell"} at ${formatPrice(call.made.price, call.unit)}`}
        </text>
      </At>
      {call.closed && <EndWord {...geometry} word={call.closed.word ?? "Settled"} />}
      {!call.closed && call.ends && (
        // On a phone the label of a recent call would cover its post.
        <At x={end} y={foot} className={end - made.x < NOTE_WIDTH + 10 ? "wide" : undefined}>
          <text className="remark" textAnchor="end">
            {`Ends ${dayInWords(call.ends, "day")}`}
          </text>
        </At>
      )}
      {call.benchmark && comparisonNote && isClear(comparisonNote, call.closed ? [made, last] : [made]) && (
        <At x={comparisonNote.x} y={comparisonNote.y} className="wide">
          <text className="remark" y={comparisonNote.above ? -8 : 18} textAnchor="middle">
            {call.benchmark.name}
          </text>
        </At>
      )}
    </>
  );
}

/** Labels closer than this, in per cent, would overlap. */
const WORD = { width: 14, height: 14 } as const;

type Place = { x: number; y: number };

const isClear = (note: Place, marks: readonly Place[]) =>
  marks.every(({ x, y }) => Math.abs(note.x - x) > WORD.width || Math.abs(note.y - y) > WORD.height);

function BandLabels({ made, last, end, target, stop }: CallGeometry) {
  if (end - last.x < LABELLED.width) return null;
  const bands = [
    { text: "Reward", edge: target },
    { text: "Risk", edge: stop },
  ];
  return bands.map(({ text, edge }) =>
    edge === undefined || Math.abs(edge - made.y) < LABELLED.height ? null : (
      <At key={text} x={(last.x + end) / 2} y={(made.y + edge) / 2} className="wide">
        <text className="band-label" y="4" textAnchor="middle">
          {text}
        </text>
      </At>
    ),
  );
}
