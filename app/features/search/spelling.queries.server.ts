import { orm } from "db/orm.server";
import { text } from "db/sql";
import { statement } from "db/statement.server";
import { type SearchGroup, statementsFor } from "./search.groups.server";
import { escapeLike, type Search } from "./search.rules";
import type { CandidateRow, SearchStatements } from "./search.statements.server";
import {
  type Candidate,
  closestCandidates,
  MIN_SIMILARITY,
  normalizedWords,
  transpositions,
} from "./spelling.rules";

/** The records that come closest to a search that found nothing as it was typed, and the words that they have instead. */
type SimilarRecords = { ids: string[]; meant: string };

/**
 * What the words may have been meant for, in the groups that have it: the index finds what shares trigrams or has two
 * letters the other way round, and the nearest of those are kept. A word that some group has is meant by all.
 */
export async function findSimilar(
  groups: readonly SearchGroup[],
  search: Search,
): Promise<SimilarRecords | undefined> {
  if (search.reach !== "strong") return undefined;
  const typed = normalizedWords(search.words.join(" "));
  const candidates = await Promise.all(
    statementsFor(groups).map((statements) => findCandidates(statements, search)),
  );
  const { found, near } = closestCandidates(typed, inOrderOf(groups, candidates.flat()));
  return near && { ids: found.map(({ id }) => id), meant: near.meant };
}

/** The planner takes a resemblance for cheap and common, and would compare with every row until it has enough. */
const TRIGRAMS_ALONE = {
  seqscan: text.from`set_config('enable_seqscan', 'off', true)`,
  indexscan: text.from`set_config('enable_indexscan', 'off', true)`,
  similarity: text.from`set_config('pg_trgm.strict_word_similarity_threshold', '${MIN_SIMILARITY}', true)`,
};
const GO_BY_TRIGRAMS = statement("search.by-trigrams", TRIGRAMS_ALONE)`select ${TRIGRAMS_ALONE}`;

/** What the trigram index finds, and nothing else may; with the newest records of what has too many for it. */
async function findCandidates({ candidates }: SearchStatements, search: Search): Promise<CandidateRow[]> {
  const { byTrigrams, newest } = candidates;
  const typed = search.text;
  const swapped = transpositions(search.words).map((word) => `%${escapeLike(word)}%`);
  const indexed = orm()
    .em.getKnex()
    .transaction(async (transaction) => {
      await GO_BY_TRIGRAMS.run({}, transaction);
      return byTrigrams.allPrepared({ typed, swapped }, transaction);
    });
  return (await Promise.all([indexed, newest.all({ typed })])).flat();
}

/** Each of some candidates once, those of the first group first. */
function inOrderOf(groups: readonly SearchGroup[], found: readonly CandidateRow[]): Candidate[] {
  const placeOf = new Map(groups.map(({ name }, place) => [name, place]));
  const unique = [...new Map(found.map((row) => [row.id, row])).values()];
  return unique
    .toSorted((one, other) => (placeOf.get(one.group) ?? 0) - (placeOf.get(other.group) ?? 0))
    .map(({ id, named }) => ({ id, words: normalizedWords(named) }));
}
