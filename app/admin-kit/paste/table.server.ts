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
/** What a paste, or a file of it, may weigh in bytes. */
export const MAX_PASTE_BYTES = 2 * 1024 * 1024;

/** One line below the names. @property raw as it was pasted, to hand it back */
export type TableRow = TableLine;

/** What was pasted, before anybody knows what its columns mean. */
export type PastedTable = { header: string; names: readonly string[]; rows: readonly TableRow[] };

/** @throws AppError 422, said of the field */
const refuse = (message: string): never => {
  throw new AppError(422, "Nothing was compared", { fieldErrors: { text: message } });
};

/**
 * Reads rows as a spreadsheet copies them or saves them as CSV: a line of names, then a line for each record.
 * @throws AppError 422 with what is wrong with the whole of it
 */
export function readTable(text: string): PastedTable {
  if (text.trim() === "") return refuse("Paste rows from a spreadsheet, or choose a file");
  if (Buffer.byteLength(text) > MAX_PASTE_BYTES) return refuse("This is larger than 2 MB: paste it in parts");
  if (text.includes("\0") || !text.isWellFormed())
    return refuse("This is not text: copy the cells themselves");
  const read = readLines(text, MAX_ROWS + 2);
  if (!read.lines) return refuse(read.problem);
  const [names, ...lines] = read.lines;
  // An export's last line is none of its rows.
  const rows = lines.filter(({ cells }, nth) => nth < lines.length - 1 || cells[0] !== ROW_COUNT);
  if (!names || rows.length === 0)
    return refuse("There are no rows: paste the line of names and the rows below it");
  if (rows.length > MAX_ROWS) return refuse(`At most ${formatCount(MAX_ROWS)} rows can be pasted at once`);
  const named = columnNames(names.cells, findDelimiter(text));
  if (named.length > MAX_COLUMNS) return refuse(`At most ${MAX_COLUMNS} columns can be pasted at once`);
  return {
    header: trimLineEnds(names.raw),
    names: named,
    rows: rows.map(({ line, cells, raw }) => ({ line, cells: cells.map(asTyped), raw: trimLineEnds(raw) })),
  };
}

/** Looks at each end of lines once: a cell may hold a megabyte of them. */
const trimLineEnds = (raw: string) => raw.replace(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, "");

/** The text of a file, in the encodings that spreadsheets save. @throws AppError 422 */
export function readTextFile({ bytes, tooLarge }: Upload): string {
  if (tooLarge || bytes.length > MAX_PASTE_BYTES)
    return refuse("The file is larger than 2 MB: send it in parts");
  return (decodeText(bytes) ?? refuse(NOT_TEXT)).replace(/\r\n?/g, "\n");
}
