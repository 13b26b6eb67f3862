import { query } from "db/query.server";
import type { PageRange } from "~/web/paging";
import type { SearchGroup } from "./search.groups.server";
import { escapeLike, MOST_MATCHES, type Search, snippet } from "./search.rules";

/** One match. `text` is a piece of the record around what was found in it. */
export type Match = {
  id: string;
  title: string;
  note: string | null;
  path: string;
  createdAt: Date;
  text?: string;
};

/** A page of matches and how many there are, counted up to the `most` that are looked for: 200 unless told. */
export type Matches = { matches: Match[]; total: number };
export type MatchRange = PageRange & { most?: number };

/** Where nothing can use an index, the newest this many are looked at. */
const NEWEST_SCANNED = 2_000;

type Row = {
  id: string | null;
  title: string;
  note: string | null;
  createdAt: Date;
  cut: string | null;
  at: number;
  length: number;
  total: number;
};

/** A condition and its bound values. */
type SqlCondition = { sql: string; values: string[] };

export const anyOf = (columns: string[], pattern: string): SqlCondition => ({
  sql: columns.map((column) => `${column} ilike ?`).join(" or "),
  values: columns.map(() => pattern),
});

/** Written as the prefix indexes are. */
const startsWithAny = (columns: string[], pattern: string): SqlCondition => ({
  sql: columns.map((column) => `lower(${column}) like lower(?)`).join(" or "),
  values: columns.map(() => pattern),
});

/** Each word somewhere in the columns. */
function containsEveryWord(columns: string[], words: string[]): SqlCondition {
  const terms = words.map((word) => anyOf(columns, `%${escapeLike(word)}%`));
  return {
    sql: terms.map(({ sql }) => `(${sql})`).join(" and "),
    values: terms.flatMap(({ values }) => values),
  };
}

/**
 * The best matches of one group: an exact ticker, then what begins with the text, then names that contain it, then
 * names with all its words, then texts; of equals the newest. Every step is an indexed lookup of its own with a limit
 * of its own, so a million rows cost what a thousand do.
 */
export async function findMatches(group: SearchGroup, search: Search, range: MatchRange): Promise<Matches> {
  const { table, where } = group;
  const { most = MOST_MATCHES } = range;
  const steps = rankingSteps(group, search);
  const found = steps.map(
    ({ sql, newest }, rank) =>
      `(select id, ${rank} as rank from ${newest ? newestRows(group) : table} as t
         where ${newest ? "true" : where} and (${sql}) order by created_at desc, id desc limit ${most})`,
  );
  const best = `select id, min(rank) as rank from (${found.join(" union all ")}) as found group by id`;
  return matchesIn(group, search, { sql: best, values: steps.flatMap(({ values }) => values) }, range);
}

type RankingStep = SqlCondition & { newest?: true };

function rankingSteps({ ticker, nameColumns: names, text }: SearchGroup, search: Search): RankingStep[] {
  const whole = escapeLike(search.text);
  const steps: RankingStep[] = [];
  if (search.reach !== "none") {
    if (ticker) steps.push({ sql: `lower(${ticker}) = lower(?)`, values: [search.text] });
    steps.push(startsWithAny(names, `${whole}%`));
  }
  if (search.reach === "weak") steps.push(anyOf(names, `% ${whole}%`));
  if (search.reach !== "strong") return [...steps, { ...anyOf(names, `%${whole}%`), newest: true }];
  steps.push(anyOf(names, `%${whole}%`));
  if (search.words.length > 1) steps.push(containsEveryWord(names, search.words));
  if (text) steps.push(containsEveryWord([text], search.words));
  return steps;
}

const newestRows = ({ table, where, nameColumns: names }: SearchGroup) =>
  `(select id, created_at, ${names.join(", ")} from ${table} where ${where}
     order by created_at desc, id desc limit ${NEWEST_SCANNED})`;

/**
 * A page of what a statement found, the newest of equals first.
 * @param best selects `id` and `rank`
 */
export async function matchesIn(
  group: SearchGroup,
  search: Pick<Search, "words">,
  best: { sql: string; values: unknown[] },
  { limit, offset, most = MOST_MATCHES }: MatchRange,
): Promise<Matches> {
  const { table, text, path } = group;
  const { title, note } = group.select;
  const order = "rank, created_at desc, id desc";
  const place = text ? `strpos(lower(${text}), ?)` : "0";
  const found = await query<Row>(
    `with ranked as (select id, rank, t.created_at from (${best.sql}) as best join ${table} as t using (id)
                      order by ${order} limit ${most}),
          page as (select * from ranked order by ${order} limit ? offset ?)
     select t.id, ${title} as title, ${note} as note, t.created_at as "createdAt",
            ${text ? `substr(${text}, greatest(1, at - 80), 240)` : "null"} as cut, at,
            ${text ? `char_length(${text})` : "0"} as length, total
       from (select count(*)::int as total from ranked) as counted
       left join page on true left join ${table} as t on t.id = page.id
       left join lateral (select ${place} as at) as spot on true
      order by page.rank, page.created_at desc, page.id desc`,
    [...best.values, limit, offset, ...(text ? [search.words[0]] : [])],
  );
  const listed = found.flatMap(({ id, cut, at, length, total: _, ...row }) => {
    if (id === null) return [];
    const ends = { start: at <= 81, end: Math.max(1, at - 80) + 240 > length };
    return [{ ...row, id, path: path({ ...row, id }), text: cut ? snippet(cut, ends) : undefined }];
  });
  return { matches: listed, total: found[0]?.total ?? 0 };
}
