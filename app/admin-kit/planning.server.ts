import { type FilterQuery, sql } from "@mikro-orm/core";
import type { Permission } from "~/auth/permissions.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Constraint } from "./constraints.server";
import { type Field, optionalMinute, PUBLICATION_OPTIONS } from "./fields.server";
import { allOrVisible, type Column, derive, type Filter, type ManagedRecord } from "./resource.server";

/** What may be given the minute from which readers see it. */
export type Scheduled = { status?: "published" | "draft"; publishAt?: Date | null };

/** The database decides for readers; this is for what staff are told. @param now the process's clock unless said */
export const isScheduled = ({ status = "published", publishAt }: Scheduled, now = new Date()): boolean =>
  status === "published" && !!publishAt && publishAt > now;

/** Rows whose minute has come, or is still to come, by the database's clock. */
const PUBLISHED = () => ({ $or: [{ publishAt: null }, { publishAt: { $lte: sql`now()` } }] });
const TO_COME = () => ({ publishAt: { $gt: sql`now()` } });

/** For records that readers see from their minute on: all of them for who holds this permission. */
export const visibleFromPublishing = <Row extends ManagedRecord & Scheduled>(
  permission: Permission,
  viewer: Viewer,
): FilterQuery<Row> => allOrVisible(permission, viewer, { status: "published", ...PUBLISHED() });

/** The minute from which readers see the record. */
export const publishAtField = ({ half = false }: { half?: boolean } = {}): Field => ({
  ...optionalMinute("publishAt", {
    label: "Publish at",
    half,
    hint: "Left empty, it is out as soon as it is published. Of an hour that clocks show twice in autumn, the first is meant.",
    description:
      "From when readers see it, once it is published, to the minute; its createdAt is the same. Null where it is out at once.",
    example: "2149-07-16T06:30:00.000Z",
  }),
  notCopied: true,
});

const publishTime = ({ publishAt }: Scheduled) => publishAt?.getTime();
const isMinuteChanged = (values: Scheduled, before?: Scheduled) =>
  !!values.publishAt && publishTime(values) !== publishTime(before ?? {});
const isPublished = ({ status = "published", publishAt }: Scheduled) =>
  status === "published" && (!publishAt || publishAt <= new Date());

/** Why a moment is not one to come: its minute is the running one, or over. @param now the process's clock unless said */
export function passedText(moment: unknown, now = Date.now()): string {
  const isRunning = moment instanceof Date && now - moment.getTime() < MINUTE_MS;
  return isRunning ? "names the minute that is running already" : "names a time that has passed";
}

const MINUTE_MS = 60_000;

/** What is asked of a minute. What readers have seen is not taken from them by a date: it is unpublished, where that can be done. */
export const SCHEDULE_CONSTRAINTS: readonly Constraint[] = [
  {
    field: "publishAt",
    isViolated: (values, before) =>
      isMinuteChanged(values, before) && !isScheduled({ publishAt: (values as Scheduled).publishAt }),
    message: ({ publishAt }) =>
      `Publish at ${passedText(publishAt)}. Choose a later one, or leave it empty to publish now`,
  },
  {
    field: "publishAt",
    isViolated: (values, before) =>
      before !== undefined && isPublished(before) && isMinuteChanged(values, before) && isScheduled(values),
    message: (values) =>
      `It is out already, so it cannot be given a later time${"status" in values ? ". Make it a draft first" : ""}`,
  },
];

/** A minute that passed while the record was a draft is none any more: who publishes it now does so at once. */
export const clearPassedMinute = (
  values: Readonly<Record<string, unknown>>,
  before: object | undefined,
): Record<string, unknown> => {
  const was = (before ?? {}) as Scheduled;
  const becomes: Scheduled = { ...was, ...values };
  const isPassed = !!becomes.publishAt && !isMinuteChanged(becomes, was) && becomes.publishAt <= new Date();
  return was.status === "draft" && becomes.status === "published" && isPassed ? { publishAt: null } : {};
};

/** The state of what is planned, with its minute while that is to come. */
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

/** Narrows a list to what is out, to come, or a draft. */
export const scheduleFilter = <Row extends ManagedRecord & Scheduled>(): Filter<Row> => {
  const [published, ...others] = PUBLICATION_OPTIONS;
  return {
    name: "status",
    label: "Status",
    options: [published, SCHEDULED, ...others].filter((option) => option !== undefined),
    where: (value) => {
      const status = value === SCHEDULED.value ? "published" : value;
      const minute = value === SCHEDULED.value ? TO_COME() : value === "published" ? PUBLISHED() : {};
      return { status, ...minute } as unknown as FilterQuery<Row>;
    },
  };
};
