import type { Viewer } from "~/features/auth/viewer.server";
import { rangeOf } from "~/web/paging";
import { type Group, type GroupName, groupsFor, suggestedGroups } from "./search.groups.server";
import { type Match, type Matches, matches } from "./search.queries.server";
import { readSearch, type Search } from "./search.rules";
import { closeMatches, closeTo } from "./spelling.queries.server";

/** Matches of a page: a taste of each group, or one group alone; and those of the drop-down. */
const PAGE_SIZES = { all: 5, one: 20, suggested: 6 } as const;

export type Found = { name: GroupName; title: string; matches: Match[]; total: number };

export type SearchAnswer = {
  search?: Search;
  /** Groups that may be asked for alone. */
  groups: { name: GroupName; title: string }[];
  only?: GroupName;
  found: Found[];
  /** The page, how many rows of a group it has, and the rows of the group that has most. */
  page: number;
  size: number;
  total: number;
  /** Nothing has it as it was typed; what was found resembles it, and has these words instead. */
  meant?: string;
};

/** The results page before there is anything to show. */
export const NO_ANSWER: SearchAnswer = { groups: [], found: [], page: 1, size: PAGE_SIZES.all, total: 0 };

type SearchRequest = {
  typed: string | null;
  /** The group that is asked for alone. */
  within: string | null;
  page: number;
};

/** The results page: every group the viewer may read, or one of them. */
export async function searchFor(
  viewer: Viewer,
  { typed, within, page }: SearchRequest,
): Promise<SearchAnswer> {
  const search = readSearch(typed);
  const all = groupsFor(viewer);
  const groups = all.map(({ name, title }) => ({ name, title }));
  const only = all.find(({ name }) => name === within)?.name;
  const size = only ? PAGE_SIZES.one : PAGE_SIZES.all;
  const asked = only ? all.filter(({ name }) => name === only) : all;
  const answer = { search, groups, only, page, size };
  if (!search) return { ...answer, found: [], total: 0 };
  const range = rangeOf(page, size);
  const exact = await each(asked, (group) => matches(group, search, range));
  if (exact.total > 0) return { ...answer, ...exact };
  const close = await closeTo(asked, search);
  const found = await each(asked, async (group) => {
    const near = close.find((one) => one.group === group);
    return near ? closeMatches(near, range) : { matches: [], total: 0 };
  });
  return { ...answer, ...found, meant: close[0]?.near.meant };
}

/** What each group has, without those that have nothing on this page. */
async function each(groups: Group[], look: (group: Group) => Promise<Matches>) {
  const lists = await Promise.all(groups.map(async (group) => ({ group, ...(await look(group)) })));
  return {
    total: Math.max(0, ...lists.map(({ total }) => total)),
    found: lists.flatMap(({ group: { name, title }, matches, total }) =>
      matches.length > 0 ? [{ name, title, matches, total }] : [],
    ),
  };
}

/** What the drop-down shows; specification, sections 2.2 and 3. */
export type Suggestion = { id: string; title: string; type: "Daily Brief" | "Alert" | "Video"; link: string };

const TYPES: Partial<Record<GroupName, Suggestion["type"]>> = {
  briefs: "Daily Brief",
  alerts: "Alert",
  videos: "Video",
};

/** The drop-down's lines, best first within each type: what holds the text as it was typed, and nothing else. */
export async function suggestionsFor(viewer: Viewer, typed: string | null): Promise<Suggestion[]> {
  const search = readSearch(typed);
  if (!search) return [];
  const groups = suggestedGroups(viewer);
  const range = { ...rangeOf(1, PAGE_SIZES.suggested), most: PAGE_SIZES.suggested };
  const lists = await Promise.all(groups.map((group) => matches(group, search, range)));
  return groups.flatMap(({ name }, nth) => {
    const type = TYPES[name];
    if (!type) return [];
    return (lists[nth]?.matches ?? []).map(({ id, title, path }) => ({ id, title, type, link: path }));
  });
}
