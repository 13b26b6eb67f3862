import type { Audience } from "~/features/entitlements/access.server";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import type { PageRange } from "~/web/paging";
import type { SearchGroup } from "./search.groups.server";
import { escapeLike, foldedWord, isFoldable, type Search, snippet, type WordCount } from "./search.rules";
import type { LookupValues, MatchRow } from "./search.statements.server";

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

/** A page of the best matches of one group, the newest of equals first. */
export async function findMatches(group: SearchGroup, search: Search, range: PageRange): Promise<Matches> {
  const { none, weak, strong } = group.statements.ranked;
  // `readSearch` keeps no more words than there are counts.
  const ranked = { none, weak, strong: strong[String(search.words.length) as WordCount] }[search.reach];
  const found = await ranked.all({ ...lookupValues(search), firstWord: firstWordOf(search), ...range });
  return matchesOf(group, found);
}

/** A page of these records of a group. */
export async function matchesByIds(
  group: SearchGroup,
  ids: string[],
  search: Pick<Search, "words">,
  range: PageRange,
): Promise<Matches> {
  const found = await group.statements.chosen.all({ ids, firstWord: firstWordOf(search), ...range });
  return matchesOf(group, found);
}

/** A page of what a group has once accents, apostrophes and what joins the parts of a ticker are left out. */
export async function foldedMatches(group: SearchGroup, search: Search, range: PageRange): Promise<Matches> {
  if (!isFoldable(search)) return { matches: [], total: 0 };
  const statement = group.statements.folded[String(search.words.length) as WordCount];
  const words = search.words.map(foldedWord);
  const found = await statement.all({ ...lookupValues({ ...search, words }) });
  if (found.length === 0) return { matches: [], total: 0 };
  return matchesByIds(
    group,
    found.map(({ id }) => id),
    search,
    range,
  );
}

const firstWordOf = ({ words: [first = ""] }: Pick<Search, "words">) => first;

function lookupValues({ text, words }: Search): LookupValues {
  const whole = escapeLike(text);
  return {
    typed: text,
    prefix: `${whole}%`,
    wordStart: `% ${whole}%`,
    anywhere: `%${whole}%`,
    ...Object.fromEntries(words.map((word, nth) => [`word${nth + 1}`, `%${escapeLike(word)}%`])),
  };
}

function matchesOf({ path }: SearchGroup, found: MatchRow[]): Matches {
  const matches = found.flatMap(({ id, title, note, audience, createdAt, ...place }) => {
    if (id === null || title === null || createdAt === null) return [];
    return [{ id, title, note, audience, createdAt, path: path({ id, note }), text: snippetAt(place) }];
  });
  return { matches, total: found[0]?.total ?? 0 };
}

function snippetAt({ cut, at, length }: Pick<MatchRow, "cut" | "at" | "length">): string | undefined {
  if (!cut || at === null || length === null) return undefined;
  return snippet(plainTextOf(cut), { start: at <= 81, end: Math.max(1, at - 80) + 240 > length });
}
