import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck, orderIndex } from "../columns";

const UNCONFIRMED = "confirmed_at is null";

/**
 * A closed call whose stored result differs from the one that current prices give. The result does not change
 * automatically: staff see the difference, and correct or confirm it. A confirmation is valid for exactly these
 * prices, until the call has another event.
 */
export const ResultCheck = defineEntity({
  name: "ResultCheck",
  tableName: "result_checks",
  properties: {
    callId: p.uuid().primary(),
    /** The differing result in words, which change with it. */
    says: p.text(),
    /** The call's last event at the time of the check. */
    lastSeq: p.integer(),
    foundAt: p.datetime(3).defaultRaw("now()"),
    checkedAt: p.datetime(3).defaultRaw("now()"),
    confirmedAt: p.datetime(3).nullable(),
    /** A name, not a reference: it outlives the account. */
    confirmedBy: p.text().nullable(),
  },
  checks: [
    lengthCheck("result_checks", "says", 1, 300),
    lengthCheck("result_checks", "confirmed_by", 1, 100),
    { name: "result_checks_confirmed", expression: "(confirmed_at is null) = (confirmed_by is null)" },
  ],
  indexes: [
    orderIndex({ table: "result_checks", name: "told", order: "found_at, call_id", where: UNCONFIRMED }),
    orderIndex({ table: "result_checks", name: "checked", order: "checked_at, call_id", where: UNCONFIRMED }),
  ],
});
export type ResultCheck = InferEntity<typeof ResultCheck>;
