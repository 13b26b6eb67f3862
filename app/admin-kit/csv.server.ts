import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { requireRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import { fileReply } from "~/web/replies.server";
import { reportFailure } from "~/web/report-failure.server";
import type { Cell } from "./cells";
import { asText } from "./csv-text";
import { type DataColumn, dataColumns, ROW_COUNT } from "./data-csv.server";
import { type OpenList, openList, requestedListState } from "./list-rows.server";
import type { AnyColumn, Listed, ListedRow, Position, Slice, SpreadsheetColumn } from "./resource.server";

/** Rows per query, so that a file of any length needs little memory. */
const ROWS_AT_A_TIME = 500;

/** The filtered and sorted list, all pages of it, as RFC 4180 text: the id, then the list's or the spreadsheet's columns. Each part starts after the last row of the previous one, so no connection is held for a slow client.
 */
export async function csvReply<Row extends ListedRow>(
  resource: Listed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const viewer = await requireStaff(args, resource.roles.read);
  requireRecentPassword(args, viewer, `${resource.noun}.export`);
  const state = requestedListState(resource.listing, args.request);
  const asData = new URL(args.request.url).searchParams.get("as") === "data";
  const { find } = openList(
    resource,
    viewer,
    state,
    asData ? visibleProperties(resource, viewer) : undefined,
  );
  const columns = asData ? dataColumns(resource, viewer) : undefined;
  return listFile(resource, find, (error) => reportFailure(args, error, resource.loadFailed), columns);
}

/** All properties of a stored record that a viewer may see. */
const visibleProperties = <Row extends ListedRow>(resource: Listed<Row>, viewer: StaffViewer) =>
  "entity" in resource ? resource.visibleTo(viewer).select : undefined;

/**
 * The file of a list.
 * @param onFailure called with an error halfway, which also breaks the connection: a truncated file must not
 * look complete
 * @param data the columns of the raw data, if requested
 */
export async function listFile<Row extends ListedRow>(
  { path, listing }: Pick<Listed<Row>, "path" | "listing">,
  find: OpenList<Row>["find"],
  onFailure: (error: unknown) => void,
  data?: readonly DataColumn<Row>[],
): Promise<Response> {
  const read = (after?: Position) => find({ limit: ROWS_AT_A_TIME, after });
  // Before the response starts: an error here can still show a page.
  const first = await read();
  const lines = data ? dataLines(data, first, read) : csvLines(listing, first, read);
  return csvFile(data ? `${path}-data` : path, reportingFailures(onFailure, lines));
}

async function* csvLines<Row extends ListedRow>(
  listing: Listed<Row>["listing"],
  first: Slice<Row>,
  read: (after: Position) => Promise<Slice<Row>>,
): AsyncGenerator<readonly string[]> {
  const columns = ("spreadsheet" in listing && listing.spreadsheet) || spreadsheetColumns(listing.columns);
  yield ["ID", ...columns.map(([label]) => label)];
  for await (const row of readAllRows(first, read)) yield [row.id, ...columns.map(([, text]) => text(row))];
}

async function* dataLines<Row extends ListedRow>(
  columns: readonly DataColumn<Row>[],
  first: Slice<Row>,
  read: (after: Position) => Promise<Slice<Row>>,
): AsyncGenerator<readonly string[]> {
  let count = 0;
  yield ["id", ...columns.map(([name]) => name)];
  for await (const row of readAllRows(first, read)) {
    count += 1;
    yield [row.id, ...columns.map(([, text]) => text(row))];
  }
  yield [ROW_COUNT, String(count)];
}

async function* readAllRows<Row extends ListedRow>(
  first: Slice<Row>,
  read: (after: Position) => Promise<Slice<Row>>,
): AsyncGenerator<Row> {
  for (let part: Slice<Row> | undefined = first; part; part = part.next && (await read(part.next)))
    yield* part.rows;
}

async function* reportingFailures<Line>(
  onFailure: (error: unknown) => void,
  lines: AsyncIterable<Line>,
): AsyncGenerator<Line> {
  try {
    yield* lines;
  } catch (error) {
    onFailure(error);
    throw error;
  }
}

/** A list's columns for a spreadsheet: the second line of a cell becomes a column. */
const spreadsheetColumns = <Row extends ListedRow>(
  columns: readonly AnyColumn<Row>[],
): SpreadsheetColumn<Row>[] =>
  columns
    .filter(({ picture }) => !picture)
    .flatMap(({ label, subLabel, cell }) => [
      [label, (row: Row) => csvText(cell(row))],
      ...(subLabel ? [[subLabel, (row: Row) => subText(cell(row))] as const] : []),
    ]);

type Lines = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

/** Lines of texts as a file to download, RFC 4180; the first line names the columns. */
export function csvFile(name: string, lines: Lines): Response {
  // The stream reads a piece once the previous one is sent, and stops when the client disconnects.
  const body = createReadableStreamFromReadable(Readable.from(csvPieces(lines), { objectMode: false }));
  return fileReply(body, "text/csv; charset=utf-8", {
    "Content-Disposition": `attachment; filename="${name}.csv"`,
    "Cache-Control": "private, no-store",
  });
}

const PIECE_LENGTH = 32_768;

async function* csvPieces(lines: Lines): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that this is UTF-8.
  let piece = "\uFEFF";
  for await (const line of lines) {
    piece += `${line.map(csvField).join(",")}\r\n`;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

const subText = (cell: Cell): string => ("sub" in cell && cell.sub) || ("day" in cell && cell.day) || "";

function csvText(cell: Cell): string {
  if (cell.kind === "time") return cell.iso;
  if (cell.kind === "badge" && cell.at) return `${cell.text} ${cell.at}`;
  return "text" in cell ? cell.text : "";
}

/** A field of a line, RFC 4180. */
function csvField(text: string): string {
  const safe = asText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
