import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { containsIndex, editableColumns, foldedIndex, lengthCheck, oneOf, orderIndex } from "../columns";
import { effectiveTierSql, onTrialSql } from "../effective-tier";
import { Image } from "./image";

export const TIERS = ["Basic", "Premium", "Private"] as const;
export type Tier = (typeof TIERS)[number];

export const MEMBER_STATUSES = ["active", "inactive", "pending"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/**
 * A registered reader. `subscription` alone does not decide their access: a paid tier whose
 * `subscriptionExpiresAt` has passed by the database's clock counts as Basic. Null means no end.
 */
export const Member = defineEntity({
  name: "Member",
  tableName: "members",
  properties: {
    ...editableColumns(),
    /** Counts up from 1 in order of registration. Only the database sets it. */
    serialNumber: p.integer().autoincrement().generated("identity").unique(),
    firstname: p.text(),
    lastname: p.text(),
    email: p.text().columnType("citext").unique(),
    /**
     * Null if several passwords were registered for the address and verifying it did not tell whose counts.
     */
    passwordHash: p.text().nullable(),
    subscription: oneOf(TIERS).default("Basic"),
    subscriptionExpiresAt: p.datetime(3).nullable(),
    status: oneOf(MEMBER_STATUSES).default("pending"),
    registeredByAdmin: p.boolean().default(false),
    profileImage: () => p.manyToOne(Image).ref().nullable().deleteRule("set null").index(),
    referralCode: p.text().unique(),
    emailVerifiedAt: p.datetime(3).nullable(),
    deletionRequestedAt: p.datetime(3).nullable(),
    /** The end of access in the last reminder, and how many days before it was sent. */
    remindedEnd: p.datetime(3).nullable(),
    remindedDays: p.smallint().nullable(),
    /**
     * Whether they get emails that they did not request: about the end of their access, or an account made
     * for them.
     */
    remindByMail: p.boolean().default(true),
    /** False if they ended what staff write to many members. */
    getsMessages: p.boolean().default(true),
    /** The effective tier at this moment by the database's clock. */
    tierNow: p
      .text()
      .$type<Tier>()
      .formula((m) => effectiveTierSql(`${m}`)),
    /** Whether their access is a free trial. */
    onTrial: p.boolean().formula((m) => onTrialSql(`${m}`)),
    /** The notes of staff, oldest first, as a JSON list for member exports. */
    notes: p
      .text()
      .nullable()
      .formula(
        (m) =>
          `(select json_agg(n.text order by n.created_at, n.id)::text from member_notes n where n.member_id = ${m}.id)`,
      ),
    /** The names of their labels as a JSON list, for lists and exports. */
    labels: p
      .text()
      .nullable()
      .formula(
        (m) =>
          `(select json_agg(l.name order by l.name_key)::text from member_labels g join labels l on l.id = g.label_id
             where g.member_id = ${m}.id and l.ended_at is null)`,
      ),
    /** For searches: the index on addresses covers their text. */
    emailText: p.text().formula((m) => `(${m}.email::text)`),
  },
  checks: [
    lengthCheck("members", "firstname", 1, 100),
    lengthCheck("members", "lastname", 1, 100),
    lengthCheck("members", "email", 3, 254),
    lengthCheck("members", "password_hash", 20, 300),
    lengthCheck("members", "referral_code", 4, 32),
  ],
  indexes: [
    { properties: ["createdAt", "id"] },
    { properties: ["updatedAt", "id"] },
    { properties: ["status", "createdAt", "id"] },
    orderIndex({
      table: "members",
      name: "tier_newest",
      order: "subscription, created_at, id",
      include: "subscription_expires_at, status",
    }),
    { properties: ["subscriptionExpiresAt"] },
    { properties: ["deletionRequestedAt"] },
    orderIndex({
      table: "members",
      name: "newest",
      order: "created_at, id",
      include: "subscription, subscription_expires_at, status",
    }),
    orderIndex({
      table: "members",
      name: "ending",
      order: "subscription_expires_at",
      where: "subscription <> 'Basic'",
    }),
    orderIndex({
      table: "members",
      name: "to_remind",
      order:
        "(case when reminded_end = subscription_expires_at then reminded_days else 0 end), subscription_expires_at",
      where:
        "subscription <> 'Basic' and status = 'active' and deletion_requested_at is null and remind_by_mail",
    }),
    containsIndex("members", "firstname"),
    foldedIndex("members", "firstname"),
    containsIndex("members", "lastname"),
    foldedIndex("members", "lastname"),
    containsIndex("members", "email", "(email::text)"),
    orderIndex({ table: "members", name: "mailbox", order: "mailbox_of(email::text)" }),
  ],
});
export type Member = InferEntity<typeof Member>;
