import { delimiterOf, readTable, type TableLine } from "~/admin-kit/figures/read-table.server";
import { columnKey } from "~/admin-kit/paste/columns";
import {
  type ColumnNames,
  type ColumnPlaces,
  columnPlaces,
  SYMBOL_COLUMN_NAMES,
} from "./price-columns.rules";
import {
  MAX_PRICES,
  type PriceFile,
  type PriceFileContext,
  type PriceLine,
  quoted,
  readPriceLines,
} from "./price-lines.rules";

/**
 * Reads prices of one instrument from CSV: a line of names, then a line for each day in any order, all divided by commas, by
 * semicolons or by tabs. @param called columns that go by another name there
 */
export function readPriceCsv(text: string, context: PriceFileContext, called: ColumnNames = {}): PriceFile {
  const { lines, problem } = linesOf(text, called, context.asked ? MAX_ANSWERED : MAX_PRICES);
  if (problem) return { prices: [], problems: [problem], leftOut: [] };
  return readPriceLines(lines, context);
}

/** Lines of an answer: it may hold a century of which a week was asked for. */
const MAX_ANSWERED = 200_000;

function linesOf(text: string, called: ColumnNames, most: number): { lines: PriceLine[]; problem?: string } {
  const none = (problem: string) => ({ lines: [], problem });
  const read = readTable(text, most + 1);
  if (!read.lines) return none(read.problem);
  const [names, ...rows] = read.lines;
  if (!names || rows.length === 0)
    return none("There are no prices: a line of names and a line for each day");
  if (rows.length > most) return none(`At most ${most} days can be imported at once`);
  const places = columnPlaces(names.cells, called);
  if (typeof places === "string") return none(`Line ${names.line}: ${places}`);
  const mixed = mixedSymbols(names, rows, places);
  if (mixed) return none(mixed);
  const mayBeHalved = delimiterOf(text) === ",";
  return {
    lines: rows.map((row) => ({
      ...lineOf(row, places),
      problem: problemOf(row, names, places, mayBeHalved),
    })),
  };
}

const lineOf = ({ line, cells }: TableLine, places: ColumnPlaces): PriceLine => ({
  number: line,
  cells: Object.fromEntries(
    Object.entries(places).map(([column, place]) => [column, cells[place] ?? ""]),
  ) as PriceLine["cells"],
});

/** Prices of two instruments would become one history. */
function mixedSymbols(
  names: TableLine,
  rows: readonly TableLine[],
  { day }: ColumnPlaces,
): string | undefined {
  const at = names.cells.findIndex((name) => SYMBOL_COLUMN_NAMES.includes(columnKey(name)));
  const named = at === -1 ? [] : rows.filter(({ cells }) => cells[at] && cells[day]);
  const [one = "", line] = [
    named[0]?.cells[at],
    named.find(({ cells }) => cells[at] !== named[0]?.cells[at]),
  ];
  return (
    line && `Line ${line.line}: there are prices of ${quoted(one)} and of ${quoted(line.cells[at] ?? "")}`
  );
}

/** What its cells themselves say against a line. */
function problemOf(
  { cells }: TableLine,
  names: TableLine,
  places: ColumnPlaces,
  mayBeHalved: boolean,
): string | undefined {
  if (cells.slice(names.cells.length).some((cell) => cell !== "")) return MORE_CELLS;
  return mayBeHalved && isHalved(cells, places) ? HALVED : undefined;
}

/** 1,234.50 without quotation marks would be 1. */
const MORE_CELLS = "there are more cells than columns. Thousands are written without a comma";

const HALVED =
  "close and high look like one figure with a comma. Thousands are written without one, or a close as 1.00";

/**
 * Whether a close and the high behind it are the halves of 1,234.50 without quotation marks. It can be told where the high were more
 * than twice the close; 150,200.50 is read as it stands.
 */
function isHalved(record: readonly string[], { close, high }: ColumnPlaces): boolean {
  const [before = "", after = ""] = [record[close], record[high]];
  if (high !== close + 1 || !/^\d{1,3}$/.test(before) || !/^\d{3}(\.\d+)?$/.test(after)) return false;
  return Number(after) > 2 * Number(before);
}
