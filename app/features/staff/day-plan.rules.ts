import type { CalendarPath } from "~/features/scheduling/calendar.rules";
import { dayIn, formatTime, type Moment } from "~/ui/dates";
import { pluralize } from "~/ui/format";

/** The kinds of records that are published, by the path of their screen. */
export const DAY_PATHS = ["news", "videos", "daily-brief", "trade-alert"] as const satisfies CalendarPath[];
export type DayPath = (typeof DAY_PATHS)[number];

/** @property scheduled not published yet */
export type DayItem = { path: DayPath; id: string; title: string; at: Moment; scheduled: boolean };

/** Today's published and scheduled records, earliest first, and drafts, newest first. */
export type DayPlan = { out: DayItem[]; drafts: DayItem[] };

/** The minute of the day in the zone. */
export function minuteOfDay(moment: Moment, zone: string): number {
  const [hours = 0, minutes = 0] = formatTime(moment, "clock", zone).split(":").map(Number);
  return hours * 60 + minutes;
}

type DayEvent = { minute: number; state: "out" | "to-come" };

/** The minutes with publications, each once, because marks of the same minute would overlap. */
export function dayEvents(out: readonly Pick<DayItem, "at" | "scheduled">[], zone: string): DayEvent[] {
  const states = new Map(
    out.map(({ at, scheduled }) => [minuteOfDay(at, zone), scheduled ? "to-come" : "out"] as const),
  );
  return [...states].map(([minute, state]) => ({ minute, state }));
}

/** Today's drafts, and drafts from earlier days. */
export function draftsByDay({ drafts }: Pick<DayPlan, "drafts">, now: Moment, zone: string) {
  const today = dayIn(zone, now);
  return {
    today: drafts.filter(({ at }) => dayIn(zone, at) >= today),
    earlier: drafts.filter(({ at }) => dayIn(zone, at) < today),
  };
}

/** The text alternative of the day's drawing. */
export function daySentence(items: readonly Pick<DayItem, "scheduled">[], now: Moment, zone: string): string {
  const toCome = items.filter(({ scheduled }) => scheduled).length;
  const out = items.length - toCome;
  const count = out === 0 ? "nothing published yet" : `published so far: ${pluralize(out, "item")}`;
  const rest = toCome === 0 ? "" : `, still to come: ${toCome}`;
  return `Today at ${formatTime(now, "time", zone)}, ${count}${rest}.`;
}
