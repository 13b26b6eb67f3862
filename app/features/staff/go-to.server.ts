import { findNamed } from "~/admin-kit/find-named.server";
import { openList, requestedListState } from "~/admin-kit/list-rows.server";
import { viewsNamed, viewTo } from "~/admin-kit/list-views.queries.server";
import type { ManagedRecord } from "~/admin-kit/resource.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { recordLink, SCREENS, type Screen } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { readBesideOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { type Destination, matchScreens, titleRank } from "./go-to.rules";
import { placesFor } from "./places.server";
import { accessDeniedReason } from "./screen-access.server";

/** The most suggested records per kind. */
const RECORDS_EACH = 4;

/** A record, or a list of them, with the rank of what fits best. */
type Found = Destination & { rank: number };

/** The rank of links to lists: behind every record. */
const LIST_RANK = 5;

/** The creation day, to distinguish records of one name. */
const createdDay = ({ createdAt }: ManagedRecord): string => formatTime(createdAt, "date", config().siteTz);

/** Rank of a row: an email, a ticker or a code that is exactly the text is as good as the title. */
const rankOf = (title: string, row: object, words: string): number =>
  Object.values(row).some((value) => typeof value === "string" && titleRank(value, words) === 0)
    ? 0
    : titleRank(title, words);

async function findRecords(screen: Screen, viewer: StaffViewer, words: string): Promise<Found[]> {
  const { resource, label } = screen;
  const rows = await bestRows(resource, viewer, words);
  const found = rows.map((row) => {
    const title = resource.titleOf(row);
    return { row, title, link: recordLink(screen, row.id), rank: rankOf(title, row, words) };
  });
  if (found.some(({ link }) => link === undefined)) return [listOf(screen, words, found)];
  const isAlike = (title: string) => found.filter((other) => other.title === title).length > 1;
  return found.map(({ row, title, link = "", rank }) => ({
    title: isAlike(title) ? `${title}, ${createdDay(row)}` : title,
    type: label,
    link,
    rank,
  }));
}

/** Those with exactly this name, then those whose names begin so, then any match of the list's search. */
async function bestRows(resource: Screen["resource"], viewer: StaffViewer, words: string) {
  const named = "entity" in resource ? await findNamed(resource, viewer, words, RECORDS_EACH) : [];
  if (named.length >= RECORDS_EACH) return named;
  const untouched = requestedListState(resource.listing, new Request("http://list"));
  const { rows } = await openList(resource, viewer, { ...untouched, q: words }).findSome(RECORDS_EACH);
  const others = rows.filter(({ id }) => named.every((row) => row.id !== id));
  return [...named, ...others].slice(0, RECORDS_EACH);
}

/** A person's views and the shared ones, of the lists that they may open. */
async function findViews(open: readonly Screen[], viewer: StaffViewer, words: string): Promise<Found[]> {
  const lists = open.map(({ path }) => path);
  const views = await viewsNamed(viewer, { words, lists, most: RECORDS_EACH });
  return views.flatMap((view) => {
    const screen = open.find(({ path }) => path === view.list);
    return screen
      ? {
          title: view.name,
          type: `View of ${screen.label}`,
          link: viewTo(screen.resource, view),
          rank: titleRank(view.name, words),
        }
      : [];
  });
}

/** Records without a page of their own are found in their list. */
const listOf = ({ path, label }: Screen, words: string, found: readonly { title: string }[]): Found => ({
  title: (found.length === 1 && found[0]?.title) || `“${words}” in ${label}`,
  type: label,
  link: `/admin/${path}?${new URLSearchParams({ q: words })}`,
  rank: LIST_RANK,
});

/**
 * Suggestions for a typed text: screens by their titles, records with exactly that name, screens by what else they
 * are called, then records by their lists’ searches, those whose names fit best first. A search that fails or takes
 * too long is left out.
 */
export async function destinationsFor(
  args: RequestArgs,
  viewer: StaffViewer,
  typed: string,
): Promise<Destination[]> {
  const words = typed.replaceAll("\0", "").toWellFormed().trim().slice(0, 100);
  if ([...words].length < 2) return [];
  const open = SCREENS.filter((screen) => accessDeniedReason(screen, viewer) === undefined);
  const searches = [
    { label: "Views", search: () => findViews(open, viewer, words) },
    ...open.map((screen) => ({
      label: screen.label,
      search: () => findRecords(screen, viewer, words),
    })),
  ];
  const found = await Promise.all(
    searches.map(({ label, search }) =>
      readBesideOr(args, `${label} were not searched`, search, [] as Found[]),
    ),
  );
  const records = found.flat().toSorted((one, other) => one.rank - other.rank);
  const { byTitle, byWords } = matchScreens(placesFor(viewer), words);
  return [
    ...byTitle,
    ...records.filter(({ rank }) => rank === 0),
    ...byWords,
    ...records.filter(({ rank }) => rank > 0),
  ].map(({ title, type, link }) => ({ title, type, link }));
}
