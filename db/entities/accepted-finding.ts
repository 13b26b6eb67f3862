import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Member } from "./member";
import { Staff } from "./staff";

/** The differences between payments and access that staff may accept as intended. */
export const ACCEPTABLE_FINDINGS = [
  "paid without access",
  "captured, not recorded",
  "access without payment",
  "paid twice",
  "refused to our account",
] as const;

/**
 * A finding that staff accepted. It is no longer shown. `subject` names the payment, the order, or the
 * access.
 */
export const AcceptedFinding = defineEntity({
  name: "AcceptedFinding",
  tableName: "accepted_findings",
  properties: {
    ...baseColumns(),
    kind: oneOf(ACCEPTABLE_FINDINGS),
    subject: p.text(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade").index(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Outlives the account of the person who accepted it. */
    staffName: p.text(),
  },
  checks: [
    lengthCheck("accepted_findings", "subject", 1, 200),
    lengthCheck("accepted_findings", "staff_name", 1, 200),
  ],
  uniques: [{ properties: ["kind", "subject"] }],
});
export type AcceptedFinding = InferEntity<typeof AcceptedFinding>;
