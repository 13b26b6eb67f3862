import type { Viewer } from "~/http/viewer.server";
import { type GroupName, groupsFor, suggestedGroups } from "./search.groups.server";
import { type Match, matches, resembling } from "./search.queries.server";
import { readSearch, type Search } from "./search.rules";

/** Matches of each group: a taste of all groups, or more of one. */
const EACH = { all: 5, one: 50, suggested: 6 } as const;

export type Found = { name: GroupName; title: string; matches: Match[]; more: boolean };

export type SearchAnswer = {
  search?: Search;
  /** Groups that may be asked for alone. */
  groups: { name: GroupName; title: string }[];
  only?: GroupName;
  found: Found[];
  /** Nothing has it as it was typed; what was found resembles it. */
  alike: boolean;
};

/** The results page before there is anything to show. */
export const NO_ANSWER: SearchAnswer = { groups: [], found: [], alike: false };

/** The results page: every group the viewer may read, or one of them. */
export async function searchFor(
  viewer: Viewer,
  typed: string | null,
  within: string | null,
): Promise<SearchAnswer> {
  const search = readSearch(typed);
  const all = groupsFor(viewer);
  const groups = all.map(({ name, title }) => ({ name, title }));
  const only = all.find(({ name }) => name === within)?.name;
  if (!search) return { groups, only, found: [], alike: false };
  const asked = only ? all.filter(({ name }) => name === only) : all;
  const limit = only ? EACH.one : EACH.all;
  const look = async (by: typeof matches): Promise<Found[]> => {
    const lists = await Promise.all(asked.map((group) => by(group, search, limit + 1)));
    return asked.flatMap(({ name, title }, nth) => {
      const list = lists[nth] ?? [];
      return list.length > 0
        ? [{ name, title, matches: list.slice(0, limit), more: list.length > limit }]
        : [];
    });
  };
  const exact = await look(matches);
  if (exact.length > 0) return { search, groups, only, found: exact, alike: false };
  return { search, groups, only, found: await look(resembling), alike: true };
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
  const lists = await Promise.all(groups.map((group) => matches(group, search, EACH.suggested)));
  return groups.flatMap(({ name }, nth) => {
    const type = TYPES[name];
    if (!type) return [];
    return (lists[nth] ?? []).map(({ id, title, path }) => ({ id, title, type, link: path }));
  });
}
