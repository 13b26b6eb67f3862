import { orm } from "db/orm.server";
import { query } from "db/query.server";
import type { PageRange } from "~/web/paging";
import type { SearchGroup } from "./search.groups.server";
import { anyOf, type Matches, matchesIn } from "./search.queries.server";
import { escapeLike, type Search } from "./search.rules";
import {
  type Candidate,
  closestCandidates,
  normalizedWords,
  type SpellingMatch,
  transpositions,
} from "./spelling.rules";

/** Of all that resemble what was typed, this many of a group are compared closely. */
const MAX_CANDIDATES = 300;

/** How alike is alike: 'tekla' is 0.33 of 'Tesla'. PostgreSQL's own 0.5 forgives long words only. */
const MIN_SIMILARITY = "0.3";

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
  matchesIn(
    group,
    { words: near.meant.split(" ") },
    { sql: "select id, 0 as rank from unnest(?::uuid[]) as id", values: [ids] },
    range,
  );

type Resembling = Candidate & { of: SearchGroup["name"] };

async function findCandidates(
  { name, table, where, nameColumns: names }: SearchGroup,
  search: Search,
): Promise<Resembling[]> {
  const swapped = transpositions(search.words).map((word) => anyOf(names, `%${escapeLike(word)}%`));
  const alike = names.map((column) => `? <<% ${column}`).join(" or ");
  const lookups = [
    { sql: alike, values: names.map(() => search.text) },
    ...(swapped.length > 0
      ? [
          {
            sql: swapped.map(({ sql }) => sql).join(" or "),
            values: swapped.flatMap(({ values }) => values),
          },
        ]
      : []),
  ];
  const found = await byTrigrams<{ id: string; named: string }>(
    lookups
      .map(
        ({ sql }) =>
          `(select id, concat_ws(' ', ${names.join(", ")}) as named from ${table}
             where ${where} and (${sql}) limit ${MAX_CANDIDATES})`,
      )
      .join(" union "),
    lookups.flatMap(({ values }) => values),
  );
  return found.map(({ id, named }) => ({ id, words: normalizedWords(named), of: name }));
}

/**
 * Runs a statement that must go by the trigram index. The planner takes a resemblance for cheap and common, and would
 * compare with every row until it has enough.
 */
function byTrigrams<Found>(text: string, values: unknown[]): Promise<Found[]> {
  return orm()
    .em.getKnex()
    .transaction(async (transaction) => {
      await transaction.raw(
        `select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true),
                set_config('pg_trgm.strict_word_similarity_threshold', '${MIN_SIMILARITY}', true)`,
      );
      return query<Found>(text, values, transaction);
    });
}
