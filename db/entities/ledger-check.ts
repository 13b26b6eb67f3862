import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

/** What of the ledger a check goes through, in this order. */
export const CHECK_STAGES = ["chain", "calls", "kept calls", "record"] as const;

/** A check of the whole ledger, done in parts: how far it is, and what it found. The newest of them are kept. */
export const LedgerCheck = defineEntity({
  name: "LedgerCheck",
  tableName: "ledger_checks",
  properties: {
    id: p.bigint("string").primary().autoincrement(),
    startedAt: p.datetime(3).defaultRaw("now()"),
    /** Null while it goes on; one at a time does. */
    finishedAt: p.datetime(3).nullable(),
    /** Staff asked for it; all others are the day's. */
    askedFor: p.boolean().default(false),
    stage: oneOf(CHECK_STAGES).default("chain"),
    /** The last event that was looked at, and its hash. */
    seq: p.integer().default(0),
    hash: p.text(),
    /** The last call of the stages that go by calls. */
    callId: p.uuid(),
    /** Each names its row. */
    problems: p.json<string[]>().defaultRaw("'[]'"),
    /** The head that the last check without problems ended at: it must be there still. */
    keptSeq: p.integer().nullable(),
    keptHash: p.text().nullable(),
  },
  indexes: [
    {
      name: "ledger_checks_unfinished_unique",
      expression:
        "create unique index ledger_checks_unfinished_unique on ledger_checks ((finished_at is null)) where finished_at is null",
    },
  ],
});
export type LedgerCheck = InferEntity<typeof LedgerCheck>;
