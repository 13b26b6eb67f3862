import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/features/auth/viewer.server";
import type { Cell } from "./cells";
import { findPage } from "./find.server";
import { listStateOf, selectedProperties, whereOf } from "./list-screen.server";
import type { ManagedRecord, Resource } from "./resource.server";

/** A spreadsheet gets at most this many rows; narrow the list for others. */
const MAX_ROWS = 10_000;

/** The list as it is narrowed and sorted now, all pages of it, as RFC 4180 text with the list's columns. */
export async function csvReply<Row extends ManagedRecord>(
  resource: Resource<Row>,
  args: LoaderFunctionArgs,
): Promise<Response> {
  const viewer = await requireStaff(args, resource.roles.read);
  const state = listStateOf(resource, args.request);
  const { rows } = await findPage(resource, {
    where: whereOf(resource, viewer, state),
    select: selectedProperties(resource, viewer),
    orderBy: { property: state.sort as keyof Row & string, direction: state.direction },
    limit: MAX_ROWS,
    offset: 0,
  });
  const columns = resource.columns.filter(({ picture }) => !picture);
  const lines = [
    ["ID", ...columns.flatMap(({ label, subLabel: under }) => (under ? [label, under] : [label]))],
    ...rows.map((row) => [
      row.id,
      ...columns.flatMap(({ cell, subLabel: under }) => {
        const value = cell(row);
        return under ? [csvText(value), subText(value)] : [csvText(value)];
      }),
    ]),
  ];
  return csvFile(resource.path, lines);
}

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
