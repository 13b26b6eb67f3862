import type { Database } from "./database";

export type Figures = Record<string, number>;
/** A row of the track record's CSV by column name; empty cells are "". */
export type RecordLine = Record<string, string>;

/** The rows of the track record's CSV, in which no value has a comma. */
export function recordLines(file: string): RecordLine[] {
  const [head = "", ...lines] = file.replace("\uFEFF", "").trim().split("\r\n");
  const names = head.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((value, index) => [names[index] ?? "", value])),
  );
}

const LINES = `
  select *, row_number() over () as nth from jsonb_to_recordset(?::text::jsonb)
    as line (direction text, entered date, ended date, entry numeric, close numeric, ratio numeric, first numeric, last numeric)`;

/** Looked up again among all prices: the newest of each week. */
const closeOf = (day: string) => `(
  select close from daily_prices where instrument_id = benchmark.id and day = (
    select max(day) from daily_prices where instrument_id = benchmark.id and day between ${day} - 6 and ${day}))`;

const COMPARED = `
  with benchmark as (
    select coalesce(merged_into, id) as id from instruments where symbol = ? order by merged_into nulls first limit 1)
  select coalesce(${closeOf("entered")}::text, '') as first, coalesce(${closeOf("ended")}::text, '') as last
    from (${LINES}) as line, benchmark order by nth`;

/** The rows with their index prices, found by independent code. @param index its symbol */
export async function comparedLines(
  database: Database,
  lines: readonly RecordLine[],
  index: string,
): Promise<RecordLine[]> {
  const found = await database.rows<RecordLine>(COMPARED, [index, JSON.stringify(lines)]);
  return lines.map((line, nth) => ({ ...line, ...found[nth] }));
}

const FIGURES = `
  with told as (
    select nth, ended - entered as held, 100 * (case direction when 'buy' then 1 else -1 end) * (close * ratio - entry) / entry as result,
           100 * (last / first - 1) as index
      from (${LINES}) as line),
  summed as (select *, sum(result) over (order by nth) as total from told),
  peaks as (select *, greatest(0, max(total) over (order by nth)) as peak from summed)
  select count(*)::int as settled, (count(*) filter (where result > 0))::int as "right",
         (100.0 * count(*) filter (where result > 0) / count(*))::float8 as "winRate", avg(result)::float8 as mean,
         (percentile_cont(0.5) within group (order by result))::float8 as median, max(result)::float8 as best,
         min(result)::float8 as worst, avg(held)::float8 as "daysHeld", max(peak - total)::float8 as drawdown,
         count(index)::int as compared, avg(result - index)::float8 as "aboveIndex"
    from peaks`;

/** The totals of rows by independent code: PostgreSQL's exact decimals in one query. An empty field is null. */
export async function independentFigures(database: Database, lines: readonly RecordLine[]): Promise<Figures> {
  const rows = lines.map((line) =>
    Object.fromEntries(Object.entries(line).filter(([, value]) => value !== "")),
  );
  const [found] = await database.rows<Record<string, number | null>>(FIGURES, [JSON.stringify(rows)]);
  return Object.fromEntries(
    Object.entries(found ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/**
 * Closed calls of all kinds and lists over three years, some with a late first price. Seed PostgreSQL's
 * `random()` first. Their instruments exist and are analyzed before them: a call's trigger looks up its
 * instrument by a cached plan, and a plan for an empty table would scan it for each of ten thousand calls.
 */
export async function insertRandomCalls(database: Database, count: number): Promise<void> {
  await database.rows(
    `insert into instruments (symbol, name)
     select 'S' || n, 'Name of ' || n from generate_series(1, ?::int) as n
     on conflict (symbol) where merged_into is null do nothing`,
    [count],
  );
  await database.rows("analyze instruments");
  await database.rows(randomCalls(count));
}

const randomCalls = (count: number) => `
  insert into calls (id, kind, record_id, number, symbol, name, direction, list, made_at, entry_at, entry_price, state, ended_on, waits_from,
                     close_price, close_ratio, close_reason, last_seq)
  select gen_random_uuid(), kind, gen_random_uuid(), 1, 'S' || n, 'Name ' || n,
         case when random() < 0.6 then 'buy' else 'sell' end, case kind when 'pick' then 'List ' || n % 3 end,
         made, case n % 4 when 0 then made + make_interval(days => least(held, 3)) end, round((0.01 + random() * 500)::numeric, 8), 'closed',
         made::date + held, made::date + held, round((0.01 + random() * 500)::numeric, 4),
         (array[1, 1, 1, 2, 0.5, 1.5])[1 + floor(random() * 6)::int], 'period', n
    from (select n, case when random() < 0.7 then 'alert' else 'pick' end as kind,
                 timestamptz '2023-01-01' + random() * interval '700 days' as made, (random() * 200)::int as held
            from generate_series(1, ${count}) as n) as drawn`;

/** Closes of the index about every third day, with some weeks without any. */
export const randomIndex = (symbol: string) => `
  insert into daily_prices (instrument_id, day, close, source)
  select id, day, round((4000 + 900 * sin(extract(doy from day) / 40) + 100 * random())::numeric, 4), 'test'
    from instruments, lateral (
      select day::date from generate_series(timestamp '2023-02-01', timestamp '2025-03-01', '1 day') as day
       where random() < 0.4 and extract(week from day)::int % 9 <> 0) as days
   where symbol = '${symbol}'`;
