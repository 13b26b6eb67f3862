import { BinnedRecord } from "db/entities/binned-record";
import { BIN_PATH, BIN_PERMISSION } from "~/admin-kit/bin.rules";
import { NOT_IN_BIN } from "~/admin-kit/bin.server";
import { mayAddPublic } from "~/admin-kit/publication-guard.server";
import {
  type Column,
  derive,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type StoredList,
} from "~/admin-kit/resource.server";
import { type Binned, type RestoredState, restoredState } from "~/admin-kit/restored-values.server";
import { can, NOBODY, rolesWith } from "~/auth/permissions.server";
import type { StaffViewer, Viewer } from "~/auth/viewer.server";
import { lastDayIn } from "./bin.rules";

/** A kind of records that are deleted into the bin, with its list. */
export type BinnedKind = Binned<ManagedRecord> & StoredList<ManagedRecord>;

export const binnedKind = <Row extends ManagedRecord & ListedRow>(
  resource: Binned<Row> & StoredList<Row>,
): BinnedKind =>
  // The kit only passes a declaration its own rows, so their type does not matter here.
  resource as unknown as BinnedKind;

const ROLES = rolesWith(BIN_PERMISSION);

/** The records deleted in the last 30 days, newest first, each with a page to restore it. People who may delete a kind of record see it here.
 */
export function createBin(kinds: readonly BinnedKind[]): StoredList<BinnedRecord> & Removable<BinnedRecord> {
  const titles = new Map(kinds.map(({ path, listing }) => [path, listing.title]));
  const visibleKinds = (viewer: Viewer): string[] =>
    viewer.kind === "staff"
      ? kinds.filter(({ roles }) => can(viewer, roles.remove.permission)).map(({ path }) => path)
      : [];
  return {
    entity: BinnedRecord,
    path: "bin",
    singular: "record",
    // Each kind's own permissions apply to its records.
    noun: "back-office",
    roles: { read: ROLES, write: NOBODY, remove: ROLES },
    titleOf: derive(["title"], ({ title }) => title),
    missing: NOT_IN_BIN,
    loadFailed: "Failed to fetch the bin",
    visibleTo: (viewer) => ({
      where: { kind: { $in: visibleKinds(viewer) } },
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
      note: ({ title }) => `“${title}” will be permanently deleted. This can’t be undone.`,
      done: "Record permanently deleted",
      failed: "Failed to delete the record",
    },
  };
}

/** @param titles of the records' lists, by path */
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
  draft: "It is restored as a draft: readers see it again when you publish it.",
  scheduled: "It is restored with its schedule: readers see it at its publishing time.",
  ended: "It is restored as ended: readers see it again when you clear or change “Unpublish at”.",
  "as it was": "Readers see it again immediately, with its original dates.",
  redated:
    "Readers see it again immediately, dated today. Its former call stays withdrawn in the track record, and a new call opens at today’s price.",
};

/** Describes what restoring a record does. */
export const restoreText = (resource: BinnedKind, row: BinnedRecord, viewer: StaffViewer): string => {
  const state = restoredState(resource, row, new Date());
  return state === "draft" || mayAddPublic(viewer, resource)
    ? RETURNS[state]
    : "It is restored as a draft: readers see it again when a colleague approves or publishes it.";
};
