import type { CalendarPath } from "~/features/scheduling/calendar.rules";
import { dayIn, formatTime, type Moment } from "~/ui/dates";
import { pluralize } from "~/ui/format";

/** What goes out to readers, by the name of its screen in addresses. */
export const DAY_PATHS = ["news", "videos", "daily-brief", "trade-alert"] as const satisfies CalendarPath[];
export type DayPath = (typeof DAY_PATHS)[number];

/** @property scheduled it is still to come */
export type DayItem = { path: DayPath; id: string; title: string; at: Moment; scheduled: boolean };

/** What went out today or still will, the earliest first, and the drafts, the newest first. */
export type DayPlan = { out: DayItem[]; drafts: DayItem[] };

/** The minute of the zone's day. */
export function minuteOf(moment: Moment, zone: string): number {
  const [hours = 0, minutes = 0] = formatTime(moment, "clock", zone).split(":").map(Number);
  return hours * 60 + minutes;
}

type DayEvent = { minute: number; state: "out" | "to-come" };

/** The minutes of the day at which something went out, or will, each once: two half-discs on each other are one. */
export function dayEvents(out: readonly Pick<DayItem, "at" | "scheduled">[], zone: string): DayEvent[] {
  const states = new Map(
    out.map(({ at, scheduled }) => [minuteOf(at, zone), scheduled ? "to-come" : "out"] as const),
  );
  return [...states].map(([minute, state]) => ({ minute, state }));
}

/** The drafts that were begun today, and those that still wait from earlier days. */
export function draftsByDay({ drafts }: Pick<DayPlan, "drafts">, now: Moment, zone: string) {
  const today = dayIn(zone, now);
  return {
    today: drafts.filter(({ at }) => dayIn(zone, at) >= today),
    earlier: drafts.filter(({ at }) => dayIn(zone, at) < today),
  };
}

/** What the drawing of the day shows. */
export function daySentence(items: readonly Pick<DayItem, "scheduled">[], now: Moment, zone: string): string {
  const toCome = items.filter(({ scheduled }) => scheduled).length;
  const out = items.length - toCome;
  const count = out === 0 ? "nothing is out yet" : `out so far: ${pluralize(out, "piece")}`;
  const rest = toCome === 0 ? "" : `, still to come: ${toCome}`;
  return `Today at ${formatTime(now, "time", zone)}, ${count}${rest}.`;
}
