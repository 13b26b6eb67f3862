import { Outcome } from "~/features/calls/track-record/outcome";
import { dayInWords } from "~/ui/charts/calendar";
import { pluralize } from "~/ui/format";
import { Section } from "~/ui/head";
import { Time } from "~/ui/time";
import type { NewItem } from "./new-since.rules";
import "./new-since.css";

type NewSinceProps = {
  items: readonly NewItem[];
  /** yyyy-mm-dd */
  since: string;
  zone: string;
};

/** New items for a reader; null if there are none. */
export function NewSince({ items, since, zone }: NewSinceProps) {
  if (items.length === 0) return null;
  return (
    <Section
      level={3}
      title="New since your last visit"
      aside={`${pluralize(items.length, "item")} since ${dayInWords(since, "day")}`}
    >
      <ul className="since">
        {items.map(({ kind, name, to, day, at, outcome }) => (
          <li key={to}>
            <span className="meta">
              {at ? <Time at={at} style="short-day" zone={zone} /> : dayInWords(day, "short-day")}
            </span>
            <span className="meta">{kind}</span>
            <a href={to}>{name}</a>
            {outcome && <Outcome {...outcome} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
