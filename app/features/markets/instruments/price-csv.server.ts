import { CsvError, parse } from "csv-parse/sync";

/** A day's price as a file has it: exact decimals, yyyy-mm-dd. */
export type ImportedPrice = {
  day: string;
  close: string;
  high: string | null;
  low: string | null;
  volume: string | null;
};

/** What a file of prices is, or every line that speaks against it; of a wrong one nothing is taken. */
export type PriceFile = { prices: ImportedPrice[]; currency?: string; problems: string[] };

/** What a file is held against. @property today the last day that can have a price, yyyy-mm-dd */
export type PriceFileContext = { today: string; symbol: string; currency: string | null };

export const MAX_PRICES = 5000;

/** The names of the columns that are read, in any case and order; all others are passed over. */
const COLUMNS = {
  day: ["day", "date"],
  close: ["close"],
  high: ["high"],
  low: ["low"],
  volume: ["volume"],
  currency: ["currency"],
} as const;

type Column = keyof typeof COLUMNS;
type Line = { number: number; cells: Record<Column, string> };

const FIGURE = /^\d{1,12}(\.\d{1,8})?$/;

/** Before it no price is meant; a year of two digits is a slip. */
const FIRST_DAY = "1900-01-01";

/**
 * Reads prices of one instrument from CSV: a line of names, then a line for each day in any order, divided by commas,
 * semicolons or tabs.
 */
export function readPriceCsv(text: string, context: PriceFileContext): PriceFile {
  const { lines, problem } = linesOf(text);
  if (problem) return { prices: [], problems: [problem] };
  const seen = new Map<string, number>();
  const [currency] = lines.flatMap(({ cells }) => cells.currency.toUpperCase() || []);
  const known = { ...context, currency: context.currency ?? currency ?? null };
  const problems = lines.flatMap((line) => lineProblem(line, known, seen) ?? []);
  return { prices: lines.map(({ cells }) => priceOf(cells)), currency, problems };
}

function linesOf(text: string): { lines: Line[]; problem?: string } {
  const none = (problem: string) => ({ lines: [], problem });
  const parsed = parseCsv(text);
  if (typeof parsed === "string") return none(parsed);
  const [names, ...rows] = parsed;
  if (!names || rows.length === 0)
    return none("There are no prices: a line of names and a line for each day");
  if (rows.length > MAX_PRICES) return none(`At most ${MAX_PRICES} days can be imported at once`);
  const places = placesOf(names.record);
  if (typeof places === "string") return none(places);
  const cellsOf = (record: readonly string[]) =>
    Object.fromEntries(
      Object.entries(places).map(([column, place]) => [column, record[place] ?? ""]),
    ) as Line["cells"];
  return { lines: rows.map(({ record, info }) => ({ number: info.lines, cells: cellsOf(record) })) };
}

/** As csv-parse gives it with `info`; its types do not know that. */
type ParsedLine = { record: string[]; info: { lines: number } };

/** @returns what is wrong with the file, where it is no CSV */
function parseCsv(text: string): ParsedLine[] | string {
  try {
    return parse(text, {
      bom: true,
      // Found out by itself it would be that of the first line for all.
      record_delimiter: ["\r\n", "\n", "\r"],
      delimiter: [",", ";", "\t"],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_PRICES + 2,
      trim: true,
    }) as unknown as ParsedLine[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `Line ${error.lines ?? 1}: a quotation mark is not closed or stands in the middle`;
  }
}

/** Where each column stands; one that is not there stands at -1. @returns what is wrong with the names, where it is so */
function placesOf(names: readonly string[]): Record<Column, number> | string {
  const places: Partial<Record<Column, number>> = {};
  for (const [column, spellings] of Object.entries(COLUMNS)) {
    const found = names.flatMap((name, place) =>
      (spellings as readonly string[]).includes(name.toLowerCase()) ? [place] : [],
    );
    if (found.length > 1) return `Line 1: the column ${column} is there twice`;
    places[column as Column] = found[0] ?? -1;
  }
  if (places.day === -1 || places.close === -1)
    return "Line 1: the names of the columns must hold day and close";
  return places as Record<Column, number>;
}

/** The first thing that speaks against a line. */
function lineProblem(
  { number, cells }: Line,
  context: PriceFileContext,
  seen: Map<string, number>,
): string | undefined {
  const found =
    dayProblem(cells.day, context, seen) ?? figureProblem(cells) ?? currencyProblem(cells, context);
  if (!seen.has(cells.day)) seen.set(cells.day, number);
  return found && `Line ${number}: ${found}`;
}

function dayProblem(day: string, { today }: PriceFileContext, seen: Map<string, number>): string | undefined {
  if (!isDay(day)) return `“${day}” is not a day such as 2026-07-16`;
  if (day > today) return `${day} is in the future`;
  const first = seen.get(day);
  return first === undefined ? undefined : `${day} is there twice, first on line ${first}`;
}

/** 31 November is none. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  day >= FIRST_DAY &&
  (new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false);

function figureProblem({ close, high, low, volume }: Line["cells"]): string | undefined {
  const price = "is not a price above 0 with at most 8 decimals";
  if (!isPrice(close)) return `close “${close}” ${price}`;
  if (high && !isPrice(high)) return `high “${high}” ${price}`;
  if (low && !isPrice(low)) return `low “${low}” ${price}`;
  if (volume && !FIGURE.test(volume)) return `volume “${volume}” is not a number of 0 or more`;
  if (high && low && Number(high) < Number(low)) return `high ${high} is below low ${low}`;
  if (high && Number(close) > Number(high)) return `close ${close} is above high ${high}`;
  if (low && Number(close) < Number(low)) return `close ${close} is below low ${low}`;
  return undefined;
}

const isPrice = (figure: string): boolean => FIGURE.test(figure) && Number(figure) > 0;

function currencyProblem({ currency }: Line["cells"], { symbol, currency: known }: PriceFileContext) {
  if (currency === "") return undefined;
  if (!/^[a-z]{3}$/i.test(currency)) return `currency “${currency}” is not three letters`;
  if (known && currency.toUpperCase() !== known)
    return `currency is ${currency.toUpperCase()}, ${symbol} is priced in ${known}`;
  return undefined;
}

const priceOf = ({ day, close, high, low, volume }: Line["cells"]): ImportedPrice => ({
  day,
  close,
  high: high || null,
  low: low || null,
  volume: volume || null,
});
