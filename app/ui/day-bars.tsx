import { formatTime } from "./dates";
import { formatCount } from "./format";

export type DayBar = {
  /** yyyy-mm-dd */
  day: string;
  value: number;
};

type DayBarsProps = {
  /** What is counted: "Views per day". */
  label: string;
  /** Oldest first. */
  bars: readonly DayBar[];
  /** The last day is incomplete: its bar is an outline. */
  unfinished?: boolean;
};

const HEIGHT = 112;
/** The share of a day's width that a bar fills. */
const BAR_SHARE = 0.72;

const dayInWords = (day: string) => formatTime(`${day}T00:00:00Z`, "short-weekday");

/** Ends of a scale from 10 to 100, whose halves are whole numbers. */
const SCALE_ENDS = [10, 12, 16, 20, 30, 40, 60, 80, 100] as const;

/** The end of the scale: the first of 2, 4, 6, 8, 10, 12, 16, 20, 30 … that is not below `most`. */
export function scaleEnd(most: number): number {
  if (most <= 10) return Math.max(2, Math.ceil(most / 2) * 2);
  const unit = 10 ** Math.floor(Math.log10(most) - 1);
  return (SCALE_ENDS.find((end) => end * unit >= most) ?? 100) * unit;
}

/**
 * A bar for each day. Widths are in per cent, which works with a strict content policy and at every size.
 * Screen readers get one picture, so also provide a table.
 */
export function DayBars({ label, bars, unfinished = false }: DayBarsProps) {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), first);
  const end = scaleEnd(highest.value);
  return (
    <figure className="daybars">
      <figcaption>{label}</figcaption>
      <div className="scale" aria-hidden="true">
        <span>{formatCount(end)}</span>
        <span>{formatCount(end / 2)}</span>
        <span>0</span>
      </div>
      <svg
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={`${label}, ${dayInWords(first.day)} to ${dayInWords(last.day)}: at most ${formatCount(highest.value)}, on ${dayInWords(highest.day)}`}
      >
        {[0.5, HEIGHT / 2, HEIGHT - 0.5].map((y) => (
          <line key={y} x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {bars.map((bar, index) => (
          <Bar
            key={bar.day}
            {...bar}
            index={index}
            count={bars.length}
            end={end}
            open={unfinished && bar === last}
          />
        ))}
      </svg>
      <div className="ends" aria-hidden="true">
        <span>{formatTime(`${first.day}T00:00:00Z`, "day")}</span>
        {last !== first && <span>{formatTime(`${last.day}T00:00:00Z`, "day")}</span>}
      </div>
    </figure>
  );
}

type BarProps = DayBar & { index: number; count: number; end: number; open: boolean };

/** The whole column reacts to the pointer, because low bars are hard to hit. */
function Bar({ day, value, index, count, end, open }: BarProps) {
  const room = 100 / count;
  const height = value > 0 ? Math.max(1, (value / end) * HEIGHT) : 0;
  const round = (figure: number) => Math.round(figure * 100) / 100;
  return (
    <g>
      <title>{`${dayInWords(day)}: ${formatCount(value)}`}</title>
      <rect className="reach" x={`${round(index * room)}%`} width={`${round(room)}%`} height="100%" />
      <rect
        className={open ? "open" : undefined}
        x={`${round((index + (1 - BAR_SHARE) / 2) * room)}%`}
        width={`${round(room * BAR_SHARE)}%`}
        y={round(HEIGHT - height)}
        height={round(height)}
      />
    </g>
  );
}
