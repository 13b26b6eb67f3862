import type { ReactNode } from "react";
import { formatTime, type Moment } from "~/ui/dates";
import { Time } from "~/ui/time";

export type ChangeEntry = { id: string; at: Moment; who: string; what: ReactNode };

type ChangeListProps = {
  entries: readonly ChangeEntry[];
  zone?: string;
  /** Today's are told by the hour, and the year goes without saying. Without it entries reach far back. */
  now?: Moment;
};

/** Who did what, newest first. */
export function ChangeList({ entries, zone, now }: ChangeListProps) {
  const dayOf = (moment: Moment) => formatTime(moment, "date", zone);
  const styleOf = (at: Moment) => {
    if (now === undefined) return "short-date";
    return dayOf(at) === dayOf(now) ? "clock" : "day";
  };
  return (
    <ol className="changes">
      {entries.map((entry) => (
        <li key={entry.id}>
          <Time at={entry.at} style={styleOf(entry.at)} zone={zone} />
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
