import type { Audience } from "~/access/access.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import type { PageRange } from "~/web/paging";
import { lookupValues } from "./asked.server";
import type { MatchRow } from "./page-of-matches.server";
import { type SearchGroup, statementsFor } from "./search.groups.server";
import { foldedWord, isFoldable, type Search, snippet, wordCountFor } from "./search.rules";
import type { SearchStatements } from "./search.statements.server";

/** One match. `text` is a piece of the record around what was found in it. */
export type Match = {
  id: string;
  title: string;
  note: string | null;
  /** Whom it is for, where it is not for everybody. */
  audience: Audience | null;
  path: string;
  createdAt: Date;
  text?: string;
};

/** A page of matches and how many there are, counted up to the most that the group looks for. */
export type Matches = { matches: Match[]; total: number };

/** A page of the best matches of each group, the newest of equals first. */
export async function findMatches(
  groups: readonly SearchGroup[],
  search: Search,
  range: PageRange,
): Promise<Matches[]> {
  const asked = { ...lookupValues(search), firstWord: firstWordOf(search), ...range };
  const found = await rowsOf(groups, ({ ranked: { none, weak, strong } }) => {
    const ranked = { none, weak, strong: strong[wordCountFor(search.words)] }[search.reach];
    return ranked.all(asked);
  });
  return matchesOf(groups, found);
}

/** A page of these records of each group. */
export async function matchesByIds(
  groups: readonly SearchGroup[],
  ids: string[],
  search: Pick<Search, "words">,
  range: PageRange,
): Promise<Matches[]> {
  if (ids.length === 0) return matchesOf(groups, []);
  const asked = { ids, firstWord: firstWordOf(search), ...range };
  return matchesOf(groups, await rowsOf(groups, ({ chosen }) => chosen.all(asked)));
}

/** A page of what each group has once accents, apostrophes and what joins the parts of a ticker are left out. */
export async function foldedMatches(
  groups: readonly SearchGroup[],
  search: Search,
  range: PageRange,
): Promise<Matches[]> {
  if (!isFoldable(search)) return matchesOf(groups, []);
  const { words } = lookupValues({ ...search, words: search.words.map(foldedWord) });
  const found = await rowsOf(groups, ({ folded }) => folded[wordCountFor(search.words)].all({ words }));
  return matchesByIds(
    groups,
    found.map(({ id }) => id),
    search,
    range,
  );
}

/** What statements answer that search groups, all of them at once where there are such. */
async function rowsOf<Row>(
  groups: readonly SearchGroup[],
  ask: (statements: SearchStatements) => Promise<Row[]>,
): Promise<Row[]> {
  return (await Promise.all(statementsFor(groups).map(ask))).flat();
}

const firstWordOf = ({ words: [first = ""] }: Pick<Search, "words">) => first;

const matchesOf = (groups: readonly SearchGroup[], found: readonly MatchRow[]): Matches[] =>
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
