import { type FilterQuery, sql } from "@mikro-orm/core";
import type { Permission } from "~/auth/permissions.server";
import type { Viewer } from "~/auth/viewer.server";
import { dayIn } from "~/ui/dates";
import { readMinute, wallMinute } from "~/web/zoned-minute";
import type { Constraint } from "./constraints.server";
import { type Field, optionalMinute, PUBLICATION_OPTIONS } from "./fields.server";
import { isDay } from "./list-state";
import { allOrVisible, type Column, derive, type Filter, type ManagedRecord } from "./resource.server";
import { withReady } from "./review/entries.server";

/** A record that can be scheduled. */
export type Scheduled = { status?: "published" | "draft"; publishAt?: Date | null };

/** For staff screens; for readers the database decides. @param now by default the server's clock */
export const isScheduled = ({ status = "published", publishAt }: Scheduled, now = new Date()): boolean =>
  status === "published" && !!publishAt && publishAt > now;

/** Published and scheduled rows, by the database's clock. */
const PUBLISHED = () => ({ $or: [{ publishAt: null }, { publishAt: { $lte: sql`now()` } }] });
const TO_COME = () => ({ publishAt: { $gt: sql`now()` } });

/** Rows that readers see from their minute on; all rows for viewers with this permission. */
export const visibleFromPublishing = <Row extends ManagedRecord & Scheduled>(
  permission: Permission,
  viewer: Viewer,
): FilterQuery<Row> => allOrVisible(permission, viewer, { status: "published", ...PUBLISHED() });

/** The minute when readers start seeing the record. */
export const publishAtField = ({ half = false }: { half?: boolean } = {}): Field => ({
  ...optionalMinute("publishAt", {
    label: "Publish at",
    half,
    hint: "Leave empty to publish immediately. If the clocks go back and this hour occurs twice, the first one is used.",
    description:
      "The minute from which readers can see the published record; createdAt has the same value. Null if they see it immediately.",
    example: "2149-07-16T06:30:00.000Z",
  }),
  notCopied: true,
});

const publishTime = ({ publishAt }: Scheduled) => publishAt?.getTime();
const isMinuteChanged = (values: Scheduled, before?: Scheduled) =>
  !!values.publishAt && publishTime(values) !== publishTime(before ?? {});
const isPublished = ({ status = "published", publishAt }: Scheduled) =>
  status === "published" && (!publishAt || publishAt <= new Date());

const MORNING = "09:00";
const LAST = "23:59";
const HOUR_MS = 3_600_000;

/**
 * When a record that is planned for a day is published, as the ISO text of a new form's field: in the morning, today at
 * the next full hour or in the day's last minute; empty for a day that is over.
 * @param day yyyy-mm-dd in the site's time zone @param now by default the server's clock
 */
export function plannedMinute(day: string, zone: string, now = new Date()): string {
  if (!isDay(day)) return "";
  const nextHour = `${wallMinute(new Date(now.getTime() + HOUR_MS), zone).slice(0, "yyyy-mm-ddThh".length)}:00`;
  const moments = [`${day}T${MORNING}`, nextHour, `${day}T${LAST}`].flatMap((minute) => {
    const read = readMinute(minute, zone);
    return "moment" in read ? [read.moment] : [];
  });
  return moments.find((at) => at > now && dayIn(zone, at) === day)?.toISOString() ?? "";
}

/** Why a minute is not in the future. @param now by default the server's clock */
export function passedText(moment: unknown, now = Date.now()): string {
  const isRunning = moment instanceof Date && now - moment.getTime() < MINUTE_MS;
  return isRunning ? "is the current minute" : "is in the past";
}

const MINUTE_MS = 60_000;

/** A published record cannot be hidden by a later date; it must be unpublished first. */
export const SCHEDULE_CONSTRAINTS: readonly Constraint[] = [
  {
    field: "publishAt",
    isViolated: (values, before) =>
      isMinuteChanged(values, before) && !isScheduled({ publishAt: (values as Scheduled).publishAt }),
    message: ({ publishAt }) =>
      `“Publish at” ${passedText(publishAt)}. Choose a later time, or leave it empty to publish now`,
  },
  {
    field: "publishAt",
    isViolated: (values, before) =>
      before !== undefined && isPublished(before) && isMinuteChanged(values, before) && isScheduled(values),
    message: (values) =>
      `It is already published, so it cannot be scheduled${"status" in values ? ". Change it to a draft first" : ""}`,
  },
];

/** Clears a minute that passed while the record was a draft, so that publishing takes effect immediately. */
export const clearPastPublishTime = (
  values: Readonly<Record<string, unknown>>,
  before: object | undefined,
): Record<string, unknown> => {
  const was = (before ?? {}) as Scheduled;
  const becomes: Scheduled = { ...was, ...values };
  const isPassed = !!becomes.publishAt && !isMinuteChanged(becomes, was) && becomes.publishAt <= new Date();
  return was.status === "draft" && becomes.status === "published" && isPassed ? { publishAt: null } : {};
};

/** The status, with the minute of scheduled records. */
export const scheduleStatusColumn = <Row extends ManagedRecord & Scheduled>(): Column<Row> => ({
  label: "Status",
  field: "status",
  cell: derive<Row, keyof Row & ("status" | "publishAt"), ReturnType<typeof statusCell>>(
    ["status", "publishAt"],
    (row) => statusCell(row as Scheduled),
  ),
});

const statusCell = (row: Scheduled) => ({
  kind: "badge" as const,
  publication: row.status,
  ...(isScheduled(row)
    ? { tone: "warn" as const, text: "Scheduled", at: row.publishAt?.toISOString() }
    : row.status === "draft"
      ? { tone: "draft" as const, text: "Draft" }
      : { tone: "good" as const, text: "Published" }),
});

const SCHEDULED = { value: "scheduled", label: "Scheduled" };

/** Filters a list by published, scheduled or draft. */
export const scheduleFilter = <Row extends ManagedRecord & Scheduled>(): Filter<Row> => {
  const [published, ...others] = PUBLICATION_OPTIONS;
  return withReady({
    name: "status",
    label: "Status",
    options: [published, SCHEDULED, ...others].filter((option) => option !== undefined),
    where: (value) => {
      const status = value === SCHEDULED.value ? "published" : value;
      const minute = value === SCHEDULED.value ? TO_COME() : value === "published" ? PUBLISHED() : {};
      return { status, ...minute } as unknown as FilterQuery<Row>;
    },
  });
};
