import { type FilterQuery, sql } from "@mikro-orm/core";
import type { Permission } from "~/auth/permissions.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Constraint } from "./constraints.server";
import { type Field, optionalMinute } from "./fields.server";
import { passedText } from "./planning.server";
import { allOrVisible, type Column, derive, type Filter, type ManagedRecord } from "./resource.server";

/** What may be given the minute from which readers see it no more. What has no status is shown once it is added. */
type Ending = { status?: "published" | "draft"; unpublishAt?: Date | null };
type EndingRecord = ManagedRecord & Ending;

/** The database decides for readers; this is for what staff are told. */
export const hasEnded = ({ unpublishAt }: Ending, now = new Date()) => !!unpublishAt && unpublishAt <= now;

/** Rows whose last minute is still to come, or has been, by the database's clock. */
const NOT_ENDED = () => ({ $or: [{ unpublishAt: null }, { unpublishAt: { $gt: sql`now()` } }] });
const ENDED = () => ({ unpublishAt: { $lte: sql`now()` } });

/** For records that readers see until their minute: all of them for who holds this permission. */
export const visibleUntilEnd = <Row extends EndingRecord>(
  permission: Permission,
  viewer: Viewer,
  hasStatus: boolean,
): FilterQuery<Row> =>
  allOrVisible(permission, viewer, { ...(hasStatus ? { status: "published" } : {}), ...NOT_ENDED() });

/** The minute from which readers see the record no more. */
export const unpublishAtField = (): Field => ({
  ...optionalMinute("unpublishAt", {
    label: "Unpublish at",
    hint: "From then on readers see it no more. Left empty, it stays. Of an hour that clocks show twice in autumn, the first is meant.",
    description: "From when readers see it no more, to the minute. Null where it stays.",
    example: "2149-07-31T22:00:00.000Z",
  }),
  notCopied: true,
});

const unpublishTime = ({ unpublishAt }: Ending) => unpublishAt?.getTime();

/** What is asked of a minute: one that is over can be kept, but not chosen. */
export const ENDING_CONSTRAINTS: readonly Constraint[] = [
  {
    field: "unpublishAt",
    isViolated: (values: Ending, before?: Ending) =>
      hasEnded(values) && unpublishTime(values) !== unpublishTime(before ?? {}),
    message: ({ unpublishAt }) =>
      `Unpublish at ${passedText(unpublishAt)}. Choose a later one, or leave it empty to keep it`,
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

/** Where the record stands, with its last minute where it has one. */
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

/** Narrows a list to what readers see, what is over, or drafts. @param hasStatus without it there are no drafts */
export const endingFilter = <Row extends EndingRecord>(hasStatus: boolean): Filter<Row> => ({
  name: "status",
  label: "Status",
  options: STATES.filter(({ value }) => hasStatus || value !== "draft"),
  where: (value) =>
    ({
      ...(hasStatus ? { status: value === "draft" ? "draft" : "published" } : {}),
      ...(value === "ended" ? ENDED() : value === "published" ? NOT_ENDED() : {}),
    }) as FilterQuery<Row>,
});
