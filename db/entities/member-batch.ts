import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf, orderIndex } from "../columns";
import { Label } from "./label";
import { Member } from "./member";
import { Staff } from "./staff";

export const BATCH_KINDS = ["add-label", "remove-label", "mail", "end-access", "export"] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** Its members are listed, staff confirm their number, then a job changes them. */
export const BATCH_STATES = ["listing", "asking", "running", "done", "cancelled"] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** One change of many members. */
export const MemberBatch = defineEntity({
  name: "MemberBatch",
  tableName: "member_batches",
  properties: {
    ...baseColumns(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account. */
    staffName: p.text(),
    kind: oneOf(BATCH_KINDS),
    /** The query of the list whose members are listed; null once they are. */
    search: p.text().nullable(),
    /** Where the listing continues, as JSON; see `Position` of the kit. */
    position: p.text().nullable(),
    label: () => p.manyToOne(Label).ref().nullable().deleteRule("set null").index(),
    /** As typed; the label is made when staff confirm. */
    labelName: p.text().nullable(),
    subject: p.text().nullable(),
    body: p.text().nullable(),
    state: oneOf(BATCH_STATES).default("listing"),
    /** Why it was cancelled. */
    reason: p.text().nullable(),
    total: p.integer().default(0),
    done: p.integer().default(0),
    same: p.integer().default(0),
    changed: p.integer().default(0),
    leftOut: p.integer().default(0),
    touchedAt: p.datetime(3).defaultRaw("now()").index(),
  },
  checks: [
    lengthCheck("member_batches", "staff_name", 1, 200),
    lengthCheck("member_batches", "search", 0, 6000),
    lengthCheck("member_batches", "position", 1, 200),
    lengthCheck("member_batches", "label_name", 1, 40),
    lengthCheck("member_batches", "subject", 1, 150),
    lengthCheck("member_batches", "body", 1, 10_000),
    lengthCheck("member_batches", "reason", 1, 300),
  ],
});
export type MemberBatch = InferEntity<typeof MemberBatch>;

/** `changed`: after staff were asked. `left-out`: may get no email, or has too many labels. */
export const BATCH_OUTCOMES = ["done", "same", "changed", "left-out"] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];

export const BatchMember = defineEntity({
  name: "BatchMember",
  tableName: "batch_members",
  properties: {
    batch: () => p.manyToOne(MemberBatch).ref().primary().deleteRule("cascade"),
    member: () => p.manyToOne(Member).ref().primary().deleteRule("cascade").index(),
    /** When it was listed: a member with another version has changed since. */
    memberVersion: p.integer(),
    outcome: oneOf(BATCH_OUTCOMES).nullable(),
    createdAt: p.datetime(3).defaultRaw("now()").index(),
  },
  indexes: [
    orderIndex({
      table: "batch_members",
      name: "waiting",
      order: "batch_id, member_id",
      where: "outcome is null",
    }),
  ],
});
export type BatchMember = InferEntity<typeof BatchMember>;
