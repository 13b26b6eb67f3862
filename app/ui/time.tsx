import type { ReactNode } from "react";
import { dayIn, formatTime, type Moment, type TimeStyle } from "./dates";

type TimeProps = {
  at: Moment;
  style?: TimeStyle;
  /** The IANA time zone; UTC by default. */
  zone?: string;
  /** Only the day is known: neither machines nor the tooltip get a time. */
  ofDay?: boolean;
  /** The elements whose newest or oldest time it shows, also while their quotes change on the open page. */
  follows?: { newest: string } | { oldest: string };
  /** A text instead of the formatted time. */
  children?: ReactNode;
};

/** A moment as text, exact for machines and in a tooltip. */
export function Time({ at, style = "date", zone = "UTC", ofDay = false, follows, children }: TimeProps) {
  if (ofDay) return <time dateTime={dayIn(zone, at)}>{children ?? formatTime(at, style, zone)}</time>;
  const followed = follows && {
    "data-newest": "newest" in follows ? follows.newest : undefined,
    "data-oldest": "oldest" in follows ? follows.oldest : undefined,
    "data-style": style,
  };
  return (
    <time {...followed} dateTime={new Date(at).toISOString()} title={formatTime(at, "exact", zone)}>
      {children ?? formatTime(at, style, zone)}
    </time>
  );
}
