import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { findDelimiter, hasSeparatorLine } from "~/admin-kit/figures/read-table.server";
import { AppError } from "~/web/app-error.server";

/** A row of a file. @property line its last line, counted from 1: a cell can have line breaks */
export type CsvRow = { line: number; cells: string[] };

/** Characters of one row, and of the search for the end of the first line. */
const MAX_RECORD = 50_000;

/** @throws AppError 422 about the file */
export const refuseFile = (message: string): never => {
  throw new AppError(422, "Nothing was imported", { fieldErrors: { file: message } });
};

/** As csv-parse returns it with `info`, which its types lack. */
type ParsedRecord = { record: string[]; info: { lines: number } };

/**
 * Reads the rows of a CSV from a stream. The delimiter of the first line applies to all lines.
 * @throws AppError 422 with the problem of the file
 */
export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const texts = normalizeLineEnds(decodeText(bytes));
  const start = await untilLineEnd(texts);
  const parser = parse({
    bom: true,
    delimiter: findDelimiter(start, ","),
    from_line: hasSeparatorLine(start) ? 2 : 1,
    record_delimiter: ["\n"],
    info: true,
    max_record_size: MAX_RECORD,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  // An error of the source also fails the parser, which reports it.
  const feeding = pipeline(Readable.from(withStart(start, texts)), parser).catch(() => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>)
      yield { line: info.lines, cells: record };
  } catch (error) {
    throw error instanceof CsvError ? refusalFor(error) : error;
  } finally {
    parser.destroy();
    await feeding;
  }
}

function refusalFor({ code, lines }: CsvError): Error {
  const where = `Line ${lines ?? 1}`;
  const what =
    code === "CSV_MAX_RECORD_SIZE"
      ? `${where} is too long: check for an unclosed quotation mark`
      : `${where}: a quotation mark is not closed, or is in the middle of a cell`;
  return new AppError(422, "Nothing was imported", { fieldErrors: { file: what } });
}

/** The same text with one kind of line end, by which lines are counted. Text without a line end is no row. */
async function* normalizeLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  let open = 0;
  for await (const text of texts) {
    const whole = held + text;
    held = whole.endsWith("\r") ? "\r" : "";
    const lines = whole.slice(0, whole.length - held.length).replace(/\r\n?/g, "\n");
    const end = lines.lastIndexOf("\n");
    open = end === -1 ? open + lines.length : lines.length - end;
    if (open > MAX_RECORD) refuseFile("A line is too long: check that the file is a CSV");
    if (lines !== "") yield lines;
  }
  if (held !== "") yield "\n";
}

/** Text in the encodings that spreadsheets save. */
async function* decodeText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    head = decoder ? chunk : Buffer.concat([head, chunk]);
    if (!decoder && head.length < 2) continue;
    decoder ??= new TextDecoder(head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : "utf-8", { fatal: true });
    yield checked(decoder, head);
  }
  if (decoder) yield checked(decoder);
  else yield head.toString("utf8");
}

function checked(decoder: TextDecoder, bytes?: Buffer): string {
  let text: string;
  try {
    text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return refuseFile("The file is not UTF-8 text: save it as “CSV UTF-8”");
  }
  return text.includes("\0") ? refuseFile("The file is not text: save it as “CSV UTF-8”") : text;
}

async function untilLineEnd(texts: AsyncGenerator<string>): Promise<string> {
  let start = "";
  while (start.length < MAX_RECORD && !/[^\s][\r\n]/.test(start)) {
    const { value, done } = await texts.next();
    if (done) break;
    start += value;
  }
  return start;
}

async function* withStart(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (start !== "") yield start;
  yield* rest;
}
