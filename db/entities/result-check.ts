import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { lengthCheck, orderIndex } from "../columns";

const TOLD = "confirmed_at is null";

/**
 * A closed call whose result is another one than the prices that are known now would make. Nothing changes by it: staff are told, and
 * correct the result or say that it stands. Their word holds while prices say just that, and the call has no other event.
 */
export const ResultCheck = defineEntity({
  name: "ResultCheck",
  tableName: "result_checks",
  properties: {
    callId: p.uuid().primary(),
    /** What prices say instead, in words that differ where they do. */
    says: p.text(),
    /** The call's last event when it was looked at. */
    lastSeq: p.integer(),
    foundAt: p.datetime(3).defaultRaw("now()"),
    checkedAt: p.datetime(3).defaultRaw("now()"),
    confirmedAt: p.datetime(3).nullable(),
    /** By name: the word outlives whoever gave it. */
    confirmedBy: p.text().nullable(),
  },
  checks: [
    lengthCheck("result_checks", "says", 1, 300),
    lengthCheck("result_checks", "confirmed_by", 1, 100),
    { name: "result_checks_confirmed", expression: "(confirmed_at is null) = (confirmed_by is null)" },
  ],
  indexes: [
    orderIndex({ table: "result_checks", name: "told", order: "found_at, call_id", where: TOLD }),
    orderIndex({ table: "result_checks", name: "checked", order: "checked_at, call_id", where: TOLD }),
  ],
});
export type ResultCheck = InferEntity<typeof ResultCheck>;
