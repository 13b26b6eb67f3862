import { orm } from "db/orm.server";
import { rows } from "db/query.server";
import type { Range } from "~/web/paging";
import type { Group } from "./search.groups.server";
import { anyOf, type Matches, matchesIn } from "./search.queries.server";
import { literally, type Search } from "./search.rules";
import { type Candidate, type Nearness, nearest, plainWords, transpositions } from "./spelling.rules";

/** Of all that resemble what was typed, this many of a group are compared closely. */
const RESEMBLING = 300;

/** How alike is alike: 'tekla' is 0.33 of 'Tesla'. PostgreSQL's own 0.5 forgives long words only. */
const ALIKE = "0.3";

/** A group with what in it comes closest to a search that found nothing as it was typed. */
type Close = { group: Group; ids: string[]; near: Nearness };

/**
 * What the words may have been meant for, in the groups that have it: the index finds what shares trigrams or has two
 * letters the other way round, and the nearest of those are kept. A word that some group has is meant by all.
 */
export async function closeTo(groups: Group[], search: Search): Promise<Close[]> {
  if (search.reach !== "strong") return [];
  const typed = plainWords(search.words.join(" "));
  const candidates = await Promise.all(groups.map((group) => resembling(group, search)));
  const { found, near } = nearest(typed, candidates.flat());
  if (!near) return [];
  return groups.flatMap((group) => {
    const ids = found.filter(({ of }) => of === group.name).map(({ id }) => id);
    return ids.length > 0 ? [{ group, ids, near }] : [];
  });
}

/** A page of what came close in a group. */
export const closeMatches = ({ group, ids, near }: Close, range: Range): Promise<Matches> =>
  matchesIn(
    group,
    { words: near.meant.split(" ") },
    { sql: "select id, 0 as rank from unnest(?::uuid[]) as id", values: [ids] },
    range,
  );

type Resembling = Candidate & { of: Group["name"] };

async function resembling({ name, table, where, names }: Group, search: Search): Promise<Resembling[]> {
  const swapped = transpositions(search.words).map((word) => anyOf(names, `%${literally(word)}%`));
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
             where ${where} and (${sql}) limit ${RESEMBLING})`,
      )
      .join(" union "),
    lookups.flatMap(({ values }) => values),
  );
  return found.map(({ id, named }) => ({ id, words: plainWords(named), of: name }));
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
                set_config('pg_trgm.strict_word_similarity_threshold', '${ALIKE}', true)`,
      );
      return rows<Found>(text, values, transaction);
    });
}
