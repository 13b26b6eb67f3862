import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Member, type Tier } from "./member";
import { Staff } from "./staff";

/** The program that exported the file, detected by its header line. */
export const IMPORT_FORMATS = ["openbell", "ghost", "substack", "other"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * The steps of an import: upload the file, match columns, read rows, compare them, review them, write them.
 * After that the new members may get their emails, and everything can be undone.
 */
export const IMPORT_STATES = [
  "receiving",
  "matching",
  "reading",
  "comparing",
  "compared",
  "writing",
  "done",
  "cancelled",
  "mailing",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The decisions of staff about a file. Missing decisions are not guessed. */
export type ImportDecisions = {
  /** By the plan's name in the file. */
  plans: Record<string, Tier>;
  /** Whether a status word gives access, if staff decided it. Older imports have none. */
  statuses?: Record<string, "access" | "none">;
  /** Which of the two numbers before a year is the day. */
  dateOrder?: "day" | "month";
  /** The end of a paid plan whose row has none: no end, or a day (yyyy-mm-dd). */
  openEnd?: "endless" | string;
  /** Whether existing members get additional data from the file. */
  updateKnown: boolean;
  /** Whether new members get an email. */
  mailNew: boolean;
};

/** The results of reading a file. */
export type ImportFindings = {
  /** Number of rows per plan. */
  plans: Record<string, number>;
  /** Number of rows per status word. Older imports have none. */
  statuses?: Record<string, number>;
  /**
   * Dates of two numbers before a year: those that can only have the day first, those that can only have the
   * month first, and all others.
   */
  dayFirst: number;
  monthFirst: number;
  eitherFirst: number;
  /** An example of an ambiguous date, for the question to staff. */
  sample?: string;
  /** Rows with a paid plan and no end. */
  openEnds: number;
};

/**
 * A file of members that a job imports in parts. `position` is the line of the last row finished in the
 * current state. The counts cover the rows up to it.
 */
export const MemberImport = defineEntity({
  name: "MemberImport",
  tableName: "member_imports",
  properties: {
    ...baseColumns(),
    /** Who uploaded the file, later who started the writing. */
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account. */
    staffName: p.text(),
    fileName: p.text(),
    format: oneOf(IMPORT_FORMATS).default("other"),
    state: oneOf(IMPORT_STATES).default("receiving"),
    /** The file's column names, and the target of each. "" for an ignored column. */
    names: p.json<string[]>().defaultRaw("'[]'"),
    targets: p.json<string[]>().defaultRaw("'[]'"),
    decisions: p.json<ImportDecisions>(),
    findings: p.json<ImportFindings>(),
    rows: p.integer().default(0),
    position: p.integer().default(0),
    added: p.integer().default(0),
    changed: p.integer().default(0),
    unchanged: p.integer().default(0),
    refused: p.integer().default(0),
    /** Members restored to their former state by undoing the import. */
    undone: p.integer().default(0),
    /** Rows that need a decision. */
    undecided: p.integer().default(0),
    /** The lease of the worker and its end. Both null between two parts. */
    lease: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
    /** When it was completed or cancelled. */
    endedAt: p.datetime(3).nullable(),
    /** When a person or the job last worked on it. */
    touchedAt: p.datetime(3).defaultRaw("now()"),
  },
  checks: [
    lengthCheck("member_imports", "staff_name", 1, 200),
    lengthCheck("member_imports", "file_name", 1, 200),
    { name: "member_imports_names_size", expression: "octet_length(names::text) <= 50000" },
    { name: "member_imports_decisions_size", expression: "octet_length(decisions::text) <= 50000" },
    { name: "member_imports_findings_size", expression: "octet_length(findings::text) <= 50000" },
  ],
  indexes: [{ properties: ["createdAt", "id"] }, { properties: ["state", "touchedAt"] }],
});
export type MemberImport = InferEntity<typeof MemberImport>;

export const ROW_OUTCOMES = ["added", "changed", "same", "refused", "undecided"] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/**
 * A row of an imported file. Rows of an ended import are deleted within the hour, refused ones after a month.
 */
export const MemberImportRow = defineEntity({
  name: "MemberImportRow",
  tableName: "member_import_rows",
  properties: {
    memberImport: () => p.manyToOne(MemberImport).ref().primary().deleteRule("cascade"),
    line: p.integer().primary(),
    cells: p.json<string[]>(),
    /** Normalised, once the row was read. Null if the row has none. */
    email: p.text().nullable(),
    outcome: oneOf(ROW_OUTCOMES).nullable(),
    /** Why the row is refused, or why nothing changes. */
    reason: p.text().nullable(),
  },
  checks: [
    lengthCheck("member_import_rows", "email", 1, 254),
    lengthCheck("member_import_rows", "reason", 1, 500),
  ],
  indexes: [
    { properties: ["memberImport", "email", "line"] },
    { properties: ["memberImport", "outcome", "line"] },
  ],
});
export type MemberImportRow = InferEntity<typeof MemberImportRow>;

/** A member's values before an import changed them. */
export type MemberBefore = {
  firstname: string;
  lastname: string;
  remindByMail: boolean;
  /** The former access, if the import changed it: until an ISO time, or without an end. */
  term?: { tier: Tier; until: string | null };
  /** The ids of the labels that the import gave. */
  labels?: string[];
};

/**
 * A member whom an import added or changed. It serves to find them, to send their emails and to undo. It is
 * deleted with the import or the member.
 */
export const ImportedMember = defineEntity({
  name: "ImportedMember",
  tableName: "imported_members",
  properties: {
    memberImport: () => p.manyToOne(MemberImport).ref().primary().deleteRule("cascade"),
    /** The line of the member's row. */
    line: p.integer().primary(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade").index(),
    /**
     * The member's version after the import. A different one means that something else has changed the
     * member.
     */
    memberVersion: p.integer(),
    /** Null for a member whom the import added. */
    before: p.json<MemberBefore>().nullable(),
    /** The notes that it wrote. */
    noteIds: p.json<string[]>().defaultRaw("'[]'"),
    /** The labels that it gave to a member whom it added. */
    labelIds: p.json<string[]>().nullable(),
    /** When the email was queued. */
    mailedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "imported_members_before_size", expression: "octet_length(before::text) <= 2000" },
    { name: "imported_members_note_ids_size", expression: "octet_length(note_ids::text) <= 20000" },
  ],
});
export type ImportedMember = InferEntity<typeof ImportedMember>;
