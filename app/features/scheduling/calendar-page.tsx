import { AdminPage } from "~/admin-kit/admin-page";
import { exclusiveDetails } from "~/ui/attributes";
import { Badge, type BadgeTone } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { pluralize } from "~/ui/format";
import { AdminHead } from "~/ui/head";
import { Time } from "~/ui/time";
import { useRootData } from "~/web/root-data";
import {
  addPath,
  CALENDAR,
  CALENDAR_LABELS,
  type CalendarItem,
  type CalendarState,
  calendarEditPath,
  monthPath,
  weekPath,
} from "./calendar.rules";
import type { CalendarDay, CalendarScreenData } from "./calendar.screen.server";
import "./calendar.css";

const STATES: Record<CalendarState, { tone: BadgeTone; text: string }> = {
  out: { tone: "good", text: "Published" },
  scheduled: { tone: "warn", text: "Scheduled" },
  draft: { tone: "draft", text: "Draft" },
  copy: { tone: "warn", text: "Working copy" },
  ends: { tone: "plain", text: "Ends" },
};

/** A week or a month of published, scheduled and ending records. */
export function CalendarPage(calendar: CalendarScreenData) {
  const { days, around, isCurrent, month } = calendar;
  const { siteTz } = useRootData();
  const ownDays = month ? days.filter(({ day }) => day.startsWith(month)) : days;
  const count = ownDays.reduce((sum, { items }) => sum + items.length, 0);
  const [first, last] = [ownDays[0]?.day ?? "", ownDays.at(-1)?.day ?? ""];
  const to = month ? monthPath : weekPath;
  const unit = month ? "month" : "week";
  // A week belongs to the month of its Thursday.
  const midst =
    (isCurrent && ownDays.find(({ isToday }) => isToday)?.day) || (month ? first : ownDays[3]?.day) || "";
  return (
    <AdminPage>
      <AdminHead
        title="Calendar"
        meta={
          <>
            <Time at={first} style="date" zone="UTC" /> to <Time at={last} style="date" zone="UTC" />,{" "}
            {ownDays.some(({ hasMore }) => hasMore)
              ? `${pluralize(count, "entry is", "entries are")} shown, and there are more`
              : pluralize(count, "entry", "entries")}
            . Times are in {siteTz}.
          </>
        }
        action={
          <nav className="actions" aria-label={month ? "Months" : "Weeks"}>
            <LinkButton to={to(around.before)}>{`Previous ${unit}`}</LinkButton>
            {!isCurrent && <LinkButton to={month ? monthPath("") : CALENDAR}>{`This ${unit}`}</LinkButton>}
            <LinkButton to={to(around.after)}>{`Next ${unit}`}</LinkButton>
            <LinkButton to={month ? weekPath(midst) : monthPath(midst.slice(0, 7))}>
              {month ? "Show a week" : "Show the month"}
            </LinkButton>
          </nav>
        }
      />
      {month ? <Month {...calendar} month={month} /> : <Week {...calendar} />}
    </AdminPage>
  );
}

const Week = ({ days, kinds }: CalendarScreenData) => (
  <ol className="week">
    {days.map((day) => (
      <li key={day.day} aria-current={day.isToday ? "date" : undefined}>
        <h2>
          <Time at={day.day} style="short-weekday" zone="UTC" />
          {day.isToday && <span className="text-muted"> Today</span>}
        </h2>
        {day.items.length === 0 ? <p className="text-muted">Nothing scheduled.</p> : <Entries {...day} />}
        {day.hasMore && <p className="text-muted">{`Only the first ${day.items.length} are shown.`}</p>}
        <AddHere {...day} kinds={kinds} />
      </li>
    ))}
  </ol>
);

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A table of weeks; on phones a list of the month's days. */
function Month({ month, days, kinds }: CalendarScreenData & { month: string }) {
  const weeks = days.filter((_, at) => at % 7 === 0).map((_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table className="month-table">
      <caption className="sr">The days of the month</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {name.slice(0, 3)}
              <span className="sr">{name.slice(3)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((day, at) => (
              <td
                key={day.day}
                aria-current={day.isToday ? "date" : undefined}
                className={day.day.startsWith(month) ? undefined : "beyond"}
              >
                <p className="month-day">
                  <span className="month-weekday">{WEEKDAYS[at]?.slice(0, 3)} </span>
                  <Time at={day.day} style="axis-day" zone="UTC" />
                  {day.isToday && <span className="text-muted"> Today</span>}
                </p>
                <Entries {...day} />
                {day.hasMore && (
                  <p className="month-more">
                    <a href={weekPath(day.day)}>
                      More<span className="sr">{` on ${day.day}`}</span>
                    </a>
                  </p>
                )}
                <AddHere {...day} kinds={kinds} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Entries = ({ items }: Pick<CalendarDay, "items">) =>
  items.length > 0 && (
    <ul>
      {items.map((item) => (
        <Entry key={`${item.path} ${item.id} ${item.state}`} item={item} />
      ))}
    </ul>
  );

function Entry({ item }: { item: CalendarItem }) {
  const { siteTz } = useRootData();
  const { path, title, state, at } = item;
  return (
    <li>
      <span className="week-line">
        <Time at={at} style="clock" zone={siteTz} />
        <span className="text-muted">{CALENDAR_LABELS[path]}</span>
        <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
      </span>
      <a href={calendarEditPath(item)}>{title}</a>
    </li>
  );
}

/** The forms of what can be published on a day that is not over. */
function AddHere({ day, isPast, kinds }: CalendarDay & Pick<CalendarScreenData, "kinds">) {
  if (isPast || kinds.length === 0) return null;
  return (
    <details className="add-here" {...exclusiveDetails("add-here")}>
      <summary>
        Add here<span className="sr">{`, ${day}`}</span>
      </summary>
      <p>
        {kinds.map((path) => (
          <a key={path} href={addPath(path, day)}>
            {CALENDAR_LABELS[path]}
          </a>
        ))}
      </p>
    </details>
  );
}
