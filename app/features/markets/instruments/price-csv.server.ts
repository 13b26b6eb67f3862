import { delimiterOf, readTable, type TableLine } from "~/admin-kit/figures/read-table.server";
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
  day: ["day", "date", "timestamp", "datetime"],
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
  if (problem) return { prices: [], problems: [problem], leftOut: [] };
  return readPriceLines(lines, context);
}

function linesOf(text: string, called: ColumnNames): { lines: PriceLine[]; problem?: string } {
  const none = (problem: string) => ({ lines: [], problem });
  const read = readTable(text, MAX_PRICES + 1);
  if (!read.lines) return none(read.problem);
  const [names, ...rows] = read.lines;
  if (!names || rows.length === 0)
    return none("There are no prices: a line of names and a line for each day");
  if (rows.length > MAX_PRICES) return none(`At most ${MAX_PRICES} days can be imported at once`);
  const places = placesOf(names.cells, called);
  if (typeof places === "string") return none(places);
  const longer = rows.find(({ cells }) => cells.slice(names.cells.length).some((cell) => cell !== ""));
  if (longer) return none(`Line ${longer.line}: ${MORE_CELLS}`);
  const half = delimiterOf(text) === "," && rows.find(({ cells }) => isHalved(cells, places));
  if (half) return none(`Line ${half.line}: ${HALVED}`);
  return { lines: rows.map((row) => lineOf(row, places)) };
}

const lineOf = ({ line, cells }: TableLine, places: Record<PriceColumn, number>): PriceLine => ({
  number: line,
  cells: Object.fromEntries(
    Object.entries(places).map(([column, place]) => [column, cells[place] ?? ""]),
  ) as PriceLine["cells"],
});

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
