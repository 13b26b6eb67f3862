import { CsvError, parse } from "csv-parse/sync";
import {
  MAX_PRICES,
  type PriceColumn,
  type PriceFile,
  type PriceFileContext,
  type PriceLine,
  readPriceLines,
} from "./price-lines.rules";

/** The names of the columns that are read, in any case and order; all others are passed over. */
const COLUMNS: Record<PriceColumn, readonly string[]> = {
  day: ["day", "date"],
  close: ["close"],
  high: ["high"],
  low: ["low"],
  volume: ["volume"],
  currency: ["currency"],
};

/** What columns are called in a file of somebody else's. */
export type ColumnNames = Partial<Record<PriceColumn, string>>;

/**
 * Reads prices of one instrument from CSV: a line of names, then a line for each day in any order, all divided by commas, by
 * semicolons or by tabs. @param called columns that go by another name there
 */
export function readPriceCsv(text: string, context: PriceFileContext, called: ColumnNames = {}): PriceFile {
  const { lines, problem } = linesOf(text, called);
  if (problem) return { prices: [], problems: [problem] };
  return readPriceLines(lines, context);
}

function linesOf(text: string, called: ColumnNames): { lines: PriceLine[]; problem?: string } {
  const none = (problem: string) => ({ lines: [], problem });
  const parsed = parseCsv(text);
  if (typeof parsed === "string") return none(parsed);
  const [names, ...rows] = parsed;
  if (!names || rows.length === 0)
    return none("There are no prices: a line of names and a line for each day");
  if (rows.length > MAX_PRICES) return none(`At most ${MAX_PRICES} days can be imported at once`);
  const places = placesOf(names.record, called);
  if (typeof places === "string") return none(places);
  const longer = rows.find(({ record }) => record.slice(names.record.length).some((cell) => cell !== ""));
  if (longer) return none(`Line ${longer.info.lines}: ${MORE_CELLS}`);
  const half = rows.find(({ record }) => isHalved(record, places));
  if (half) return none(`Line ${half.info.lines}: ${HALVED}`);
  const cellsOf = (record: readonly string[]) =>
    Object.fromEntries(
      Object.entries(places).map(([column, place]) => [column, record[place] ?? ""]),
    ) as PriceLine["cells"];
  return { lines: rows.map(({ record, info }) => ({ number: info.lines, cells: cellsOf(record) })) };
}

/** 1,234.50 without quotation marks would be 1. */
const MORE_CELLS = "there are more cells than columns. Thousands are written without a comma";

const HALVED =
  "close and high look like one figure with a comma. Thousands are written without one, or a close as 1.00";

/**
 * Whether a close and the high behind it are the halves of 1,234.50 without quotation marks. It can be told where the high were more
 * than twice the close; 150,200.50 is read as it stands.
 */
function isHalved(record: readonly string[], { close, high }: Record<PriceColumn, number>): boolean {
  const [before = "", after = ""] = [record[close], record[high]];
  if (high !== close + 1 || !/^\d{1,3}$/.test(before) || !/^\d{3}(\.\d+)?$/.test(after)) return false;
  return Number(after) > 2 * Number(before);
}

const DELIMITERS = [",", ";", "\t"];

/** What divides the names divides all lines: a file divided by semicolons may have a comma in its figures, which is none of ours. */
function delimiterOf(text: string): string {
  const [names = ""] = text.trimStart().split(/[\r\n]/, 1);
  const often = (sign: string) => names.split(sign).length;
  return DELIMITERS.toSorted((one, other) => often(other) - often(one))[0] ?? ",";
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
      delimiter: delimiterOf(text),
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
function placesOf(names: readonly string[], called: ColumnNames): Record<PriceColumn, number> | string {
  const places: Partial<Record<PriceColumn, number>> = {};
  for (const [column, usual] of Object.entries(COLUMNS)) {
    const own = called[column as PriceColumn];
    const spellings = own === undefined ? usual : [own.toLowerCase()];
    const found = names.flatMap((name, place) => (spellings.includes(name.toLowerCase()) ? [place] : []));
    if (found.length > 1) return `Line 1: the column ${column} is there twice`;
    if (own !== undefined && found.length === 0) return `Line 1: there is no column ${own}`;
    places[column as PriceColumn] = found[0] ?? -1;
  }
  if (places.day === -1 || places.close === -1)
    return "Line 1: the names of the columns must hold day and close";
  return places as Record<PriceColumn, number>;
}
