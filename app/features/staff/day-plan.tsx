import { CALENDAR_LABELS, calendarEditPath } from "~/features/scheduling/calendar.rules";
import { Badge } from "~/ui/badge";
import { Day } from "~/ui/charts/day";
import type { Moment } from "~/ui/dates";
import { Time } from "~/ui/time";
import type { AttentionItem } from "./dashboard.queries.server";
import {
  type DayItem,
  dayEvents,
  daySentence,
  draftsByDay,
  minuteOfDay,
  type DayPlan as Plan,
} from "./day-plan.rules";
import "~/ui/charts/charts.css";
import "./month-figures.css";

type DayPlanProps = {
  plan: Plan;
  /** Stale quotes, if any. */
  stale?: Pick<AttentionItem, "text" | "action"> & { count: string };
  now: Moment;
  zone: string;
};

/** The day's publications by hour, then drafts and stale prices. */
export function DayPlan({ plan, stale, now, zone }: DayPlanProps) {
  const { out } = plan;
  const { today, earlier } = draftsByDay(plan, now, zone);
  return (
    <>
      {out.length > 0 && (
        <Day
          events={dayEvents(out, zone)}
          now={minuteOfDay(now, zone)}
          sentence={daySentence(out, now, zone)}
        />
      )}
      {out.length + today.length === 0 && <p className="meta">Nothing is scheduled today.</p>}
      {(out.length + today.length > 0 || stale) && (
        <ul className="ending-calls">
          {out.map((item) => (
            <li key={item.id}>
              <Time at={item.at} style="clock" zone={zone} />
              <Title item={item} />
              {item.scheduled ? <Badge tone="warn">Scheduled</Badge> : <Badge tone="good">Published</Badge>}
            </li>
          ))}
          <Drafts items={today} zone={zone} />
          {stale && (
            <li>
              <span className="text-muted">Prices</span>
              <a href={stale.action.to}>{`${stale.count} ${stale.text}`}</a>
              <Badge tone="warn">Stale</Badge>
            </li>
          )}
        </ul>
      )}
      {earlier.length > 0 && (
        <>
          <h3 className="earlier-drafts">Drafts left over from earlier days</h3>
          <ul className="ending-calls">
            <Drafts items={earlier} zone={zone} />
          </ul>
        </>
      )}
    </>
  );
}

const Drafts = ({ items, zone }: { items: readonly DayItem[]; zone: string }) =>
  items.map((item) => (
    <li key={item.id}>
      <Time at={item.at} style="short-day" zone={zone} />
      <Title item={item} />
      <Badge tone="draft">Draft</Badge>
    </li>
  ));

const Title = ({ item }: { item: DayItem }) => (
  <span>
    <a href={calendarEditPath(item)}>{item.title}</a>{" "}
    <span className="text-muted">{CALENDAR_LABELS[item.path]}</span>
  </span>
);
