import type { ReactNode } from "react";
import { cx } from "~/ui/class-names";
import { Guilloche } from "~/ui/guilloche";
import "./term.css";
import "./term-card.css";

type TermTimelineProps = {
  /** The tier. */
  title: string;
  meta: ReactNode;
  /** Draws the certificate of a paid tier. */
  engraved?: boolean;
  daysLeft?: number;
  /** The labels of the time line, in words. */
  timeline?: { from: string; now: string; until: string; spentPercent: number; description: string };
  /** Buttons and their notes. */
  children?: ReactNode;
};

/** A membership's term as a time line. */
export function TermTimeline({ title, meta, engraved, daysLeft, timeline, children }: TermTimelineProps) {
  return (
    <section className={cx("term", engraved && "term--held")} aria-labelledby="term">
      {engraved && <Guilloche />}
      <div className="term-top">
        <div>
          <h2 id="term">{title}</h2>
          <p className="meta">{meta}</p>
        </div>
        {daysLeft !== undefined && (
          <p className="term-left">
            <strong>{daysLeft}</strong> {daysLeft === 1 ? "day left" : "days left"}
          </p>
        )}
      </div>
      {timeline && <TermLine {...timeline} />}
      {children}
    </section>
  );
}

function TermLine({
  from,
  now,
  until,
  spentPercent,
  description: spoken,
}: NonNullable<TermTimelineProps["timeline"]>) {
  const place = `${spentPercent}%`;
  // Near an end the "now" label would overlap the date.
  const roomForNow = spentPercent > 18 && spentPercent < 82;
  return (
    <svg className="range" width="100%" height="48" role="img" aria-label={spoken}>
      <line x1="0" x2="100%" y1="20" y2="20" />
      <line x1=".5" x2=".5" y1="13" y2="24" />
      <svg x="100%" overflow="visible" aria-hidden="true">
        <line x1="-.5" x2="-.5" y1="13" y2="24" />
      </svg>
      <rect className="spent" x="0" y="18" width={place} height="4" />
      <svg x={place} y="20" overflow="visible" aria-hidden="true">
        <path className="mark" d="M-11 0a11 11 0 0 1 22 0z" />
      </svg>
      <text x="0" y="24" dy="1.25em">
        {from}
      </text>
      {roomForNow && (
        <text className="now" x={place} y="24" dy="1.25em">
          {now}
        </text>
      )}
      <text className="end" x="100%" y="24" dy="1.25em">
        {until}
      </text>
    </svg>
  );
}
