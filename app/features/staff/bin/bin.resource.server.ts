import { BinnedRecord } from "db/entities/binned-record";
import { NOT_IN_BIN } from "~/admin-kit/bin.server";
import { type Binned, type RestoredState, restoredState } from "~/admin-kit/bin-return.server";
import {
  type Column,
  derive,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type StoredList,
} from "~/admin-kit/resource.server";
import { rolesWith } from "~/auth/permissions.server";
import type { StaffRole, Viewer } from "~/auth/viewer.server";
import { BIN_PATH, lastDayIn } from "./bin.rules";

/** Records of any kind that are deleted into the bin, with their list. */
export type BinnedKind = Binned<ManagedRecord> & StoredList<ManagedRecord>;

export const binnedKind = <Row extends ManagedRecord & ListedRow>(
  resource: Binned<Row> & StoredList<Row>,
): BinnedKind =>
  // The kit asks a declaration about its own rows only, so which rows these are need not be known here.
  resource as unknown as BinnedKind;

const ROLES: readonly StaffRole[] = rolesWith("news.delete");

/**
 * What was deleted in the last 30 days, newest first: each leads to a page from which it comes back. Whoever may delete a record finds
 * it here.
 */
export function binOf(kinds: readonly BinnedKind[]): StoredList<BinnedRecord> & Removable<BinnedRecord> {
  const titles = new Map(kinds.map(({ path, listing }) => [path, listing.title]));
  const kindsOf = (viewer: Viewer): string[] =>
    viewer.kind === "staff"
      ? kinds.filter(({ roles }) => roles.remove.includes(viewer.role)).map(({ path }) => path)
      : [];
  return {
    entity: BinnedRecord,
    path: "bin",
    singular: "record",
    // Each kind's own permissions hold for its records.
    noun: "back-office",
    roles: { read: ROLES, write: [], remove: ROLES },
    titleOf: derive(["title"], ({ title }) => title),
    missing: NOT_IN_BIN,
    loadFailed: "Failed to fetch the bin",
    visibleTo: (viewer) => ({
      where: { kind: { $in: kindsOf(viewer) } },
      select: ["id", "kind", "recordId", "title", "held", "staffName", "createdAt", "updatedAt", "version"],
    }),
    listing: {
      title: "Bin",
      plural: "deleted records",
      parent: { label: "Dashboard", to: "/admin" },
      columns: columnsWith(titles),
      search: { label: "Search title", in: ["title"] },
      filters: [
        {
          name: "kind",
          label: "Kind",
          options: [...titles].map(([value, label]) => ({ value, label })),
          where: (kind) => ({ kind }),
        },
      ],
      detailPath: derive([], ({ id }) => `${BIN_PATH}/${id}`),
      empty: "The bin is empty.",
    },
    removal: {
      note: ({ title }) => `“${title}” goes for good. This can’t be undone.`,
      done: "Record deleted for good",
      failed: "Failed to delete the record",
    },
  };
}

/** @param titles of the lists that the records were deleted from, by their paths */
const columnsWith = (titles: ReadonlyMap<string, string>): Column<BinnedRecord>[] => [
  {
    label: "Title",
    sort: "title",
    cell: derive(["title", "kind"], ({ title, kind }) => ({
      kind: "title",
      text: title,
      sub: titles.get(kind) ?? kind,
    })),
  },
  {
    label: "Deleted by",
    cell: derive(["staffName"], ({ staffName }) => ({ kind: "text", text: staffName })),
  },
  {
    label: "Deleted",
    sort: "createdAt",
    cell: derive([], ({ createdAt }) => ({ kind: "time", iso: createdAt.toISOString() })),
  },
  {
    label: "In the bin until",
    cell: derive([], ({ createdAt }) => ({ kind: "time", iso: lastDayIn(createdAt).toISOString() })),
  },
];

const RETURNS: Record<RestoredState, string> = {
  draft: "It comes back as a draft: readers see it again when it is published.",
  scheduled: "It comes back as it was scheduled: readers see it when its minute comes.",
  ended: "It comes back as ended: readers see it again when its last minute is taken away or set anew.",
  "as it was": "Readers see it again at once, with the dates it had.",
  "dated anew":
    "Readers see it again at once, dated today. A call that was open stays withdrawn in the record, and is made anew at today’s price.",
};

/** What bringing a record back does, as staff are told before. */
export const returnOf = (resource: BinnedKind, row: BinnedRecord): string =>
  RETURNS[restoredState(resource, row, new Date())];
