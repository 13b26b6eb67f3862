import { attempt } from "./attempt";
import { At } from "./marks";
import { Stretched, spoken } from "./plot";
import { percent } from "./scales";

export type StripChartProps = {
  /** In per cent; inverted for a sell. */
  results: readonly number[];
  median?: number;
  /** "Buy alerts: 80 results from −7.7% to +15.7%, median +2.3%". */
  label: string;
};

/** From −40% to +60%; results beyond are drawn at the edge. */
const SCALE = { low: -40, high: 60 } as const;
const BOX = { width: 1000, height: 22 } as const;

/** Per cent from the left edge. */
const place = (result: number) => {
  if (!Number.isFinite(result)) throw new RangeError("A result must be a number");
  const share = (result - SCALE.low) / (SCALE.high - SCALE.low);
  return Math.max(0, Math.min(1, share)) * 100;
};

const ticksPath = (results: readonly number[]) =>
  results.map((result) => `M${Math.round(place(result) * 10)} 3v16`).join("");

/** The distribution of one kind of results: a tick each, a triangle at the median. */
export function StripChart({ results, median, label }: StripChartProps) {
  const drawn = attempt(() => ({
    won: ticksPath(results.filter((result) => result > 0)),
    lost: ticksPath(results.filter((result) => !(result > 0))),
    median: median === undefined ? undefined : place(median),
  }));
  if (!drawn) return null;
  return (
    <svg className="strip" role="img" aria-label={spoken(label)}>
      <line x2="100%" y1="50%" y2="50%" />
      <line x1={percent(place(0))} x2={percent(place(0))} y2="100%" />
      <Stretched box={BOX}>
        {drawn.won && <path className="win" d={drawn.won} />}
        {drawn.lost && <path className="loss" d={drawn.lost} />}
      </Stretched>
      {drawn.median !== undefined && (
        <At x={drawn.median} y={50}>
          <path className="median" d="M-5 11h10l-5-7z" />
        </At>
      )}
    </svg>
  );
}
