import { evenFraction, id, moment, oneOf, TICKER } from "./columns";

/** A precondition: a query for one number above zero, which may use :until, and the error otherwise. */
type Needs = { query: string; problem: string };

/** The precondition of kinds whose rows belong to members. @param where selects the members */
export const needsMembers = (who: string, where = "true"): Needs => ({
  query: `select count(*) as found from members where ${where}`,
  problem: `${who} need members: add --members, or start the demo first`,
});

/** How to create the rows of one kind. */
export type Statement = {
  table: string;
  /** further tables that the inserts fill */
  alongside?: readonly string[];
  /** the inserts search the table by its indexes, so they stay until the transaction ends */
  needsIndexes?: true;
  /** the highest n so far, taken from the names of the rows: the next run continues after it */
  last: string;
  needs?: Needs;
  /** insert the rows from :first to :until, one statement after the other */
  inserts: readonly string[];
  /** replaces row triggers: one statement for all rows, after the indexes are rebuilt */
  once?: { instead: readonly { table: string; trigger: string }[]; statement: string };
};

/**
 * For rows that name instruments: sets all public names at once. Row by row, the trigger would search for
 * each instrument's newest name.
 */
export const namingInstruments = (table: "quotes" | "daily_briefs"): Statement["once"] => ({
  instead: [
    { table, trigger: `${table}_public_names` },
    { table: "instruments", trigger: "instruments_public_name" },
  ],
  // The same as the trigger function for one row, see db/baseline/instruments.ts.
  statement: `
    update instruments set public_name = called from (
      select i.id as called_id, coalesce(quoted.name, written.name, i.called_name, case when i.kind = 'index' then i.name end) as called
        from instruments i
        left join (select distinct on (instrument_id) instrument_id, name from quotes
                    where symbol is not null and instrument_id is not null
                    order by instrument_id, updated_at desc, id desc) as quoted on quoted.instrument_id = i.id
        left join (select distinct on (instrument_id) instrument_id, company_name as name from daily_briefs
                    where status = 'published' and instrument_id is not null
                    order by instrument_id, created_at desc, id desc) as written on written.instrument_id = i.id
       where i.merged_into is null) as found
     where id = called_id and public_name is distinct from called`,
});

export const even = (values: readonly string[]) => values.map((value) => [`'${value}'`, 1] as const);

export const numbered = (table: string, column: string) =>
  `select max(cast(substring(${column} from '#([0-9]+)$') as bigint)) as last from ${table}`;

/** For tables whose rows have no name: the number is the last half of a `hash`. */
export const numberedHash = (table: string, column: string) =>
  `select max(('x' || right(${column}, 16))::bit(64)::bigint) as last from ${table}
    where substring(${column} from 33 for 16) = repeat('0', 16)`;

export const NUMBERS = "generate_series(cast(:first as bigint), cast(:until as bigint)) as n";

/** Inserts rows of one table, from columns and their SQL. */
export function rows(table: string, columns: Record<string, string>, from = NUMBERS): string {
  return `insert into ${table} (${Object.keys(columns).join(", ")})
    select ${Object.values(columns).join(",\n")} from ${from}`;
}

export function dated(kind: string, lane: number, days: number): Record<string, string> {
  return { id: id(kind), created_at: moment(lane, days), updated_at: moment(lane, days) };
}

/**
 * Pictures of as many records. Their files do not exist, so readers see the placeholder of a missing file.
 */
export const pictures = (kind: string, days: number) =>
  rows("images", {
    id: id(`${kind} picture`),
    created_at: moment(0, days),
    width: "1280",
    height: "720",
    byte_size: `60000 + floor(${evenFraction(1)} * 90000)`,
    widths: "'{320,640,1280}'",
  });

/**
 * Creates the instruments of the records' tickers, with the same ids in every database, and counts them at
 * once. A record's trigger finds its instrument by a cached plan. Planned for an empty table, it would read
 * the whole table.
 */
export const INSTRUMENTS = [
  `insert into instruments (id, symbol, name, created_at, updated_at, symbol_since)
   select ${id("instrument", "symbol")}, symbol, 'Company ' || symbol, cast(:now as timestamptz), cast(:now as timestamptz),
          cast(:now as timestamptz)
     from (select distinct ${TICKER} as symbol from ${NUMBERS}) as named
   on conflict (symbol) where merged_into is null do nothing`,
  "analyze instruments",
] as const;

/** The numbers, each with a member in a fixed rotation. @param where selects the members */
export const withMembers = (where = "true") => `(
  select n, m.id as member_id, m.email, m.created_at as registered_at from ${NUMBERS}
  cross join (select count(*) as members from members where ${where}) as counted
  join (select *, row_number() over (order by serial_number) - 1 as place from members where ${where}) as m
    on m.place = (n * 7919) % members
) as numbered`;

export const PUBLISHED = oneOf(6, [
  ["'published'", 93],
  ["'draft'", 7],
]);
