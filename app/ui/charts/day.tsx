import { At, halfDisc } from "./marks";
import { spoken } from "./plot";
import { percent } from "./scales";

export type DayProps = {
  /** What goes out when, in minutes of the day. */
  events: readonly { minute: number; state: "out" | "to-come" | "missing" }[];
  /** The minute it is now; before the first hour it is not marked. */
  now: number;
  sentence: string;
};

/** From 6 in the morning to midnight, in minutes. */
const SCALE = { from: 6 * 60, to: 24 * 60 } as const;
/** At both edges, for half of a label. */
const MARGIN = 2;
/** Nearer to the left edge than this, in per cent, half of a label has no room on a phone. */
const LABEL = 5;
const HOURS = [6, 9, 12, 15, 18, 21, 24] as const;

const place = (minute: number) => {
  const share = (minute - SCALE.from) / (SCALE.to - SCALE.from);
  return MARGIN + Math.max(0, Math.min(1, share)) * (100 - 2 * MARGIN);
};

const clock = (minute: number) =>
  `${Math.floor(minute / 60)}:${String(Math.floor(minute % 60)).padStart(2, "0")}`;

/** What goes out when: filled is out, outlined is to come, dashed is missing. */
export function Day({ events, now, sentence }: DayProps) {
  return (
    <svg className="day-plan" role="img" aria-label={spoken(sentence)}>
      <line x2="100%" y1="30" y2="30" />
      <line className="past" x2={percent(place(now))} y1="30" y2="30" />
      {HOURS.map((hour, index) => (
        <text
          key={hour}
          className={index % 2 === 1 ? "wide" : undefined}
          x={percent(place(hour * 60))}
          y="48"
        >
          {clock(hour * 60)}
        </text>
      ))}
      {events.map(({ minute, state }) => (
        <svg key={`${minute}${state}`} x={percent(place(minute))} y="30" aria-hidden="true">
          <path className={state} d={halfDisc(8)} />
        </svg>
      ))}
      {now >= SCALE.from && (
        <At x={place(now)} y={0}>
          <line y1="8" y2="30" />
          <text className="now" x={place(now) < LABEL ? 6 : undefined} y="5">
            {clock(now)}
          </text>
        </At>
      )}
    </svg>
  );
}
