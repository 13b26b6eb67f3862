import { type FilterQuery, sql } from "@mikro-orm/core";
import type { Permission } from "~/auth/permissions.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Constraint } from "./constraints.server";
import { type Field, optionalMinute } from "./fields.server";
import { passedText } from "./publish-time.server";
import { allOrVisible, type Column, derive, type Filter, type ManagedRecord } from "./resource.server";
import { withReady } from "./review/entries.server";

/**
 * A record that readers see until a given minute. Records without a status are visible as soon as they are
 * added.
 */
type Ending = { status?: "published" | "draft"; unpublishAt?: Date | null };
type EndingRecord = ManagedRecord & Ending;

/** For staff screens; for readers the database decides. */
export const hasEnded = ({ unpublishAt }: Ending, now = new Date()) => !!unpublishAt && unpublishAt <= now;

/** Rows before and after their last minute, by the database's clock. */
const NOT_ENDED = () => ({ $or: [{ unpublishAt: null }, { unpublishAt: { $gt: sql`now()` } }] });
const ENDED = () => ({ unpublishAt: { $lte: sql`now()` } });

/** The rows that readers see until their minute; all rows for viewers with this permission. */
export const visibleUntilEnd = <Row extends EndingRecord>(
  permission: Permission,
  viewer: Viewer,
  hasStatus: boolean,
): FilterQuery<Row> =>
  allOrVisible(permission, viewer, { ...(hasStatus ? { status: "published" } : {}), ...NOT_ENDED() });

/** The minute when readers stop seeing the record. */
export const unpublishAtField = (): Field => ({
  ...optionalMinute("unpublishAt", {
    label: "Unpublish at",
    hint: "Readers stop seeing it at this time. Leave empty to keep it published. If the clocks go back and this hour occurs twice, the first one is used.",
    description: "The minute when readers stop seeing it. Null if it stays published.",
    example: "2149-07-31T22:00:00.000Z",
  }),
  notCopied: true,
});

const unpublishTime = ({ unpublishAt }: Ending) => unpublishAt?.getTime();

/** A past minute may stay, but cannot be chosen. */
export const ENDING_CONSTRAINTS: readonly Constraint[] = [
  {
    field: "unpublishAt",
    isViolated: (values: Ending, before?: Ending) =>
      hasEnded(values) && unpublishTime(values) !== unpublishTime(before ?? {}),
    message: ({ unpublishAt }) =>
      `“Unpublish at” ${passedText(unpublishAt)}. Choose a later time, or leave it empty to keep the record published`,
  },
];

const STATES = [
  { value: "published", label: "Published" },
  { value: "ended", label: "Ended" },
  { value: "draft", label: "Draft" },
] as const;

function endingState(row: Ending): (typeof STATES)[number] {
  const [published, ended, draft] = STATES;
  if (row.status === "draft") return draft;
  return hasEnded(row) ? ended : published;
}

const TONES = { published: "good", ended: "warn", draft: "draft" } as const;

/** The record's state, with its last minute if it has one. */
export const endingStatusColumn = <Row extends EndingRecord>(hasStatus: boolean): Column<Row> => ({
  label: "Status",
  ...(hasStatus ? { field: "status" } : {}),
  cell: derive<Row, keyof Row & keyof Ending, ReturnType<typeof stateCell>>(
    hasStatus ? ["status", "unpublishAt"] : ["unpublishAt"],
    (row) => stateCell(row as Ending),
  ),
});

function stateCell(row: Ending) {
  const { value, label } = endingState(row);
  return {
    kind: "badge" as const,
    publication: row.status,
    tone: TONES[value],
    text: label,
    ...(row.unpublishAt ? { until: row.unpublishAt.toISOString() } : {}),
  };
}

/** Filters a list by visible, ended, draft or ready for review. @param hasStatus without it there are no drafts */
export const endingFilter = <Row extends EndingRecord>(hasStatus: boolean): Filter<Row> => {
  const filter: Filter<Row> = {
    name: "status",
    label: "Status",
    options: hasStatus ? STATES : STATES.filter(({ value }) => value !== "draft"),
    where: (value) =>
      ({
        ...(hasStatus ? { status: value === "draft" ? "draft" : "published" } : {}),
        ...(value === "ended" ? ENDED() : value === "published" ? NOT_ENDED() : {}),
      }) as FilterQuery<Row>,
  };
  return hasStatus ? withReady(filter) : filter;
};
