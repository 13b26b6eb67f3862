import { BinnedRecord } from "db/entities/binned-record";
import { type Binned, comesBackAsDraft } from "~/admin-kit/bin.server";
import {
  derive,
  type ListedRow,
  type ManagedRecord,
  type Removable,
  type StoredList,
} from "~/admin-kit/resource.server";
import { ads } from "~/features/ads/ads.resource.server";
import { rolesWith } from "~/features/auth/permissions.server";
import type { StaffRole, Viewer } from "~/features/auth/viewer.server";
import { banners } from "~/features/banners/banners.resource.server";
import { tradeAlerts } from "~/features/content/alerts/alerts.resource.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";
import { news } from "~/features/content/news/news.resource.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";
import { videos } from "~/features/content/videos/videos.resource.server";
import { movers } from "~/features/markets/movers.resource.server";
import { quotes } from "~/features/markets/quotes.resource.server";
import { BIN_PATH, lastDayIn } from "./bin.rules";

type AnyBinned = Binned<ManagedRecord> & StoredList<ManagedRecord>;

const binned = <Row extends ManagedRecord & ListedRow>(resource: Binned<Row> & StoredList<Row>): AnyBinned =>
  // The kit asks a declaration about its own rows only, so which rows these are need not be known here.
  resource as unknown as AnyBinned;

/** The records that are deleted into the bin, in the order of the side menu. */
export const BINNED: readonly AnyBinned[] = [
  binned(dailyBriefs),
  binned(stockPicks),
  binned(tradeAlerts),
  binned(news),
  binned(videos),
  binned(quotes),
  binned(movers),
  binned(ads),
  binned(banners),
];

export const binnedResource = (kind: string): AnyBinned | undefined =>
  BINNED.find(({ path }) => path === kind);

/** Whoever may delete a record finds it in the bin. */
const kindsOf = (viewer: Viewer): string[] =>
  viewer.kind === "staff"
    ? BINNED.filter(({ roles }) => roles.remove.includes(viewer.role)).map(({ path }) => path)
    : [];

const ROLES: readonly StaffRole[] = rolesWith("news.delete");

const KIND_LABELS = new Map(BINNED.map(({ path, listing }) => [path, listing.title]));

/** What was deleted in the last 30 days, newest first: each leads to a page from which it comes back. */
export const bin: StoredList<BinnedRecord> & Removable<BinnedRecord> = {
  entity: BinnedRecord,
  path: "bin",
  singular: "record",
  roles: { read: ROLES, write: ROLES, remove: ROLES },
  titleOf: derive(["title"], ({ title }) => title),
  missing: "Record not found.",
  loadFailed: "Failed to fetch the bin",
  visibleTo: (viewer) => ({
    where: { kind: { $in: kindsOf(viewer) } },
    select: ["id", "kind", "recordId", "title", "staffName", "createdAt", "updatedAt", "version"],
  }),
  listing: {
    title: "Bin",
    plural: "deleted records",
    parent: { label: "Dashboard", to: "/admin" },
    columns: [
      {
        label: "Title",
        sort: "title",
        cell: derive(["title", "kind"], ({ title, kind }) => ({
          kind: "title",
          text: title,
          sub: KIND_LABELS.get(kind) ?? kind,
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
        label: "Until",
        cell: derive([], ({ createdAt }) => ({ kind: "time", iso: lastDayIn(createdAt).toISOString() })),
      },
    ],
    search: { label: "Search title", in: ["title"] },
    filters: [
      {
        name: "kind",
        label: "Kind",
        options: BINNED.map(({ path, listing }) => ({ value: path, label: listing.title })),
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

/** What bringing a record back does, as staff are told before. */
export function returnOf(resource: AnyBinned): string {
  if (comesBackAsDraft(resource))
    return "It comes back as a draft: readers see it again when it is published.";
  return resource.removal.bin === "dated anew"
    ? "Readers see it again at once, dated today. Its call of before stays withdrawn in the record, and it is a new one."
    : "Readers see it again at once.";
}
