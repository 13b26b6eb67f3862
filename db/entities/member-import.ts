import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Member, type Tier } from "./member";
import { Staff } from "./staff";

/** Whose export a file is, by its line of names. */
export const IMPORT_FORMATS = ["openbell", "ghost", "substack", "other"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Where an import stands: its file comes in, columns are matched, rows are read, compared, looked at, and written. After that the new
 * members may get their mail, and all may be undone.
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

/** What staff said of a file. What is not said is not guessed. */
export type ImportDecisions = {
  /** By the name of a plan as the file has it. */
  plans: Record<string, Tier>;
  /** By a word of a status, whether it has access, where staff said so; imports of before have none. */
  statuses?: Record<string, "access" | "none">;
  /** Which of two figures before a year is the day. */
  dateOrder?: "day" | "month";
  /** Of a paid plan whose row tells no end: none, or a day (yyyy-mm-dd). */
  openEnd?: "endless" | string;
  /** Whether members who are there get what the file says more of them. */
  updateKnown: boolean;
  /** Whether new members get a mail. */
  mailNew: boolean;
};

/** What reading a file has shown. */
export type ImportFindings = {
  /** How many rows name each plan. */
  plans: Record<string, number>;
  /** How many rows have each word of a status; imports of before have none. */
  statuses?: Record<string, number>;
  /** Dates of two figures before a year: those that only a day first can be, those that only a month first can, and others. */
  dayFirst: number;
  monthFirst: number;
  eitherFirst: number;
  /** One of the last, to ask about. */
  sample?: string;
  /** Rows with a paid plan and no end. */
  openEnds: number;
};

/**
 * A file of members that is brought in by a job, a part of it at a time. `position` is the line of the last row that is done with in
 * the present state; the counts are of the rows up to it.
 */
export const MemberImport = defineEntity({
  name: "MemberImport",
  tableName: "member_imports",
  properties: {
    ...baseColumns(),
    /** Who sent the file, and then who had it written. */
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Kept when the account goes. */
    staffName: p.text(),
    fileName: p.text(),
    format: oneOf(IMPORT_FORMATS).default("other"),
    state: oneOf(IMPORT_STATES).default("receiving"),
    /** What the file calls its columns, and the target of each; "" for one that is left out. */
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
    /** Members that were as they had been before, once it was undone. */
    undone: p.integer().default(0),
    /** Rows that wait for a decision. */
    undecided: p.integer().default(0),
    /** Whose turn it is to go on, until when; both null between two parts. */
    lease: p.uuid().nullable(),
    leaseUntil: p.datetime(3).nullable(),
    /** When it was written to the end, or called off. */
    endedAt: p.datetime(3).nullable(),
    /** When somebody last did something about it, or a part of it was done. */
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

/** A row of such a file. Those of an import that has ended go within the hour, the refused ones after a month. */
export const MemberImportRow = defineEntity({
  name: "MemberImportRow",
  tableName: "member_import_rows",
  properties: {
    memberImport: () => p.manyToOne(MemberImport).ref().primary().deleteRule("cascade"),
    line: p.integer().primary(),
    cells: p.json<string[]>(),
    /** In its normal form, once the row was read; null where it has none. */
    email: p.text().nullable(),
    outcome: oneOf(ROW_OUTCOMES).nullable(),
    /** What speaks against it, or why nothing changes. */
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

/** What a member had before an import changed them. */
export type MemberBefore = {
  firstname: string;
  lastname: string;
  remindByMail: boolean;
  /** Their access, where the import gave another one: until an ISO time, or without an end. */
  term?: { tier: Tier; until: string | null };
};

/** A member whom an import added or changed: by this they are found again, get their mail, or are as they were. It goes with either. */
export const ImportedMember = defineEntity({
  name: "ImportedMember",
  tableName: "imported_members",
  properties: {
    memberImport: () => p.manyToOne(MemberImport).ref().primary().deleteRule("cascade"),
    /** Of the row that says them. */
    line: p.integer().primary(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade").index(),
    /** The member's own when the import had written them: another one now means that something else has changed them. */
    memberVersion: p.integer(),
    /** Null of one that the import added. */
    before: p.json<MemberBefore>().nullable(),
    /** The notes that it wrote. */
    noteIds: p.json<string[]>().defaultRaw("'[]'"),
    /** When their mail was asked for. */
    mailedAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "imported_members_before_size", expression: "octet_length(before::text) <= 2000" },
    { name: "imported_members_note_ids_size", expression: "octet_length(note_ids::text) <= 20000" },
  ],
});
export type ImportedMember = InferEntity<typeof ImportedMember>;
