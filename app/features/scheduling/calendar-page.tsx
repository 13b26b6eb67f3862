import { AdminPage } from "~/admin-kit/admin-page";
import { Badge, type BadgeTone } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { pluralize } from "~/ui/format";
import { AdminHead } from "~/ui/head";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import { CALENDAR_LABELS, type CalendarItem, type CalendarState, calendarEditPath } from "./calendar.rules";
import type { CalendarScreenData } from "./calendar.screen.server";
import "./calendar.css";

const CALENDAR = "/admin/calendar";
const weekPath = (day: string) => `${CALENDAR}?week=${day}`;

const STATES: Record<CalendarState, { tone: BadgeTone; text: string }> = {
  out: { tone: "good", text: "Published" },
  scheduled: { tone: "warn", text: "Scheduled" },
  draft: { tone: "draft", text: "Draft" },
  copy: { tone: "warn", text: "Working copy" },
  ends: { tone: "plain", text: "Ends" },
};

/** A week of published, scheduled and ending records. */
export function CalendarPage({ days, around, thisWeek }: CalendarScreenData) {
  const { siteTz } = useRootData();
  const count = days.reduce((sum, { items }) => sum + items.length, 0);
  const [first, last] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  return (
    <AdminPage>
      <AdminHead
        title="Calendar"
        meta={
          <>
            <Time at={first} style="date" zone="UTC" /> to <Time at={last} style="date" zone="UTC" />,{" "}
            {pluralize(count, "entry", "entries")}. Times are in {siteTz}.
          </>
        }
        action={
          <nav className="actions" aria-label="Weeks">
            <LinkButton to={weekPath(around.before)}>Previous week</LinkButton>
            {!thisWeek && <LinkButton to={CALENDAR}>This week</LinkButton>}
            <LinkButton to={weekPath(around.after)}>Next week</LinkButton>
          </nav>
        }
      />
      <ol className="week">
        {days.map(({ day, isToday, items }) => (
          <li key={day} aria-current={isToday ? "date" : undefined}>
            <h2>
              <Time at={day} style="short-weekday" zone="UTC" />
              {isToday && <span className="text-muted"> Today</span>}
            </h2>
            {items.length === 0 ? (
              <p className="text-muted">Nothing scheduled.</p>
            ) : (
              <ul>
                {items.map((item) => (
                  <Entry key={`${item.path} ${item.id} ${item.state}`} item={item} zone={siteTz} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </AdminPage>
  );
}

function Entry({ item, zone }: { item: CalendarItem; zone: string }) {
  const { path, title, state, at } = item;
  return (
    <li>
      <span className="week-line">
        <Time at={at} style="clock" zone={zone} />
        <span className="text-muted">{CALENDAR_LABELS[path]}</span>
        <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      </span>
      <a href={calendarEditPath(item)}>{title}</a>
    </li>
  );
}
