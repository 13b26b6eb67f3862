import type { EntityManager } from "@mikro-orm/postgresql";
import type { Permission } from "~/auth/permissions.server";
import type { StaffRole, StaffViewer } from "~/auth/viewer.server";
import type { Option } from "../field-schema";
import type { FoundSign } from "../figures/read-number";
import { type Sentences, warningMark } from "../warnings.server";
import type { PasteTarget } from "./columns";
import type { PastedTable } from "./table.server";
import type { Ticks } from "./ticks";

/** What was pasted, and how it is read. */
export type Pasted = {
  table: PastedTable;
  /** The target of each column; undefined for one that is left out. */
  matched: readonly (string | undefined)[];
  sign: FoundSign;
  /** The value of the choice that rows do not make themselves. */
  assumed?: string;
};

export type Outcome = "added" | "changed" | "same" | "refused";

/** One cell against what is there. `was` is what it takes the place of, `why` what speaks against it. */
export type ComparedCell = { text: string; outcome: Outcome; was?: string; why?: string };

export type ComparedRow = {
  line: number;
  raw: string;
  outcome: Outcome;
  /** By the name of its target. */
  cells: Readonly<Record<string, ComparedCell>>;
  /** What speaks against the row as a whole. */
  why: readonly string[];
  /** What follows from the row beside what it says, by the targets that it is about. */
  notes?: Sentences;
  /** What is allowed but hardly meant, by target: such a row is written once it is ticked. */
  warnings?: Sentences;
  /** What it was compared with, so that another one is told from it; undefined for nothing. */
  mark?: string;
};

/** Columns of which one must be there. @property says what it tells: "which record a row means" */
type RequiredColumn = { oneOf: readonly string[]; purpose: string };

/** What more follows from the rows that are right, in words, each with where it is looked at. */
type Consequence = { text: string; to?: string };

/**
 * Something that rows of a spreadsheet are pasted into.
 * @typeParam Row what a row becomes; `write` gets those that are added or changed
 */
export type PasteSource<Row extends ComparedRow = ComparedRow> = {
  /** Columns that somebody matched by hand are remembered by it. */
  key: string;
  roles: readonly StaffRole[];
  /** What writing them is, for the password that it may ask for. */
  permission: Permission;
  title: string;
  /** Of what the rows are: '3 quotes added'. */
  plural: string;
  /** The list that it leads back to. */
  list: { label: string; to: string };
  targets: readonly PasteTarget[];
  /** The targets that are figures. */
  figures: ReadonlySet<string>;
  required: readonly RequiredColumn[];
  /** What tells which record a row means, as the form says it. */
  hint: string;
  /** A choice that is made once for the rows that do not say; `name` is the target that it stands for. */
  assumed?: { label: string; blank: string; options: readonly Option[] };
  failed: string;
  /** @param within the transaction that holds what rows mean until they are written */
  compare: (staff: StaffViewer, pasted: Pasted, within?: EntityManager) => Promise<Row[]>;
  write: (manager: EntityManager, staff: StaffViewer, rows: readonly Row[], pasted: Pasted) => Promise<void>;
  /** What an error of the database means. */
  explain?: (error: unknown) => unknown;
  /** The tables it writes, for pages that are made of them. */
  tables: readonly string[];
  consequences?: (
    rows: readonly Row[],
  ) => Promise<{ title: string; items: readonly Consequence[] } | undefined>;
};

/** Whether a row is to be written, once it is ticked where something about it is in doubt. */
export const isRight = ({ outcome }: ComparedRow): boolean => outcome === "added" || outcome === "changed";

/** What a row asks, in short; undefined for one that asks nothing. */
export function rowMark(row: ComparedRow): string | undefined {
  const said = Object.entries(row.warnings ?? {});
  return isRight(row) && said.length > 0 ? warningMark(row.raw, ...said.flat()) : undefined;
}

/** Whether a row waits for a tick: ticked for something else, it still does. */
export function isWaiting(row: ComparedRow, ticks: Ticks): boolean {
  const mark = rowMark(row);
  return mark !== undefined && ticks.get(row.line) !== mark;
}
