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

/** The records closest to a search without matches, and the corrected words. */
type SimilarRecords = { ids: string[]; meant: string };

/**
 * The words that the reader may have meant, among the groups that contain them. The index finds words with
 * common trigrams or two swapped letters, and the closest ones are used. A word that exists in some group is
 * correct for all.
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
  const { found, near } = closestCandidates(typed, orderByGroup(groups, candidates.flat()));
  return near && { ids: found.map(({ id }) => id), meant: near.meant };
}

/** The planner underestimates the cost of similarity, and would compare every row until it has enough. */
const TRIGRAMS_ALONE = {
  seqscan: text.from`set_config('enable_seqscan', 'off', true)`,
  indexscan: text.from`set_config('enable_indexscan', 'off', true)`,
  similarity: text.from`set_config('pg_trgm.strict_word_similarity_threshold', '${MIN_SIMILARITY}', true)`,
};
const GO_BY_TRIGRAMS = statement("search.by-trigrams", TRIGRAMS_ALONE)`select ${TRIGRAMS_ALONE}`;

/** Only the trigram index may find candidates. If it returns too many, the newest records are used. */
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

/** Each candidate once, in the order of the groups. */
function orderByGroup(groups: readonly SearchGroup[], found: readonly CandidateRow[]): Candidate[] {
  const groupIndex = new Map(groups.map(({ name }, place) => [name, place]));
  const unique = [...new Map(found.map((row) => [row.id, row])).values()];
  return unique
    .toSorted((one, other) => (groupIndex.get(one.group) ?? 0) - (groupIndex.get(other.group) ?? 0))
    .map(({ id, named }) => ({ id, words: normalizedWords(named) }));
}
