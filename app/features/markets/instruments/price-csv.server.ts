import { readCurrency } from "~/admin-kit/figures/read-currency";
import { columnNames, findDelimiter, readTable, type TableLine } from "~/admin-kit/figures/read-table.server";
import { columnKey } from "~/admin-kit/paste/columns";
import {
  type ColumnNames,
  type ColumnPlaces,
  columnPlaces,
  nameAndUnit,
  SYMBOL_COLUMN_NAMES,
  TICKER_COLUMN_NAMES,
} from "./price-columns.rules";
import {
  MAX_PRICES,
  type PriceFile,
  type PriceFileContext,
  type PriceLine,
  quoteCell,
  readPriceLines,
  rejectFile,
} from "./price-lines.rules";

/**
 * Reads prices of one instrument from CSV: a line of names, then one line per day in any order. Commas,
 * semicolons or tabs separate the cells.
 * @param called columns with other names in this file
 */
export function readPriceCsv(text: string, context: PriceFileContext, called: ColumnNames = {}): PriceFile {
  const { lines, isTicker, problem } = readLines(
    text,
    called,
    context.asked ? MAX_RESPONSE_LINES : MAX_PRICES,
  );
  if (problem !== undefined) return rejectFile(problem);
  const file = readPriceLines(lines, context);
  return isTicker ? file : { ...file, whose: undefined };
}

/** The most lines in a provider's response, which may hold a century although a week was requested. */
const MAX_RESPONSE_LINES = 200_000;

/** @property isTicker whether its lines name the symbol itself, not a name or an internal number */
type ReadLines =
  | { lines: PriceLine[]; isTicker: boolean; problem?: undefined }
  | { lines?: undefined; isTicker?: undefined; problem: string };

function readLines(text: string, called: ColumnNames, most: number): ReadLines {
  const read = readTable(text, most + 1);
  if (!read.lines) return { problem: read.problem };
  const [names, ...rows] = read.lines;
  if (!names || rows.length === 0)
    return { problem: "There are no prices: a header row and one row per day are required" };
  if (rows.length > most) return { problem: `At most ${most} days can be imported at once` };
  const places = columnPlaces(names.cells, called);
  if (typeof places === "string") return { problem: `Line ${names.line}: ${places}` };
  const table = describeTable(names.cells, places, findDelimiter(text));
  return { lines: rows.map((row) => readLine(row, table)), isTicker: isTickerAt(table) };
}

/**
 * Data about all lines of a table.
 * @property whoseAt the index of the symbol's column; -1 without one
 * @property units the currencies in column names such as Close (GBp)
 */
type Table = {
  names: readonly string[];
  places: ColumnPlaces;
  delimiter: string;
  whoseAt: number;
  units: readonly string[];
};

function describeTable(names: readonly string[], places: ColumnPlaces, delimiter: string): Table {
  const units = [places.close, places.high, places.low].flatMap(
    (place) => nameAndUnit(names[place] ?? "").unit ?? [],
  );
  const whoseAt = names.findIndex((name) => SYMBOL_COLUMN_NAMES.includes(columnKey(name)));
  return { names, places, delimiter, whoseAt, units: [...new Set(units)] };
}

const isTickerAt = ({ names, whoseAt }: Table): boolean =>
  TICKER_COLUMN_NAMES.includes(columnKey(names[whoseAt] ?? ""));

function readLine({ line, cells }: TableLine, table: Table): PriceLine {
  const read = Object.fromEntries(
    Object.entries(table.places).map(([column, place]) => [column, cells[place] ?? ""]),
  ) as PriceLine["cells"];
  const { units } = table;
  return {
    number: line,
    whose: cells[table.whoseAt],
    cells: { ...read, currency: read.currency || (units[0] ?? "") },
    problem: cellProblem(cells, table) ?? unitProblem(read.currency, units),
  };
}

/** If the column names and the line state different currencies, the unit of the figures is unknown. */
function unitProblem(currency: string, units: readonly string[]): string | undefined {
  if (units.length > 1) return `the column names say both ${units.join(" and ")}`;
  const [unit] = units;
  const isOther = unit !== undefined && currency !== "" && readCurrency(currency) !== unit;
  return isOther ? `its column name says ${unit}, but its currency is ${quoteCell(currency)}` : undefined;
}

/** The problem in the line's own cells, if any. */
function cellProblem(cells: readonly string[], { names, places, delimiter }: Table): string | undefined {
  const named = columnNames(names, delimiter).length;
  if (cells.slice(named).some((cell) => cell !== "")) return MORE_CELLS;
  const mayBeHalved = delimiter === ",";
  if (mayBeHalved && cells.length > names.length && isHalvedComma(cells, places)) return MORE_CELLS;
  return mayBeHalved && isHalved(cells, places) ? HALVED : undefined;
}

/** Whether a close and the next cell are the halves of 72,5, in a line with one cell too many. */
const isHalvedComma = (cells: readonly string[], { close }: ColumnPlaces): boolean =>
  /^\d+$/.test(cells[close] ?? "") && /^\d{1,4}$/.test(cells[close + 1] ?? "");

/** Without quotation marks 1,234.50 would be read as 1. */
const MORE_CELLS = "there are more cells than columns. Write 1234, not 1,234";

const HALVED =
  "close and high look like one figure with a comma. Write thousands without a comma, or a whole close as 1.00";

/**
 * Whether a close and the high after it are the halves of an unquoted 1,234.50. This shows if the high would
 * exceed twice the close; 150,200.50 is read as two figures.
 */
function isHalved(record: readonly string[], { close, high }: ColumnPlaces): boolean {
  const [before = "", after = ""] = [record[close], record[high]];
  if (high !== close + 1 || !/^\d{1,3}$/.test(before) || !/^\d{3}(\.\d+)?$/.test(after)) return false;
  return Number(after) > 2 * Number(before);
}
