import type { ReactNode } from "react";
import { dayIn, formatTime, type Moment, type TimeStyle } from "./dates";

type TimeProps = {
  at: Moment;
  style?: TimeStyle;
  /** IANA time zone of what is shown; UTC when absent. */
  zone?: string;
  /** Nobody knows more than its day: neither machines nor hovering get a minute. */
  ofDay?: boolean;
  /** Other words than the style gives. */
  children?: ReactNode;
};

/** A moment in words, exact for machines and on hover. */
export function Time({ at, style = "date", zone = "UTC", ofDay = false, children }: TimeProps) {
  if (ofDay) return <time dateTime={dayIn(zone, at)}>{children ?? formatTime(at, style, zone)}</time>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, "exact", zone)}>
      {children ?? formatTime(at, style, zone)}
    </time>
  );
}
