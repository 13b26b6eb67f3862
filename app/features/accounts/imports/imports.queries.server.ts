import {
  type ImportDecisions,
  type ImportFindings,
  type ImportFormat,
  type ImportState,
  MemberImport,
  MemberImportRow,
  ROW_OUTCOMES,
  type RowOutcome,
} from "db/entities/member-import";
import { columns } from "db/entity-columns.server";
import { int, json, literal, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";

export type { ImportFormat, ImportState, RowOutcome };

const HEAD = {
  ...columns(MemberImport, "id", "createdAt", "staffName", "fileName", "format", "state", "rows", "position"),
  ...columns(MemberImport, "added", "changed", "unchanged", "refused", "undecided", "endedAt"),
};
/** An import as lists tell of it. */
export type ImportHead = RowOf<typeof HEAD>;

const WHOLE = { ...HEAD, ...columns(MemberImport, "names", "targets", "decisions", "findings", "touchedAt") };
export type StoredImport = Omit<RowOf<typeof WHOLE>, "names" | "targets" | "decisions" | "findings"> & {
  names: string[];
  targets: string[];
  decisions: ImportDecisions;
  findings: ImportFindings;
};

const BY_ID = statement("member-imports.by-id", WHOLE)`
  select ${WHOLE} from member_imports where id = ${uuid("id")}`;

export const importById = (id: string): Promise<StoredImport | undefined> =>
  BY_ID.first({ id }) as Promise<StoredImport | undefined>;

const RECENT = statement("member-imports.recent", HEAD)`
  select ${HEAD} from member_imports where state <> 'receiving' order by created_at desc, id desc limit 20`;

/** The newest twenty. */
export const recentImports = (): Promise<ImportHead[]> => RECENT.all();

const LINE = {
  ...columns(MemberImportRow, "line", "email", "reason"),
  cells: json<string[]>().from`cells`,
  outcome: literal(ROW_OUTCOMES).orNull.from`outcome`,
};
export type ImportLine = RowOf<typeof LINE>;

const OF_OUTCOME = statement("member-imports.lines-of-outcome", LINE)`
  select ${LINE} from member_import_rows
   where member_import_id = ${uuid("id")} and outcome = ${literal(ROW_OUTCOMES)("outcome")} and line > ${int("after")}
   order by line limit ${int("limit")}`;

type Asked = { id: string; outcome: RowOutcome; after: number; limit: number };

/** Rows of which one thing became, in the order of the file. @param asked.after behind this line */
export const linesOfOutcome = (asked: Asked): Promise<ImportLine[]> => OF_OUTCOME.all(asked);

const SAMPLE = statement("member-imports.sample", { cells: LINE.cells })`
  select ${{ cells: LINE.cells }} from member_import_rows where member_import_id = ${uuid("id")} order by line limit 3`;

/** The cells of its first rows. */
export const firstRows = async (id: string): Promise<string[][]> =>
  (await SAMPLE.all({ id })).map(({ cells }) => cells);
