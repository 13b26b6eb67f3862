import type { ReactNode } from "react";
import { dayIn, formatTime, type Moment, type TimeStyle } from "./dates";

type TimeProps = {
  at: Moment;
  style?: TimeStyle;
  /** The IANA time zone; UTC by default. */
  zone?: string;
  /** Only the day is known: neither machines nor the tooltip get a time. */
  ofDay?: boolean;
  /** A text instead of the formatted time. */
  children?: ReactNode;
};

/** A moment as text, exact for machines and in a tooltip. */
export function Time({ at, style = "date", zone = "UTC", ofDay = false, children }: TimeProps) {
  if (ofDay) return <time dateTime={dayIn(zone, at)}>{children ?? formatTime(at, style, zone)}</time>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, "exact", zone)}>
      {children ?? formatTime(at, style, zone)}
    </time>
  );
}
