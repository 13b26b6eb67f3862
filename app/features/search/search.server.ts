import { readForMany } from "db/orm.server";
import { type Audience, canReadInFull } from "~/access/access.server";
import type { Viewer } from "~/auth/viewer.server";
import type { FoundPrice, SuggestionType } from "~/features/discovery.server";
import { pageRange } from "~/web/paging";
import { type SearchGroup, searchableGroups, suggestedGroups } from "./search.groups.server";
import { findMatches, foldedMatches, type Match, type Matches, matchesByIds } from "./search.queries.server";
import { MOST_SUGGESTED, readSearch, type Search } from "./search.rules";
import { findSimilar } from "./spelling.queries.server";

/** Matches per page: a few of each group, or more of a single group; and those of the drop-down. */
const PAGE_SIZES = { all: 5, one: 20, suggested: MOST_SUGGESTED } as const;

/** @property locked the audience of a match that this reader may not open */
export type FoundMatch = Omit<Match, "audience"> & { locked?: Audience };

export type GroupMatches = { name: string; title: string; matches: FoundMatch[]; total: number };

export type SearchPage = {
  search?: Search;
  /** Groups that readers can select. */
  groups: { name: string; title: string }[];
  only?: string;
  found: GroupMatches[];
  /** The page, its size per group, and the size of the largest group. */
  page: number;
  size: number;
  total: number;
  /** The corrected words, when nothing matches the input and the results are similar records. */
  meant?: string;
};

/** The results page without a search. */
export const EMPTY_SEARCH: SearchPage = { groups: [], found: [], page: 1, size: PAGE_SIZES.all, total: 0 };

type SearchRequest = {
  typed: string | null;
  /** The selected group. */
  within: string | null;
  page: number;
};

/** The results page: every group that the viewer may read, or one of them. */
export const searchFor = (viewer: Viewer, request: SearchRequest): Promise<SearchPage> =>
  readForMany(() => findPage(viewer, request));

async function findPage(viewer: Viewer, { typed, within, page }: SearchRequest): Promise<SearchPage> {
  const search = readSearch(typed);
  const all = searchableGroups(viewer);
  const groups = all.map(({ name, title }) => ({ name, title }));
  const only = all.find(({ name }) => name === within)?.name;
  const size = only ? PAGE_SIZES.one : PAGE_SIZES.all;
  const searched = only ? all.filter(({ name }) => name === only) : all;
  const answer = { search, groups, only, page, size };
  if (!search) return { ...answer, found: [], total: 0 };
  const range = pageRange(page, size);
  const exact = matchesFor(viewer, searched, await findMatches(searched, search, range));
  if (exact.total > 0) return { ...answer, ...exact };
  const folded = matchesFor(viewer, searched, await foldedMatches(searched, search, range));
  if (folded.total > 0) return { ...answer, ...folded };
  const similar = await findSimilar(searched, search);
  if (!similar) return { ...answer, found: [], total: 0 };
  const { ids, meant } = similar;
  const close = await matchesByIds(searched, ids, { words: meant.split(" ") }, range);
  return { ...answer, ...matchesFor(viewer, searched, close), meant };
}

/** Each group's matches for a reader, without groups that have none on this page. */
const matchesFor = (viewer: Viewer, groups: SearchGroup[], lists: readonly Matches[]) => ({
  total: Math.max(0, ...lists.map(({ total }) => total)),
  found: groups.flatMap((group, nth) => {
    const { name, title } = group;
    const { matches, total } = lists[nth] ?? { matches: [], total: 0 };
    return matches.length > 0 ? [{ name, title, matches: matches.map(lockedFor(viewer, group)), total }] : [];
  }),
});

/** Marks a match that is behind a paywall for this reader. */
const lockedFor =
  (viewer: Viewer, { opens }: SearchGroup) =>
  ({ audience, ...match }: Match): FoundMatch =>
    opens && audience && !canReadInFull(opens(viewer), audience) ? { ...match, locked: audience } : match;

/** The prices of matches by id, limited to those that this reader may see. */
export async function matchPrices(
  viewer: Viewer,
  found: readonly GroupMatches[],
): Promise<Record<string, FoundPrice>> {
  const lists = await Promise.all(
    searchableGroups(viewer).map(async ({ name, prices }) => {
      const ids = found.find((group) => group.name === name)?.matches.map(({ id }) => id) ?? [];
      return prices && ids.length > 0 ? [...(await prices(ids, viewer))] : [];
    }),
  );
  return Object.fromEntries(lists.flat());
}

/** What the drop-down shows; specification, sections 2.2 and 3. */
export type Suggestion = { id: string; title: string; type: SuggestionType; link: string };

/**
 * The drop-down's lines, best first within each type. If nothing contains the input as typed, accents and
 * apostrophes are ignored.
 */
export async function suggestionsFor(viewer: Viewer, typed: string | null): Promise<Suggestion[]> {
  const search = readSearch(typed);
  if (!search) return [];
  const groups = suggestedGroups(viewer);
  const range = pageRange(1, PAGE_SIZES.suggested);
  const lists = await readForMany(async () => {
    const exact = await findMatches(groups, search, range);
    if (exact.some(({ total }) => total > 0)) return exact;
    return foldedMatches(groups, search, range);
  });
  return groups.flatMap(({ suggested: { as: type } }, nth) =>
    (lists[nth]?.matches ?? []).map(({ id, title, path }) => ({ id, title, type, link: path })),
  );
}
