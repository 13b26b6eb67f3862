import { orm } from "db/orm.server";
import { rows } from "db/rows.server";
import type { Group } from "./search.groups.server";
import { literally, type Search, snippet } from "./search.rules";

/** One match. `text` is a piece of the record around what was found in it. */
export type Match = {
  id: string;
  title: string;
  note: string | null;
  path: string;
  createdAt: Date;
  text?: string;
};

/** Where nothing can use an index, the newest this many are looked at. */
const NEWEST = 2_000;

/** Of all that resemble what was typed, this many are compared closely. */
const RESEMBLING = 300;

/** How alike is alike: 'nvdia' is 0.44 of 'Nvidia'. PostgreSQL's own 0.5 forgives long words only. */
const ALIKE = "0.4";

type Row = {
  id: string;
  title: string;
  note: string | null;
  createdAt: Date;
  cut: string | null;
  at: number;
  length: number;
};

/** A condition and its bound values. */
type Term = { sql: string; values: string[] };

const any = (columns: string[], pattern: string): Term => ({
  sql: columns.map((column) => `${column} ilike ?`).join(" or "),
  values: columns.map(() => pattern),
});

/** Written as the prefix indexes are. */
const beginning = (columns: string[], pattern: string): Term => ({
  sql: columns.map((column) => `lower(${column}) like lower(?)`).join(" or "),
  values: columns.map(() => pattern),
});

/** Each word somewhere in the columns. */
function every(columns: string[], words: string[]): Term {
  const terms = words.map((word) => any(columns, `%${literally(word)}%`));
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
export async function matches(group: Group, search: Search, limit: number): Promise<Match[]> {
  const { table, where } = group;
  const steps = stepsOf(group, search);
  const found = steps.map(
    ({ sql, newest }, rank) =>
      `(select id, ${rank} as rank from ${newest ? window(group) : table} as t
         where ${newest ? "true" : where} and (${sql}) order by created_at desc, id desc limit ?)`,
  );
  const best = `select id, min(rank) as rank from (${found.join(" union all ")}) as found group by id`;
  return shown(group, search, best, [...steps.flatMap(({ values }) => [...values, limit])], limit);
}

type Step = Term & { newest?: true };

function stepsOf({ ticker, names, text }: Group, search: Search): Step[] {
  const whole = literally(search.text);
  const steps: Step[] = [];
  if (search.reach !== "none") {
    if (ticker) steps.push({ sql: `lower(${ticker}) = lower(?)`, values: [search.text] });
    steps.push(beginning(names, `${whole}%`));
  }
  if (search.reach === "weak") steps.push(any(names, `% ${whole}%`));
  if (search.reach !== "strong") return [...steps, { ...any(names, `%${whole}%`), newest: true }];
  steps.push(any(names, `%${whole}%`));
  if (search.words.length > 1) steps.push(every(names, search.words));
  if (text) steps.push(every([text], search.words));
  return steps;
}

const window = ({ table, where, names }: Group) =>
  `(select id, created_at, ${names.join(", ")} from ${table} where ${where}
     order by created_at desc, id desc limit ${NEWEST})`;

/** What resembles the text, by trigrams: for searches that found nothing as they were typed. */
export function resembling(group: Group, search: Search, limit: number): Promise<Match[]> {
  const { table, where, names } = group;
  if (search.reach !== "strong") return Promise.resolve([]);
  const likeness = `greatest(${names.map((name) => `strict_word_similarity(?, ${name})`).join(", ")})`;
  const texts = names.map(() => search.text);
  const found = `select id, 1 - ${likeness} as rank from (
      select id, ${names.join(", ")} from ${table}
       where ${where} and (${names.map((name) => `? <<% ${name}`).join(" or ")}) limit ${RESEMBLING}
    ) as alike`;
  return shown(group, search, found, [...texts, ...texts], limit, true);
}

async function shown(
  group: Group,
  search: Search,
  best: string,
  values: unknown[],
  limit: number,
  trigrams = false,
): Promise<Match[]> {
  const { table, text, path } = group;
  const { title, note } = group.shown;
  const place = text ? `strpos(lower(${text}), ?)` : "0";
  const sql = `select t.id, ${title} as title, ${note} as note, t.created_at as "createdAt",
      ${text ? `substr(${text}, greatest(1, at - 80), 240)` : "null"} as cut, at,
      ${text ? `char_length(${text})` : "0"} as length
    from (${best}) as best join ${table} as t using (id), lateral (select ${place} as at) as spot
   order by rank, t.created_at desc, t.id desc limit ?`;
  const bound = [...values, ...(text ? [search.words[0]] : []), limit];
  const found = trigrams ? await byTrigrams<Row>(sql, bound) : await rows<Row>(sql, bound);
  return found.map(({ cut, at, length, ...row }) => ({
    ...row,
    path: path(row),
    text: cut ? snippet(cut, { start: at <= 81, end: Math.max(1, at - 80) + 240 > length }) : undefined,
  }));
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
