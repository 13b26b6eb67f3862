import { openList, requestedListState } from "~/admin-kit/list-rows.server";
import type { ManagedRecord } from "~/admin-kit/resource.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { recordLink, SCREENS, type Screen } from "~/features/registry.server";
import { config } from "~/platform/config.server";
import { formatTime } from "~/ui/dates";
import { loadOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { byTitle, type Destination, matchScreens } from "./go-to.rules";
import { placesFor } from "./places.server";
import { accessDeniedReason } from "./screen-access.server";

/** The most suggested records per kind. */
const RECORDS_EACH = 4;

/** The most records per kind among which the best titles are sought. */
const RECORDS_READ = 20;

/** The creation day, to distinguish records of one name. */
const createdDay = ({ createdAt }: ManagedRecord): string => formatTime(createdAt, "date", config().siteTz);

async function findRecords(screen: Screen, viewer: StaffViewer, words: string): Promise<Destination[]> {
  const { resource, label } = screen;
  const untouched = requestedListState(resource.listing, new Request("http://list"));
  const list = openList(resource, viewer, { ...untouched, q: words });
  const { rows } = await list.findSome(RECORDS_READ);
  const found = rows.map((row) => ({ title: resource.titleOf(row), link: recordLink(screen, row.id), row }));
  if (found.some(({ link }) => link === undefined)) return [listOf(screen, words, found)];
  const named = byTitle(found, words).slice(0, RECORDS_EACH);
  const isAlike = (title: string) => named.filter((other) => other.title === title).length > 1;
  return named.map(({ row, title, link = "" }) => ({
    title: isAlike(title) ? `${title}, ${createdDay(row)}` : title,
    type: label,
    link,
  }));
}

/** Records without a page of their own are found in their list. */
const listOf = (
  { path, label }: Screen,
  words: string,
  found: readonly { title: string }[],
): Destination => ({
  title: (found.length === 1 && found[0]?.title) || `“${words}” in ${label}`,
  type: label,
  link: `/admin/${path}?${new URLSearchParams({ q: words })}`,
});

/**
 * Suggestions for a typed text: screens first, then records by their lists’ searches, those whose titles fit best
 * first. Searches that fail or take too long are skipped.
 */
export async function destinationsFor(
  args: RequestArgs,
  viewer: StaffViewer,
  typed: string,
): Promise<Destination[]> {
  const words = typed.replaceAll("\0", "").toWellFormed().trim().slice(0, 100);
  if ([...words].length < 2) return [];
  const open = SCREENS.filter((screen) => accessDeniedReason(screen, viewer.role) === undefined);
  const found = await Promise.all(
    open.map((screen) =>
      loadOr(args, `${screen.label} were not searched`, findRecords(screen, viewer, words), []),
    ),
  );
  const screens = matchScreens(placesFor(viewer), words);
  return [
    ...screens.map(({ title, type, link }) => ({ title, type, link })),
    ...byTitle(found.flat(), words),
  ];
}
