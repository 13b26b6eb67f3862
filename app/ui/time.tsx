import type { ReactNode } from "react";
import { formatTime, type Moment, type TimeStyle } from "./dates";

type TimeProps = {
  at: Moment;
  style?: TimeStyle;
  /** IANA time zone of what is shown; UTC when absent. */
  zone?: string;
  /** Other words than the style gives. */
  children?: ReactNode;
};

/** A moment in words, exact for machines and on hover. */
export function Time({ at, style = "date", zone = "UTC", children }: TimeProps) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, "exact", zone)}>
      {children ?? formatTime(at, style, zone)}
    </time>
  );
}
