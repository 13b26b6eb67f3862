import { At, halfDisc } from "./marks";
import { spoken } from "./plot";
import { percent } from "./scales";

export type DayProps = {
  /** Publications of a day, in minutes since midnight. */
  events: readonly { minute: number; state: "out" | "to-come" | "missing" }[];
  /** The current minute. */
  now: number;
  sentence: string;
};

const HOUR = 60;
const MIDNIGHT = 24 * HOUR;
/** The axis starts at this hour if nothing is earlier, in minutes. */
const MORNING = 6 * HOUR;
/** Minutes between labels. */
const STEP = 3 * HOUR;
/** Margin at both edges, for half a label. */
const MARGIN = 2;
/** Within this distance of the left edge, in per cent, half a label has no room on a phone. */
const LABEL = 5;

/** @returns the position of a minute in per cent of the width, on an axis from `first` to midnight */
const placesFrom = (first: number) => (minute: number) =>
  MARGIN + ((minute - first) / (MIDNIGHT - first)) * (100 - 2 * MARGIN);

const clock = (minute: number) =>
  `${Math.floor(minute / 60)}:${String(Math.floor(minute % 60)).padStart(2, "0")}`;

/**
 * The publications of a day: filled is published, outlined is to come, dashed is missing. Starts at six, or
 * at midnight if necessary.
 */
export function Day({ events, now, sentence }: DayProps) {
  const first = Math.min(now, ...events.map(({ minute }) => minute)) < MORNING ? 0 : MORNING;
  const place = placesFrom(first);
  const labels = Array.from({ length: (MIDNIGHT - first) / STEP + 1 }, (_, index) => first + index * STEP);
  return (
    <svg className="day-plan" role="img" aria-label={spoken(sentence)}>
      <line x2="100%" y1="30" y2="30" />
      <line className="past" x2={percent(place(now))} y1="30" y2="30" />
      {labels.map((minute, index) => (
        <text key={minute} className={index % 2 === 1 ? "wide" : undefined} x={percent(place(minute))} y="48">
          {clock(minute)}
        </text>
      ))}
      {events.map(({ minute, state }) => (
        <svg key={`${minute}${state}`} x={percent(place(minute))} y="30" aria-hidden="true">
          <path className={state} d={halfDisc(8)} />
        </svg>
      ))}
      <At x={place(now)} y={0}>
        <line y1="8" y2="30" />
        <text className="now" x={place(now) < LABEL ? 6 : undefined} y="5">
          {clock(now)}
        </text>
      </At>
    </svg>
  );
}
