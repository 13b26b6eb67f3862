import type { EntityManager } from "@mikro-orm/postgresql";
import type { Permission, Roles } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import type { Option } from "../field-schema";
import type { FoundSign } from "../figures/read-number";
import { type Sentences, warningMark } from "../warnings.server";
import type { PasteTarget } from "./columns";
import type { PastedTable } from "./table.server";
import type { Ticks } from "./ticks";

/** The pasted table and how to read it. */
export type Pasted = {
  table: PastedTable;
  /** The target of each column; undefined for ignored ones. */
  matched: readonly (string | undefined)[];
  sign: FoundSign;
  /** The choice for rows without a value of their own. */
  assumed?: string;
};

export type Outcome = "added" | "changed" | "same" | "refused";

/** A compared cell. `was` is the old value, `why` the error. */
export type ComparedCell = { text: string; outcome: Outcome; was?: string; why?: string };

export type ComparedRow = {
  line: number;
  raw: string;
  outcome: Outcome;
  /** By the name of its target. */
  cells: Readonly<Record<string, ComparedCell>>;
  /** Errors of the row as a whole. */
  why: readonly string[];
  /** Notes on derived values, by target. */
  notes?: Sentences;
  /** Warnings by target: the row needs a tick. */
  warnings?: Sentences;
  /** Identifies the record and version it was compared with; undefined for a new record. */
  mark?: string;
};

/** Columns of which one is required. @property purpose such as "the record" */
type RequiredColumn = { oneOf: readonly string[]; purpose: string };

/** An effect of the valid rows elsewhere, with a link. */
type Consequence = { text: string; to?: string };

/** A target for pasted spreadsheet rows.
 * @typeParam Row a compared row; `write` gets those that are added or changed
 */
export type PasteSource<Row extends ComparedRow = ComparedRow> = {
  /** The key of stored column choices. */
  key: string;
  roles: Roles;
  /** Decides whether the password is needed again. */
  permission: Permission;
  title: string;
  /** As in '3 quotes added'. */
  plural: string;
  /** The list to return to. */
  list: { label: string; to: string };
  targets: readonly PasteTarget[];
  /** Targets that are figures. */
  figures: ReadonlySet<string>;
  required: readonly RequiredColumn[];
  /** The form's hint on how rows name records. */
  hint: string;
  /** A choice for all rows without a value of their own. */
  assumed?: { label: string; blank: string; options: readonly Option[] };
  failed: string;
  /** @param within the transaction that locks the records until they are written */
  compare: (staff: StaffViewer, pasted: Pasted, within?: EntityManager) => Promise<Row[]>;
  write: (manager: EntityManager, staff: StaffViewer, rows: readonly Row[], pasted: Pasted) => Promise<void>;
  /** Translates database errors. */
  explain?: (error: unknown) => unknown;
  /** The tables it writes, to invalidate cached pages. */
  tables: readonly string[];
  consequences?: (
    rows: readonly Row[],
  ) => Promise<{ title: string; items: readonly Consequence[] } | undefined>;
};

/** Whether a row is valid; with warnings it also needs a tick. */
export const isRight = ({ outcome }: ComparedRow): boolean => outcome === "added" || outcome === "changed";

/** The mark of a row's warnings; undefined without warnings. */
export function rowMark(row: ComparedRow): string | undefined {
  const entries = Object.entries(row.warnings ?? {});
  return isRight(row) && entries.length > 0 ? warningMark(row.raw, ...entries.flat()) : undefined;
}

/** Whether a row needs a tick. A tick for other warnings does not count. */
export function isWaiting(row: ComparedRow, ticks: Ticks): boolean {
  const mark = rowMark(row);
  return mark !== undefined && ticks.get(row.line) !== mark;
}
