import { orm } from "db/orm.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import type { PageRange } from "~/web/paging";
import type { SearchGroup } from "./search.groups.server";
import { type Matches, matchesByIds } from "./search.queries.server";
import { escapeLike, type Search } from "./search.rules";
import {
  type Candidate,
  closestCandidates,
  MIN_SIMILARITY,
  normalizedWords,
  type SpellingMatch,
  transpositions,
} from "./spelling.rules";

/** A group with what in it comes closest to a search that found nothing as it was typed. */
type SimilarRecords = { group: SearchGroup; ids: string[]; near: SpellingMatch };

/**
 * What the words may have been meant for, in the groups that have it: the index finds what shares trigrams or has two
 * letters the other way round, and the nearest of those are kept. A word that some group has is meant by all.
 */
export async function findSimilar(groups: SearchGroup[], search: Search): Promise<SimilarRecords[]> {
  if (search.reach !== "strong") return [];
  const typed = normalizedWords(search.words.join(" "));
  const candidates = await Promise.all(groups.map((group) => findCandidates(group, search)));
  const { found, near } = closestCandidates(typed, candidates.flat());
  if (!near) return [];
  return groups.flatMap((group) => {
    const ids = found.filter(({ of }) => of === group.name).map(({ id }) => id);
    return ids.length > 0 ? [{ group, ids, near }] : [];
  });
}

/** A page of what came close in a group. */
export const similarMatches = ({ group, ids, near }: SimilarRecords, range: PageRange): Promise<Matches> =>
  matchesByIds(group, ids, { words: near.meant.split(" ") }, range);

type Resembling = Candidate & { of: SearchGroup["name"] };

/** The planner takes a resemblance for cheap and common, and would compare with every row until it has enough. */
const TRIGRAMS_ALONE = {
  seqscan: text.from`set_config('enable_seqscan', 'off', true)`,
  indexscan: text.from`set_config('enable_indexscan', 'off', true)`,
  similarity: text.from`set_config('pg_trgm.strict_word_similarity_threshold', '${MIN_SIMILARITY}', true)`,
};
const GO_BY_TRIGRAMS = statement("search.by-trigrams", TRIGRAMS_ALONE)`select ${TRIGRAMS_ALONE}`;

/** What the trigram index finds, and nothing else may; with the newest records of what has too many for it. */
async function findCandidates({ name, statements }: SearchGroup, search: Search): Promise<Resembling[]> {
  const { byTrigrams, newest } = statements.candidates;
  const typed = search.text;
  const swapped = transpositions(search.words).map((word) => `%${escapeLike(word)}%`);
  const indexed = orm()
    .em.getKnex()
    .transaction(async (transaction) => {
      await GO_BY_TRIGRAMS.run({}, transaction);
      return byTrigrams.all({ typed, swapped }, transaction);
    });
  const found = (await Promise.all([indexed, newest.all({ typed })])).flat();
  const unique = [...new Map(found.map((row) => [row.id, row])).values()];
  return unique.map(({ id, named }) => ({ id, words: normalizedWords(named), of: name }));
}
