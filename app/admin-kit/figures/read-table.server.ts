import { CsvError, parse } from "csv-parse/sync";

/** One row of a table. @property line its last line, from 1 @property raw as it was sent */
export type TableLine = { line: number; cells: readonly string[]; raw: string };

/** The rows without empty ones, or the problem with the table. */
export type ReadTable = { lines: TableLine[]; problem?: undefined } | { lines?: undefined; problem: string };

/** The result of csv-parse with `info` and `raw`, which its types lack. */
type ParsedLine = { record: string[]; raw: string; info: { lines: number } };

/**
 * Decodes a file in the encodings of spreadsheets, without its byte order mark; undefined for other
 * encodings.
 */
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

/** The message for other encodings. */
export const NOT_TEXT = "The file is not UTF-8 text: save it as “CSV UTF-8”";

/** A spreadsheet's first line that names the separator. */
const SEPARATOR = /^\uFEFF?"?sep=([,;\t|])"?[ \t]*(?:\r\n?|\n)/i;

const DELIMITERS = [",", ";", "\t"];

/**
 * The separator of a table: from its first line, otherwise the most frequent one in the header.
 * @param otherwise for a single column
 */
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

/** The column names. With commas as separators, empty names at the end do not count: half of a figure with a decimal comma would be there.
 */
export const columnNames = (cells: readonly string[], delimiter: string): readonly string[] =>
  delimiter === "," ? cells.slice(0, cells.findLastIndex((name) => name !== "") + 1) : cells;

/** Whether the first line only names the separator. */
export const hasSeparatorLine = (text: string): boolean => SEPARATOR.test(text);

/** Reads rows from a spreadsheet, separated by commas, semicolons or tabs.
 * @param most rows to read; a longer table returns one more
 */
export function readTable(text: string, most: number): ReadTable {
  try {
    const lines = parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      from_line: hasSeparatorLine(text) ? 2 : 1,
      // Automatic detection would use the first line's for all.
      record_delimiter: ["\r\n", "\n", "\r"],
      info: true,
      raw: true,
      relax_column_count: true,
      // A spreadsheet copies 5" unquoted.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: most + 1,
      trim: true,
    }) as unknown as ParsedLine[];
    return { lines: lines.map(({ record, raw, info }) => ({ line: info.lines, cells: record, raw })) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      problem: `Line ${error.lines ?? 1}: a quotation mark is not closed, or is in the middle of a cell`,
    };
  }
}
