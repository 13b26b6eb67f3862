import { CsvError, parse } from "csv-parse/sync";

/** One line of a table. @property line where it ends, counted from 1. @property raw as it was sent */
export type TableLine = { line: number; cells: readonly string[]; raw: string };

/** Its lines, those without any text left out, or what is wrong with the whole of it. */
export type ReadTable = { lines: TableLine[]; problem?: undefined } | { lines?: undefined; problem: string };

/** As csv-parse gives it with `info` and `raw`; its types do not know that. */
type ParsedLine = { record: string[]; raw: string; info: { lines: number } };

/** The text of a file in the encodings that spreadsheets save, without its byte order mark; undefined for what is none of them. */
export function decodeText(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Said of a file that is none of them. */
export const NOT_TEXT = "The file is not UTF-8 text: save it as “CSV UTF-8”";

/** A spreadsheet's own first line, which says what divides the others. */
const SEPARATOR = /^\uFEFF?"?sep=([,;\t|])"?[ \t]*(?:\r\n?|\n)/i;

const DELIMITERS = [",", ";", "\t"];

/** What divides a table's lines: what its first line says, else what comes oftenest in the line of names. @param otherwise of one column */
export function findDelimiter(text: string, otherwise = "\t"): string {
  const [, said] = SEPARATOR.exec(text) ?? [];
  if (said) return said;
  const [names = ""] = text
    .replace(/^\uFEFF/, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  const outside = names.replace(/"[^"]*"/g, "");
  const often = (sign: string) => outside.split(sign).length;
  const [oftenest = otherwise] = DELIMITERS.toSorted((one, other) => often(other) - often(one));
  return often(oftenest) > 1 ? oftenest : otherwise;
}

/**
 * The names of a table's columns. Of one that is divided by commas those at the end that say nothing are none: a figure whose comma
 * divided it would have its second half there.
 */
export const columnNames = (cells: readonly string[], delimiter: string): readonly string[] =>
  delimiter === "," ? cells.slice(0, cells.findLastIndex((name) => name !== "") + 1) : cells;

/** Whether a table's first line only says what divides the others. */
export const hasSeparatorLine = (text: string): boolean => SEPARATOR.test(text);

/**
 * Reads rows as a spreadsheet copies them or saves them as CSV, divided by commas, by semicolons or by tabs.
 * @param most lines that are read; of a longer table one more is
 */
export function readTable(text: string, most: number): ReadTable {
  try {
    const lines = parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      from_line: hasSeparatorLine(text) ? 2 : 1,
      // Found out by itself it would be that of the first line for all.
      record_delimiter: ["\r\n", "\n", "\r"],
      info: true,
      raw: true,
      relax_column_count: true,
      // A spreadsheet copies 5" as it stands.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: most + 1,
      trim: true,
    }) as unknown as ParsedLine[];
    return { lines: lines.map(({ record, raw, info }) => ({ line: info.lines, cells: record, raw })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problem: `Line ${error.lines ?? 1}: a quotation mark is not closed or stands in the middle` };
  }
}
