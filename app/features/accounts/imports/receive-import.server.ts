import { randomUUID } from "node:crypto";
import { TIERS } from "db/entities/member";
import { IMPORT_FORMATS, type ImportDecisions, type ImportFindings } from "db/entities/member-import";
import { em } from "db/orm.server";
import { bool, int, json, literal, text, uuid } from "db/sql";
import { command } from "db/statement.server";
import { ROW_COUNT } from "~/admin-kit/data-csv.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MEMBER_IMPORT_QUEUE } from "~/platform/jobs/queue-names";
import { formatCount } from "~/ui/format";
import { FileTooLarge, receiveFile } from "~/web/streamed-upload.server";
import { csvRows, refuseFile } from "./csv-rows.server";
import {
  formatOf,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  targetsOf,
  targetsToDecide,
  UNDECIDED,
} from "./import-columns.rules";
import { firstRows } from "./imports.queries.server";

/** Rows per insert while the file arrives. */
const AT_ONCE = 1_000;
/** Characters per insert, for long rows. */
const SIZE_AT_ONCE = 1_000_000;

export const NO_DECISIONS: ImportDecisions = { plans: {}, updateKnown: false, mailNew: false };
/** This site's export uses the tier names, and its empty end means no end. */
const OWN_EXPORT_DECISIONS: ImportDecisions = {
  ...NO_DECISIONS,
  plans: Object.fromEntries(TIERS.map((tier) => [tier, tier])),
  openEnd: "endless",
};

export const NO_FINDINGS: ImportFindings = {
  plans: {},
  dayFirst: 0,
  monthFirst: 0,
  eitherFirst: 0,
  openEnds: 0,
};

const BEGIN = command("member-imports.begin")`
  insert into member_imports (id, staff_id, staff_name, file_name, decisions, findings)
  values (${uuid("id")}, ${uuid("staffId")}, ${text("staffName")}, ${text("fileName")},
          ${json<ImportDecisions>()("decisions")}::jsonb, ${json<ImportFindings>()("findings")}::jsonb)`;

const ADD_ROWS = command("member-imports.add-rows")`
  insert into member_import_rows (member_import_id, line, cells)
  select ${uuid("id")}, (row ->> 0)::int, row -> 1 from jsonb_array_elements(${json<unknown[]>()("rows")}::jsonb) as row`;

const RECEIVED = command("member-imports.received")`
  update member_imports
     set format = ${literal(IMPORT_FORMATS)("format")}, names = ${json<string[]>()("names")}::jsonb,
         targets = ${json<string[]>()("targets")}::jsonb, rows = ${int("count")}, touched_at = now(),
         decisions = ${json<ImportDecisions>()("decisions")}::jsonb,
         state = case when ${bool("isRead")} then 'reading' else 'matching' end
   where id = ${uuid("id")}`;

const FORGET = command("member-imports.forget")`
  delete from member_imports where id = ${uuid("id")}`;

/**
 * Receives a file of members as a stream and queues its reading.
 * @returns the id of the import
 * @throws AppError 422 with the problem of the file; nothing of it is stored then
 */
export async function receiveImport(request: Request, staff: StaffViewer): Promise<string> {
  const id = randomUUID();
  try {
    const received = await receiveFile(
      request,
      { field: "file", maxBytes: MAX_IMPORT_BYTES },
      async (file) => {
        const fileName = baseName(file.name);
        const begun = { id, staffId: staff.id, staffName: staff.fullname, fileName };
        await BEGIN.run({ ...begun, decisions: NO_DECISIONS, findings: NO_FINDINGS });
        await storeRows(id, file.stream);
        return id;
      },
    );
    return received ?? refuseFile("Choose a file");
  } catch (error) {
    await FORGET.run({ id });
    if (error instanceof FileTooLarge)
      refuseFile(`The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB: split it into smaller files`);
    throw error;
  }
}

/** The last part of a path, without line breaks, as a name to show. */
const baseName = (name: string) =>
  name
    .replace(/^.*[\\/]/s, "")
    .replace(/[\p{Cc}\p{Cs}]/gu, "")
    .slice(0, 200) || "file.csv";

async function storeRows(id: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  let names: string[] | undefined;
  let count = 0;
  let promised: string | undefined;
  let waiting: [number, string[]][] = [];
  let size = 0;
  const flush = async () => {
    if (waiting.length > 0) await ADD_ROWS.run({ id, rows: JSON.stringify(waiting) as never });
    waiting = [];
    size = 0;
  };
  for await (const { line, cells } of csvRows(bytes)) {
    if (!names) {
      names = readHeader(cells);
      continue;
    }
    // The last line of an export is not a row; it has the row count.
    if (cells[0] === ROW_COUNT) {
      promised = cells[1] ?? "";
      continue;
    }
    count += 1;
    if (count > MAX_IMPORT_ROWS)
      refuseFile(`At most ${formatCount(MAX_IMPORT_ROWS)} rows can be imported at once: split the file`);
    if (cells.length > 2 * MAX_IMPORT_COLUMNS)
      refuseFile(
        `Line ${line} has ${formatCount(cells.length)} cells: at most ${MAX_IMPORT_COLUMNS} columns can be imported`,
      );
    waiting.push([line, cells]);
    size += cells.reduce((sum, cell) => sum + cell.length, cells.length);
    if (waiting.length >= AT_ONCE || size >= SIZE_AT_ONCE) await flush();
  }
  await flush();
  if (!names || count === 0) refuseFile("The file has no rows: it needs a header row and rows below it");
  if (formatOf(names ?? []) === "openbell" && promised !== String(count))
    refuseFile(truncationError(count, promised));
  await finishReceiving(id, names ?? [], count);
}

/** The error for an export of this site whose row count differs from its last line. */
const truncationError = (count: number, promised: string | undefined) =>
  promised === undefined
    ? `The last line, ${ROW_COUNT}, is missing: the file was cut short`
    : `The last line says ${promised} rows, but the file has ${count}: it was cut short or changed`;

function readHeader(cells: string[]): string[] {
  if (cells.length > MAX_IMPORT_COLUMNS) refuseFile(`At most ${MAX_IMPORT_COLUMNS} columns can be imported`);
  return cells.map((name) => name.slice(0, 200).toWellFormed());
}

/** Rows to inspect for a column with an unknown name. */
const SAMPLE_ROWS = 100;

async function finishReceiving(id: string, names: string[], count: number): Promise<void> {
  const format = formatOf(names);
  const named = targetsOf(format, names);
  const targets = format === "other" ? targetsToDecide(named, await firstRows(id, SAMPLE_ROWS)) : named;
  const isRead = targets.includes("email") && !targets.includes(UNDECIDED);
  await em().transactional(async (manager) => {
    const values = { names: JSON.stringify(names) as never, targets: JSON.stringify(targets) as never };
    const decisions = format === "openbell" ? OWN_EXPORT_DECISIONS : NO_DECISIONS;
    await RECEIVED.run({ id, format, count, decisions, isRead, ...values }, manager);
    if (isRead) await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, {}, manager);
  });
}
