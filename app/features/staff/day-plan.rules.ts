import { formatTime, type Moment } from "~/ui/dates";
import { pluralize } from "~/ui/format";

/** What goes out to readers, and what staff call it. */
export const DAY_KINDS = ["news", "video", "brief", "alert"] as const;
export type DayKind = (typeof DAY_KINDS)[number];

export type DayItem = { kind: DayKind; id: string; title: string; at: Moment };

/** What went out today, the earliest first, and the drafts, the newest first. */
export type DayPlan = { out: DayItem[]; drafts: DayItem[] };

export const DAY_KIND_LABELS: Record<DayKind, string> = {
  news: "News",
  video: "Video",
  brief: "Brief",
  alert: "Alert",
};

const PATHS: Record<DayKind, string> = {
  news: "news",
  video: "videos",
  brief: "daily-brief",
  alert: "trade-alert",
};

/** Where it is edited. */
export const editPathOf = ({ kind, id }: Pick<DayItem, "kind" | "id">): string =>
  `/admin/${PATHS[kind]}/${id}/edit`;

/** The minute of the zone's day. */
export function minuteOf(moment: Moment, zone: string): number {
  const [hours = 0, minutes = 0] = formatTime(moment, "clock", zone).split(":").map(Number);
  return hours * 60 + minutes;
}

/** The minutes of the day at which something went out, each once: two half-discs on each other are one. */
export const minutesOut = (out: readonly Pick<DayItem, "at">[], zone: string): number[] => [
  ...new Set(out.map(({ at }) => minuteOf(at, zone))),
];

/** What the drawing of the day shows. */
export function daySentence(out: readonly unknown[], now: Moment, zone: string): string {
  const count = out.length === 0 ? "nothing is out yet" : `out so far: ${pluralize(out.length, "piece")}`;
  return `Today from 6 to 24; now is ${formatTime(now, "time", zone)}, ${count}.`;
}
