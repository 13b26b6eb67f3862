import type { Audience } from "~/access/access.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import type { PageRange } from "~/web/paging";
import { lookupValues } from "./lookup.server";
import type { MatchRow } from "./page-of-matches.server";
import { type SearchGroup, statementsFor } from "./search.groups.server";
import { canSearchFolded, foldedWord, type Search, snippet, wordCountFor } from "./search.rules";
import type { SearchStatements } from "./search.statements.server";

/** One match. `text` is an excerpt around the matching words. */
export type Match = {
  id: string;
  title: string;
  note: string | null;
  /** The audience, unless it is everybody. */
  audience: Audience | null;
  path: string;
  createdAt: Date;
  text?: string;
};

/** A page of matches and their number, counted up to the group's limit. */
export type Matches = { matches: Match[]; total: number };

/** A page of the best matches of each group; of equal rank the newest first. */
export async function findMatches(
  groups: readonly SearchGroup[],
  search: Search,
  range: PageRange,
): Promise<Matches[]> {
  const values = { ...lookupValues(search), firstWord: centreWord(search), ...range };
  const found = await runStatements(groups, ({ ranked: { none, weak, strong } }) => {
    const ranked = { none, weak, strong: strong[wordCountFor(search.words)] }[search.reach];
    return ranked.all(values);
  });
  return groupMatches(groups, found);
}

/** A page of the records with these ids, for each group. */
export async function matchesByIds(
  groups: readonly SearchGroup[],
  ids: string[],
  search: Pick<Search, "words">,
  range: PageRange,
): Promise<Matches[]> {
  if (ids.length === 0) return groupMatches(groups, []);
  const values = { ids, firstWord: centreWord(search), ...range };
  return groupMatches(groups, await runStatements(groups, ({ chosen }) => chosen.all(values)));
}

/** A page of each group's matches, ignoring accents, apostrophes and the signs within a ticker. */
export async function foldedMatches(
  groups: readonly SearchGroup[],
  search: Search,
  range: PageRange,
): Promise<Matches[]> {
  if (!canSearchFolded(search)) return groupMatches(groups, []);
  const { words } = lookupValues({ ...search, words: search.words.map(foldedWord) });
  const found = await runStatements(groups, ({ folded }) =>
    folded[wordCountFor(search.words)].all({ words }),
  );
  return matchesByIds(
    groups,
    found.map(({ id }) => id),
    search,
    range,
  );
}

/** Runs the statements of the groups, in one query if they share a set. */
async function runStatements<Row>(
  groups: readonly SearchGroup[],
  run: (statements: SearchStatements) => Promise<Row[]>,
): Promise<Row[]> {
  return (await Promise.all(statementsFor(groups).map(run))).flat();
}

const centreWord = ({ words: [first = ""] }: Pick<Search, "words">) => first;

const groupMatches = (groups: readonly SearchGroup[], found: readonly MatchRow[]): Matches[] =>
  groups.map(({ name, path }) => {
    const rows = found.filter(({ group }) => group === name);
    const matches = rows.flatMap(({ id, title, note, audience, createdAt, ...place }) => {
      if (id === null || title === null || createdAt === null) return [];
      return [{ id, title, note, audience, createdAt, path: path({ id, note }), text: snippetAt(place) }];
    });
    return { matches, total: rows[0]?.total ?? 0 };
  });

function snippetAt({ cut, at, length }: Pick<MatchRow, "cut" | "at" | "length">): string | undefined {
  if (!cut || at === null || length === null) return undefined;
  return snippet(plainTextOf(cut), { start: at <= 81, end: Math.max(1, at - 80) + 240 > length });
}
