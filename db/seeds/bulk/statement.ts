import { id, moment, oneOf } from "./columns";

/** How the rows of one kind are made. */
export type Statement = {
  table: string;
  /** further tables that are filled on the way */
  alongside?: readonly string[];
  /** the highest n there is, found in what the rows are called: the next run goes on behind it */
  last: string;
  /** what must be there first: a query for one number above zero, and what to say otherwise */
  needs?: { query: string; problem: string };
  /** insert the rows from :first to :until, one statement after the other */
  inserts: readonly string[];
};

export const even = (values: readonly string[]) => values.map((value) => [`'${value}'`, 1] as const);

export const numbered = (table: string, column: string) =>
  `select max(cast(substring(${column} from '#([0-9]+)$') as bigint)) as last from ${table}`;

export const NUMBERS = "generate_series(cast(:first as bigint), cast(:until as bigint)) as n";

/** Rows of one table out of columns and their SQL. */
export function rows(table: string, columns: Record<string, string>, from = NUMBERS): string {
  return `insert into ${table} (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(",\n")} from ${from}`;
}

export function dated(kind: string, lane: number, days: number): Record<string, string> {
  return { id: id(kind), created_at: moment(lane, days), updated_at: moment(lane, days) };
}

export const PUBLISHED = oneOf(6, [
  ["'published'", 93],
  ["'draft'", 7],
]);
