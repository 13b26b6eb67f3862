import type { ReactNode } from "react";
import { formatTime, type Moment } from "~/ui/dates";
import { Time } from "~/ui/time";

export type ChangeEntry = { id: string; at: Moment; who: string; what: ReactNode };

type ChangeListProps = {
  entries: readonly ChangeEntry[];
  zone?: string;
  /** With it, today's entries show the time and others no year. Without it, entries may be years old. */
  now?: Moment;
};

/** Changes, newest first. */
export function ChangeList({ entries, zone, now }: ChangeListProps) {
  const formatDay = (moment: Moment) => formatTime(moment, "date", zone);
  const timeStyle = (at: Moment) => {
    if (now === undefined) return "short-date";
    return formatDay(at) === formatDay(now) ? "clock" : "day";
  };
  return (
    <ol className="changes">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Time at={entry.at} style={timeStyle(entry.at)} zone={zone} />
          <span>
            <strong>
              <bdi>{entry.who}</bdi>
            </strong>{" "}
            {entry.what}
          </span>
        </li>
      ))}
    </ol>
  );
}
