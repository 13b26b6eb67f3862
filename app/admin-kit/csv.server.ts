import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/features/auth/viewer.server";
import type { Cell } from "./cells";
import { findRows, listStateOf } from "./list-rows.server";
import type { AnyColumn, Listed, ListedRow, SpreadsheetColumn } from "./resource.server";

/** A spreadsheet gets at most this many rows; narrow the list for others. */
const MAX_ROWS = 10_000;

/** The list as it is narrowed and sorted now, all pages of it, as RFC 4180 text: after the id the list's columns, or its own. */
export async function csvReply<Row extends ListedRow>(
  resource: Listed<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const viewer = await requireStaff(args, resource.roles.read);
  const { listing } = resource;
  const state = listStateOf(listing, args.request);
  const { rows } = await findRows(resource, viewer, state, { limit: MAX_ROWS, offset: 0 });
  const columns = ("spreadsheet" in listing && listing.spreadsheet) || spreadsheetOf(listing.columns);
  return csvFile(resource.path, [
    ["ID", ...columns.map(([label]) => label)],
    ...rows.map((row) => [row.id, ...columns.map(([, text]) => text(row))]),
  ]);
}

/** A list's columns as those of a spreadsheet: a second line is one of its own there. */
const spreadsheetOf = <Row extends ListedRow>(columns: readonly AnyColumn<Row>[]): SpreadsheetColumn<Row>[] =>
  columns
    .filter(({ picture }) => !picture)
    .flatMap(({ label, subLabel, cell }) => [
      [label, (row: Row) => csvText(cell(row))],
      ...(subLabel ? [[subLabel, (row: Row) => subText(cell(row))] as const] : []),
    ]);

/** Lines of texts as a file to download, RFC 4180; the first line names the columns. */
export function csvFile(name: string, lines: readonly (readonly string[])[]): Response {
  // The byte order mark tells spreadsheets that this is UTF-8.
  return new Response(`\uFEFF${lines.map((line) => line.map(csvField).join(",")).join("\r\n")}\r\n`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}

const subText = (cell: Cell): string => ("sub" in cell && cell.sub) || "";

function csvText(cell: Cell): string {
  if (cell.kind === "time") return cell.iso;
  return "text" in cell ? cell.text : "";
}

/** What a spreadsheet would take for a formula: by its first sign, of which East Asian ones know wider and smaller forms. */
const isFormula = (text: string) =>
  /^[=+\-@\t\r\n]/.test(text.slice(0, 1).normalize("NFKC")) && !/^[+-]?[\d.,]+%?$/.test(text);

/** A text that a spreadsheet would take for a formula is kept a text. */
function csvField(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
