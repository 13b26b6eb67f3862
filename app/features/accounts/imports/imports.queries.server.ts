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
import { bool, int, json, literal, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import type { PageRange } from "~/web/paging";

export type { ImportFormat, ImportState, RowOutcome };

const HEAD = {
  ...columns(MemberImport, "id", "createdAt", "staffName", "fileName", "format", "state", "rows", "position"),
  ...columns(MemberImport, "added", "changed", "unchanged", "refused", "undecided", "undone", "endedAt"),
};

const WHOLE = {
  ...HEAD,
  ...columns(MemberImport, "names", "targets", "decisions", "findings", "touchedAt"),
  /** Whether its process died and none has continued it yet. */
  isAbandoned: bool.from`coalesce(lease_until < now(), false)`,
};
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

const PAGE = statement("member-imports.page", HEAD)`
  select ${HEAD} from member_imports where state <> 'receiving'
   order by created_at desc, id desc limit ${int("limit")} offset ${int("offset")}`;

const COUNT = statement("member-imports.count", { total: int.from`count(*)::int` })`
  select count(*)::int as total from member_imports where state <> 'receiving'`;

/** The received imports, the newest first, and their number. */
export async function listImports(range: PageRange) {
  const [imports, counted] = await Promise.all([PAGE.all(range), COUNT.first()]);
  return { imports, total: counted?.total ?? 0 };
}

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

type RowPage = { id: string; outcome: RowOutcome; after: number; limit: number };

/** Rows of one outcome, in the order of the file. @param page.after the previous page's last line */
export const linesOfOutcome = (page: RowPage): Promise<ImportLine[]> => OF_OUTCOME.all(page);

const SAMPLE = statement("member-imports.sample", { cells: LINE.cells })`
  select ${{ cells: LINE.cells }} from member_import_rows where member_import_id = ${uuid("id")} order by line limit ${int("limit")}`;

/** The cells of its first rows. */
export const firstRows = async (id: string, limit: number): Promise<string[][]> =>
  (await SAMPLE.all({ id, limit })).map(({ cells }) => cells);
