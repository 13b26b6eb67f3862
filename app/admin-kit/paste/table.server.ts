import { formatCount } from "~/ui/format";
import { AppError } from "~/web/app-error.server";
import type { Upload } from "~/web/submission.server";
import { asTyped } from "../csv-text";
import { ROW_COUNT } from "../data-csv.server";
import {
  columnNames,
  decodeText,
  findDelimiter,
  NOT_TEXT,
  readTable as readLines,
  type TableLine,
} from "../figures/read-table.server";

/** Rows that can be pasted at once. */
export const MAX_ROWS = 5_000;
export const MAX_COLUMNS = 40;
/** The largest paste or file, in bytes. */
export const MAX_PASTE_BYTES = 2 * 1024 * 1024;

/** A row below the header. @property raw as it was pasted, to show it again */
export type TableRow = TableLine;

/** The pasted table before its columns are matched. */
export type PastedTable = { header: string; names: readonly string[]; rows: readonly TableRow[] };

/** @throws AppError 422 for the field */
const refuse = (message: string): never => {
  throw new AppError(422, "Nothing was compared", { fieldErrors: { text: message } });
};

/** Reads spreadsheet rows or CSV: a header line, then a line per record.
 * @throws AppError 422 with the problem of the table
 */
export function readTable(text: string): PastedTable {
  if (text.trim() === "") return refuse("Paste rows from a spreadsheet, or choose a file");
  if (Buffer.byteLength(text) > MAX_PASTE_BYTES)
    return refuse("The pasted text is larger than 2 MB: paste it in parts");
  if (text.includes("\0") || !text.isWellFormed())
    return refuse("This is not text: copy the cells themselves");
  const read = readLines(text, MAX_ROWS + 2);
  if (!read.lines) return refuse(read.problem);
  const [names, ...lines] = read.lines;
  // The last line of a raw data export is the row count.
  const rows = lines.filter(({ cells }, nth) => nth < lines.length - 1 || cells[0] !== ROW_COUNT);
  if (!names || rows.length === 0)
    return refuse("There are no rows: paste the header row and the rows below it");
  if (rows.length > MAX_ROWS) return refuse(`At most ${formatCount(MAX_ROWS)} rows can be pasted at once`);
  const named = columnNames(names.cells, findDelimiter(text));
  if (named.length > MAX_COLUMNS) return refuse(`At most ${MAX_COLUMNS} columns can be pasted at once`);
  return {
    header: trimLineEnds(names.raw),
    names: named,
    rows: rows.map(({ line, cells, raw }) => ({ line, cells: cells.map(asTyped), raw: trimLineEnds(raw) })),
  };
}

/** Linear in the number of line ends: a cell may have a megabyte of them. */
const trimLineEnds = (raw: string) => raw.replace(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, "");

/** Reads a file in the encodings of spreadsheets. @throws AppError 422 */
export function readTextFile({ bytes, tooLarge }: Upload): string {
  if (tooLarge || bytes.length > MAX_PASTE_BYTES)
    return refuse("The file is larger than 2 MB: split it into smaller files");
  return (decodeText(bytes) ?? refuse(NOT_TEXT)).replace(/\r\n?/g, "\n");
}
