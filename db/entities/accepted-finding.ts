import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Member } from "./member";
import { Staff } from "./staff";

/** Where money and access may differ, and staff may say that it is meant. */
export const ACCEPTABLE_FINDINGS = [
  "paid without access",
  "captured, not recorded",
  "access without payment",
  "paid twice",
  "refused to our account",
] as const;

/** What staff looked at and left as it is: it is shown no more. `subject` names the payment, the order, or the access. */
export const AcceptedFinding = defineEntity({
  name: "AcceptedFinding",
  tableName: "accepted_findings",
  properties: {
    ...baseColumns(),
    kind: oneOf(ACCEPTABLE_FINDINGS),
    subject: p.text(),
    member: () => p.manyToOne(Member).ref().deleteRule("cascade").index(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("set null").index(),
    /** Kept when the account of who said so goes. */
    staffName: p.text(),
  },
  checks: [
    lengthCheck("accepted_findings", "subject", 1, 200),
    lengthCheck("accepted_findings", "staff_name", 1, 200),
  ],
  uniques: [{ properties: ["kind", "subject"] }],
});
export type AcceptedFinding = InferEntity<typeof AcceptedFinding>;
