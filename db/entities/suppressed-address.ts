import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, lengthCheck, oneOf, orderIndex } from "../columns";

/**
 * Why an address gets no newsletters and reminders: it does not exist (`hard`), it failed on several days
 * (`soft`), its owner reported an email as spam (`complaint`), or staff added it. Weakest first.
 */
export const SUPPRESSION_REASONS = ["soft", "hard", "staff", "complaint"] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** An address that could not be reached, or does not want our emails. The account behind it may get another. */
export const SuppressedAddress = defineEntity({
  name: "SuppressedAddress",
  tableName: "suppressed_addresses",
  properties: {
    id: p.uuid().primary().defaultRaw("gen_random_uuid()"),
    email: p.text().columnType("citext").unique(),
    reason: oneOf(SUPPRESSION_REASONS),
    /** What the other server reported last, or what staff wrote. */
    evidence: p.text(),
    /** Reports since `firstSeenAt`; of soft bounces the days with reports. */
    count: p.integer().default(1),
    firstSeenAt: p.datetime(3).defaultRaw("now()"),
    lastSeenAt: p.datetime(3).defaultRaw("now()"),
    /** Since then it gets emails again, until the next report. */
    liftedAt: p.datetime(3).nullable(),
    /** A member of staff by name, or its owner. */
    liftedBy: p.text().nullable(),
  },
  checks: [
    lengthCheck("suppressed_addresses", "email", 3, 254),
    lengthCheck("suppressed_addresses", "evidence", 1, 300),
    lengthCheck("suppressed_addresses", "lifted_by", 1, 100),
    {
      name: "suppressed_addresses_lifted",
      expression: "(lifted_at is null) = (lifted_by is null)",
    },
  ],
  indexes: [
    orderIndex({ table: "suppressed_addresses", name: "newest", order: "last_seen_at, id" }),
    containsIndex("suppressed_addresses", "email", "(email::text)"),
  ],
});
export type SuppressedAddress = InferEntity<typeof SuppressedAddress>;

/** Reports that are counted, and those about our own sending (`ours`), which suppress nobody. */
export const MAIL_REPORT_KINDS = ["soft", "hard", "complaint", "ours"] as const;
export type MailReportKind = (typeof MAIL_REPORT_KINDS)[number];

/** A report about an email that was sent: each counts once, however often it arrives. */
export const MailReport = defineEntity({
  name: "MailReport",
  tableName: "mail_reports",
  properties: {
    /** Of a single email or of one of an edition. Without a foreign key: the report outlives both. */
    emailId: p.uuid().primary(),
    kind: oneOf(MAIL_REPORT_KINDS).primary(),
    createdAt: p.datetime(3).defaultRaw("now()"),
  },
  indexes: [{ properties: ["createdAt"] }],
});
export type MailReport = InferEntity<typeof MailReport>;

/** How far the owner's mailbox for returned emails was read. */
export const ReportMailboxState = defineEntity({
  name: "ReportMailboxState",
  tableName: "report_mailbox",
  properties: {
    /** Always 1: there is one row. */
    one: p.integer().primary().autoincrement(false),
    /** While the server's stays the same, UIDs name the same messages. */
    uidValidity: p.text().nullable(),
    lastUid: p.double().default(0),
    /** The message that is being read, and in which round of it. */
    triedUid: p.double().nullable(),
    tries: p.integer().default(0),
    /** When the last round began: another does not begin for some minutes, in any process. */
    readAt: p.datetime(3).nullable(),
  },
  checks: [
    { name: "report_mailbox_one", expression: "one = 1" },
    { name: "report_mailbox_tries_range", expression: "tries >= 0" },
    lengthCheck("report_mailbox", "uid_validity", 1, 40),
  ],
});
export type ReportMailboxState = InferEntity<typeof ReportMailboxState>;
